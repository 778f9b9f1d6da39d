import { describe, expect, it } from "vitest";
import { definitionOf } from "./registry";
import { rowSubtitleOf } from "./highlight";

const note = (kind: string, row: Record<string, unknown>, locale: "de" | "en" = "de") =>
  rowSubtitleOf(definitionOf(kind), row, {
    ...{ locale, today: "2026-06-15" },
    words: (key, values) => [key, values?.day].join(" "),
  });

const partners = (...names: string[]) => ({ institutionen: names.map((name) => ({ name })) });

describe("row subtitle", () => {
  it("a project's row subtitle has its period and its partners, the first two by name", () => {
    const period = { projektbeginn: "2024-01-31", projektende: "2026-12-31" };
    expect(note("project", { ...period, ...partners("A, B", "C", "D", "E") })).toEqual([
      "31.01.2024 – 31.12.2026",
      "A, B",
      "C",
      "+2",
    ]);
    expect(note("project", { projektbeginn: "2024-01-31", projektende: null, ...partners("A", "C") })).toEqual([
      "period.since 31.01.2024",
      "A",
      "C",
    ]);
    expect(note("project", { projektbeginn: null, projektende: null, ...partners() })).toEqual([]);
  });

  it("a row subtitle also counts linked records that are not in the row", () => {
    const row = { projektbeginn: null, projektende: null, ...partners("A", "C", "D"), "institutionen.total": 500 };
    expect(note("project", row)).toEqual(["A", "C", "+498"]);
  });

  it("an institution's row subtitle has its place", () => {
    expect(note("institution", { adresse: "Musterstr. 1, 52066 Aachen" })).toEqual(["Aachen"]);
    expect(note("institution", { adresse: "" })).toEqual([]);
  });

  it("a row subtitle has a person's institution, and a member's faculty unless it is not applicable", () => {
    expect(note("person", partners("RWTH Aachen"))).toEqual(["RWTH Aachen"]);
    const faculty = { fakultaet: 2, fakultaet_name_de: "Sprachen", fakultaet_name_en: "Languages" };
    expect([note("member", faculty), note("member", faculty, "en")]).toEqual([["Sprachen"], ["Languages"]]);
    expect(note("member", { fakultaet: -1, fakultaet_name_de: "k. A." })).toEqual([]);
  });

  it("the row subtitle of a kind without one is empty", () => {
    expect(note("thematicField", { themenfeld_de: "Wald" })).toEqual([]);
  });
});
