import { describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/records/kinds/registry";
import { pastedNames, resolveName, searchOfName, shortName } from "./pasted-names";

const institution = definitionOf("institution");
const member = definitionOf("member");
const house = (id: number, name: string) => ({ id, name });
const found = <Row extends object>(hits: Row[], more = 0) => ({ hits, more });
const person = (id: number, vorname: string, nachname: string, email = "") => ({ id, vorname, nachname, email });

it("returns the first cell of each pasted line without duplicates, and nothing for a single line", () => {
  expect(pastedNames("Haus A\r\nHaus  B\tStuttgart\n\n haus a \n")).toEqual(["haus a", "Haus B"]);
  expect(pastedNames("Haus A\n")).toEqual([]);
  expect(pastedNames("Haus A")).toEqual([]);
});

it("searches people by first name and surname", () => {
  expect(searchOfName(member, "Müller, Anna", "de")).toBe("Anna Müller");
  expect(searchOfName(institution, "Müller, Meier & Co.", "de")).toBe("Müller, Meier & Co.");
});

describe("Resolving a pasted name", () => {
  const none = new Set<number>();
  it("is found if exactly one record has the name in any spelling, ambiguous if some are similar", () => {
    const hits = [house(1, "Müller GmbH"), house(2, "Müller GmbH & Co. KG")];
    expect(resolveName(institution, "MUELLER GmbH", found(hits), none)).toMatchObject({
      state: "found",
      hits: [{ id: 1 }],
    });
    expect(resolveName(institution, "Müller", found(hits), none)).toMatchObject({ state: "ambiguous", hits });
    expect(resolveName(institution, "Müller", found([]), none)).toMatchObject({ state: "missing", hits: [] });
  });

  it("is ambiguous between namesakes and omits those that are linked already", () => {
    const hits = [person(1, "Anna", "Müller", "a@example.org"), person(2, "Anna", "Müller", "b@example.org")];
    expect(resolveName(member, "Müller, Anna", found(hits), none)).toMatchObject({ state: "ambiguous", hits });
    expect(resolveName(member, "Anna Müller", found(hits), new Set([1]))).toMatchObject({
      state: "ambiguous",
      hits: [{ id: 2 }],
    });
    expect(resolveName(member, "Anna Müller", found(hits), new Set([1, 2]))).toMatchObject({ state: "linked" });
    expect(resolveName(member, "b@example.org", found(hits), none)).toMatchObject({
      state: "found",
      hits: [{ id: 2 }],
    });
    expect(resolveName(member, "b@example.org", found(hits), new Set([2]))).toMatchObject({ state: "linked" });
  });

  it("reports how many more namesakes may exist beyond the hits", () => {
    const anna = (id: number) => person(id, "Anna", "Müller", `${id}@example.org`);
    const hits = [1, 2, 3, 4, 5].map(anna);
    expect(resolveName(member, "Anna Müller", found(hits, 3), none)).toMatchObject({ hits, more: 3 });
    expect(resolveName(member, "Anna Müller", found(hits, 3), new Set([1, 2, 3, 4, 5]))).toMatchObject({
      state: "linked",
      more: 3,
    });
    const others = [anna(1), anna(2), person(3, "Annabell", "Müller")];
    expect(resolveName(member, "Anna Müller", found(others, 3), none)).toMatchObject({ more: 0 });
    expect(resolveName(member, "1@example.org", found(hits, 3), none)).toMatchObject({ state: "found", more: 0 });
  });

  it("is short instead of missing below the minimum search length", () => {
    expect(shortName("EU", "EU")).toMatchObject({ name: "EU", state: "short" });
    expect(shortName("KIT", "KIT")).toBeNull();
  });

  it("matches a thematic field in either language", () => {
    const hits = [{ id: 1, themenfeld_de: "Robotik", themenfeld_en: "Robotics" }];
    expect(resolveName(definitionOf("thematicField"), "robotics", found(hits), none)).toMatchObject({ state: "found" });
  });
});
