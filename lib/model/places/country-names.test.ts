import { describe, expect, it } from "vitest";
import { COUNTRIES } from "@/prisma/countries";
import { countryCodeOf, countryCodeOfId, countryIdOf } from "./country-names";

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
    const unknown = COUNTRIES.flatMap(([, alpha2, ...names]) => names.filter((name) => countryCodeOf(name) !== alpha2));
    expect(unknown).toEqual(["Georgia"]);
  });

  it("the codes and ids are those of the shipped countries", () => {
    expect(COUNTRIES.map(([, alpha2]) => countryIdOf(alpha2))).toEqual(COUNTRIES.map(([id]) => id));
    expect(COUNTRIES.map(([id]) => countryCodeOfId(id))).toEqual(COUNTRIES.map(([, alpha2]) => alpha2));
    expect([countryIdOf("ZZ"), countryCodeOfId(-1)]).toEqual([undefined, undefined]);
  });
});
