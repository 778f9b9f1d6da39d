import { describe, expect, it } from "vitest";
import { definitionOf } from "../kinds/registry";
import { confirmableKinds, roundFieldsOf } from "./round";
import { dayAfter, defaultRoundFields, roundQuery, unknownPlaceholders } from "./round-defaults";

describe("defaultRoundFields", () => {
  it.each(confirmableKinds())("proposes some fields of the form: $name", (definition) => {
    const fields = defaultRoundFields(definition, "de");
    expect(fields.length).toBeGreaterThan(1);
    expect(roundFieldsOf(definition)).toEqual(expect.arrayContaining(fields));
  });

  it("proposes the name and the address of a person, but no comments", () => {
    const fields = defaultRoundFields(definitionOf("person"), "de");
    expect(fields).toEqual(expect.arrayContaining(["vorname", "nachname", "email", "telefon"]));
    expect(fields).not.toContain("kommentare");
  });
});

describe("unknownPlaceholders", () => {
  it("returns words in braces that the server does not replace, each once", () => {
    expect(unknownPlaceholders("{name}, {Name} und {datum}, noch einmal {datum}")).toEqual(["Name", "datum"]);
  });

  it("accepts all placeholders and texts without any", () => {
    expect(unknownPlaceholders("{name} {titel} {anzahl} {faellig_am}")).toEqual([]);
    expect(unknownPlaceholders("Guten Tag }{")).toEqual([]);
  });
});

it("counts days across months and years", () => {
  expect(dayAfter("2026-12-20", 28)).toBe("2027-01-17");
});

it("leaves the commas of ids in a query as they are", () => {
  expect(roundQuery(new URLSearchParams({ ids: "1,2,3", filter: "a b" }))).toBe("ids=1,2,3&filter=a+b");
});
