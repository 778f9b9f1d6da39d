import { describe, expect, it } from "vitest";
import { COUNTRY_NAMES } from "@/prisma/countries";
import { COUNTRY_CODES, countryCodeOf, countryCodeOfId, countryIdOf, countryReader } from "./country-names";

describe("countryCodeOf", () => {
  it.each([
    ["England", "GB"],
    ["UK", "GB"],
    ["u.s.a.", "US"],
    ["VEREINIGTE STAATEN", "US"],
    ["Grossbritannien", "GB"],
    ["Tuerkei", "TR"],
    ["Turkey", "TR"],
    ["Czech Republic", "CZ"],
    ["Côte d’Ivoire", "CI"],
    ["Hongkong", "HK"],
    ["Allemagne", "DE"],
    ["Deutschlnd", null],
    ["DE", null],
    ["", null],
  ])("countryCodeOf reads %j as %j", (name, code) => expect(countryCodeOf(name)).toBe(code));

  it("countryCodeOf knows each shipped name but that of an American state", () => {
    const unknown = COUNTRY_NAMES.flatMap(([alpha2, ...names]) =>
      names.filter((name) => countryCodeOf(name) !== alpha2),
    );
    expect(unknown).toEqual(["Georgia"]);
  });
});

it("each country has a code, an id of its own, and shipped names", () => {
  expect(COUNTRY_NAMES.map(([alpha2]) => alpha2).sort()).toEqual([...COUNTRY_CODES]);
  const ids = COUNTRY_CODES.map(countryIdOf);
  expect(new Set(ids).size).toBe(250);
  expect(ids.map(countryCodeOfId)).toEqual(COUNTRY_CODES);
  expect([countryIdOf("DE"), countryIdOf("XK"), countryIdOf("ZZ"), countryCodeOfId(-1)]).toEqual([
    276,
    983,
    undefined,
    undefined,
  ]);
});

describe("countryReader", () => {
  const entry = (alpha2: string | null, land_de: string, land_en: string) => ({ alpha2, land_de, land_en });
  const codeOf = countryReader([
    entry(null, "k. A.", "n/a"),
    entry("DE", "Bundesrepublik", "Germany"),
    entry("AT", "Österreich", "Alpine republic"),
    entry("CH", "Schweiz", "Alpine republic"),
    entry("GE", "Georgien", "Georgia"),
  ]);

  it.each([
    ["Bundesrepublik", "DE"],
    ["bundes-republik", null],
    ["Deutschland", "DE"],
    ["Allemagne", "DE"],
    ["DE", null],
    ["k. A.", null],
    ["Georgia", "GE"],
    ["Alpine republic", null],
  ])("countryReader reads %j as %j", (name, code) => expect(codeOf(name)).toBe(code));
});
