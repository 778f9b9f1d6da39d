import { describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/model/kinds/registry";
import { parsePeriod, pastedLines, readPastedValues, resolveName, searchOfName, shortName } from "./pasted-names";

const institution = definitionOf("institution");
const member = definitionOf("member");
const house = (id: number, name: string) => ({ id, name });
const found = <Row extends object>(hits: Row[], more = 0) => ({ hits, more });
const person = (id: number, vorname: string, nachname: string, email = "") => ({ id, vorname, nachname, email });

const namesIn = (text: string, hasValues = false) => pastedLines(text, hasValues).map(({ name }) => name);

it("returns the first cell of each pasted line without duplicates, and nothing for a single line", () => {
  expect(namesIn("Haus A\r\nHaus  B\tStuttgart\n\n haus a \n")).toEqual(["haus a", "Haus B"]);
  expect(namesIn("\ufeffHaus A\nHa\u00adus B\nHaus\u200b A\u2060"), "invisible characters").toEqual([
    "Haus A",
    "Haus B",
  ]);
  expect(namesIn("Haus A\n")).toEqual([]);
  expect(namesIn("Haus A")).toEqual([]);
  expect(namesIn("Haus A; Haus B"), "links without values").toEqual([]);
});

describe("cells after a pasted name", () => {
  const ROLES = [
    { id: 4, names: ["koordination", "coordinator"] },
    { id: 5, names: ["partner", "partner"] },
    { id: 2, names: ["kooperationsbeauftragte/r", "cooperation officer"] },
  ];
  const nothing = { roles: [], from: null, to: null, unread: [] };

  it("semicolons or tabs separate the cells after a pasted name, in a single line, too", () => {
    expect(pastedLines("Uni Wien; Koordination ; 2021", true)).toEqual([
      { name: "Uni Wien", cells: ["Koordination", "2021"], whole: "Uni Wien; Koordination ; 2021" },
    ]);
    expect(pastedLines("Uni Wien\tKoordination\t\t2021", true)).toEqual([
      { name: "Uni Wien", cells: ["Koordination", "2021"], whole: "Uni Wien" },
    ]);
    expect(pastedLines("Uni Wien", true)).toEqual([]);
  });

  it("pasted lines that name a record with different values stay separate", () => {
    expect(namesIn("Uni Wien; Partner\nuni wien; partner\nUni Wien; Koordination", true)).toEqual([
      "uni wien",
      "Uni Wien",
    ]);
  });

  it.each([
    ["2021", "2021-01-01", null],
    ["01.03.2021", "2021-03-01", null],
    ["2021-03-01", "2021-03-01", null],
    ["2021-2024", "2021-01-01", "2024-12-31"],
    ["2021 – 2024", "2021-01-01", "2024-12-31"],
    ["2021 bis 2024", "2021-01-01", "2024-12-31"],
    ["1.3.2021 - 31.5.2022", "2021-03-01", "2022-05-31"],
    ["von 2021 bis 2024", "2021-01-01", "2024-12-31"],
    ["ab 2021", "2021-01-01", null],
    ["seit 01.03.2021", "2021-03-01", null],
    ["2021-", "2021-01-01", null],
    ["bis 2023", null, "2023-12-31"],
    ["until 30.06.2023", null, "2023-06-30"],
    ["-2023", null, "2023-12-31"],
  ])("parses the period %s", (text, from, to) => {
    expect(parsePeriod(text)).toEqual({ from, to });
  });

  it.each(["Partner", "31.02.2021", "2024-2021", "ab morgen", "", "-", "2021-2022-2023"])(
    "parsePeriod returns null for “%s”",
    (text) => {
      expect(parsePeriod(text)).toBeNull();
    },
  );

  it("reads roles after a pasted name in either language and in any spelling", () => {
    expect(readPastedValues(["KOORDINATION"], ROLES)).toEqual({ ...nothing, roles: [4] });
    expect(readPastedValues(["coordinator, Partner"], ROLES)).toEqual({ ...nothing, roles: [4, 5] });
    expect(readPastedValues(["Kooperationsbeauftragte/r", "Partner"], ROLES)).toEqual({ ...nothing, roles: [2, 5] });
  });

  it("reads cells after a pasted name in any order, and a second year as the end", () => {
    expect(readPastedValues(["2021", "Partner", "2024"], ROLES)).toEqual({
      roles: [5],
      from: "2021-01-01",
      to: "2024-12-31",
      unread: [],
    });
  });

  it("returns pasted cells as unread if they are neither a role nor a period", () => {
    expect(readPastedValues(["Koordinatn", "2021"], ROLES)).toEqual({
      ...nothing,
      from: "2021-01-01",
      unread: ["Koordinatn"],
    });
    expect(readPastedValues(["2024", "2021"], ROLES)).toMatchObject({ from: "2024-01-01", to: null, unread: ["2021"] });
    expect(readPastedValues(["Partner, Chefin"], ROLES)).toEqual({ ...nothing, unread: ["Partner, Chefin"] });
  });
});

it("searches people by first name and surname", () => {
  expect(searchOfName(member, "Müller, Anna", "de")).toBe("Anna Müller");
  expect(searchOfName(institution, "Müller, Meier & Co.", "de")).toBe("Müller, Meier & Co.");
});

describe("resolveName", () => {
  const none = new Set<number>();
  it("a pasted name is found if one record has it in any spelling, ambiguous if names are similar", () => {
    const hits = [house(1, "Müller GmbH"), house(2, "Müller GmbH & Co. KG")];
    expect(resolveName(institution, "MUELLER GmbH", found(hits), none)).toMatchObject({
      state: "found",
      hits: [{ id: 1 }],
    });
    expect(resolveName(institution, "Müller", found(hits), none)).toMatchObject({ state: "ambiguous", hits });
    expect(resolveName(institution, "Müller", found([]), none)).toMatchObject({ state: "missing", hits: [] });
  });

  it("a pasted name is ambiguous between namesakes, without those that are linked already", () => {
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

  it("reports how many more namesakes of a pasted name may exist beyond the hits", () => {
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

  it("a pasted name below the minimum search length is short instead of missing", () => {
    expect(shortName("EU", "EU")).toMatchObject({ name: "EU", state: "short" });
    expect(shortName("KIT", "KIT")).toBeNull();
  });

  it("a pasted name matches a thematic field in either language", () => {
    const hits = [{ id: 1, themenfeld_de: "Robotik", themenfeld_en: "Robotics" }];
    expect(resolveName(definitionOf("thematicField"), "robotics", found(hits), none)).toMatchObject({ state: "found" });
  });
});
