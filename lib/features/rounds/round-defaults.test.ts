import { describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/model/kinds/registry";
import { confirmableKinds, roundFieldsOf } from "./round";
import { defaultRoundFields, roundQuery } from "./round-defaults";

describe("defaultRoundFields", () => {
  it.each(confirmableKinds())("defaultRoundFields proposes some fields of the form: $name", (definition) => {
    const fields = defaultRoundFields(definition, "de");
    expect(fields.length).toBeGreaterThan(1);
    expect(roundFieldsOf(definition)).toEqual(expect.arrayContaining(fields));
  });

  it("defaultRoundFields proposes the name and the address of a person, but no comments", () => {
    const fields = defaultRoundFields(definitionOf("person"), "de");
    expect(fields).toEqual(expect.arrayContaining(["vorname", "nachname", "email", "telefon"]));
    expect(fields).not.toContain("kommentare");
  });

  it("defaultRoundFields proposes the period of a project, which is required", () => {
    const fields = defaultRoundFields(definitionOf("project"), "de");
    expect(fields).toEqual(expect.arrayContaining(["projekt_titel", "status", "projektbeginn", "projektende"]));
  });
});

it("roundQuery leaves the commas of ids in a query unencoded", () => {
  expect(roundQuery(new URLSearchParams({ ids: "1,2,3", filter: "a b" }))).toBe("ids=1,2,3&filter=a+b");
});
