import { describe, expect, it } from "vitest";
import { countriesOf, readLocation, suggestLocation, type NamedPlace } from "./suggest-location";

const [GERMANY, AUSTRIA, SWITZERLAND, GEORGIA, USA] = [276, 40, 756, 268, 840];

const entry = (land_id: number, alpha2: string | null, land_de: string, land_en: string) => ({
  land_id,
  alpha2,
  land_de,
  land_en,
});
const countries = countriesOf([
  entry(-1, null, "k. A.", "n/a"),
  entry(GERMANY, "DE", "Bundesrepublik", "Germany"),
  entry(AUSTRIA, "AT", "Österreich", "Alpine republic"),
  entry(SWITZERLAND, "CH", "Schweiz", "Alpine republic"),
  entry(GEORGIA, "GE", "Georgien", "Georgia"),
  entry(USA, "US", "USA", "United States"),
]);

const place = (land: number, ort: string, einwohner: number): NamedPlace => ({ land, ort, einwohner });
type Institution = { adresse?: string; webseite?: string; land?: number; ort?: string };

/** Returns what is suggested, shortened to country, its reason, and place. */
function suggested({ adresse = "", webseite = "", land = -1, ort = "" }: Institution, ...places: NamedPlace[]) {
  const fields = { adresse, webseite, land, ort };
  const found = suggestLocation(fields, readLocation(adresse, countries), places, countries);
  return [found.land?.id ?? null, found.land?.reason ?? null, found.ort?.ort ?? null];
}

describe("countriesOf", () => {
  it.each([
    ["Bundesrepublik", "DE"],
    ["bundes-republik", null],
    ["Deutschland", "DE"],
    ["Allemagne", "DE"],
    ["DE", null],
    ["k. A.", null],
    ["Georgia", "GE"],
  ])("the name %j means %s", (name, code) => expect(countries.codeOf(name)).toBe(code));

  it("a name of several countries means none", () => expect(countries.codeOf("Alpine republic")).toBeNull());
});

describe("suggestLocation", () => {
  it("a name that only places in one country have names the country", () => {
    expect(suggested({ adresse: "Ulm" }, place(GERMANY, "Ulm", 9))).toEqual([GERMANY, "address", "Ulm"]);
  });

  it.each([
    [10_000, GERMANY],
    [9_999, null],
  ])(
    "the largest place, of %i inhabitants, beside one of 1,000 in another country names the country %j",
    (size, id) => {
      const places = [place(GERMANY, "Stadt am Main", size), place(AUSTRIA, "Stadt", 1_000)];
      expect(suggested({ adresse: "Stadt" }, ...places)[0]).toBe(id);
    },
  );

  it("places of the same country do not make it doubtful", () => {
    const places = [
      place(GERMANY, "Stadt am Main", 20),
      place(GERMANY, "Stadt (Oder)", 19),
      place(AUSTRIA, "Stadt", 2),
    ];
    expect(suggested({ adresse: "Stadt" }, ...places)).toEqual([GERMANY, "address", "Stadt am Main"]);
  });

  it("the place that is written like the address goes before a larger one", () => {
    const places = [place(GERMANY, "Lauffen am Neckar", 20), place(GERMANY, "Laufen", 10)];
    expect(suggested({ adresse: "LAUFEN" }, ...places)).toEqual([GERMANY, "address", "Laufen"]);
  });

  it("a named country decides, whatever places there are elsewhere", () => {
    const places = [place(GERMANY, "Freiburg", 200), place(SWITZERLAND, "Freiburg im Üechtland", 30)];
    expect(suggested({ adresse: "Freiburg, Schweiz" }, ...places)).toEqual([
      SWITZERLAND,
      "address",
      "Freiburg im Üechtland",
    ]);
  });

  it("a place that is not in the named country is not suggested", () => {
    expect(suggested({ adresse: "Ulm, Schweiz" }, place(GERMANY, "Ulm", 9))).toEqual([SWITZERLAND, "address", null]);
  });

  it("the address goes before the domain", () => {
    expect(suggested({ adresse: "Hauptstraße 1, Schweiz", webseite: "x.at" })).toEqual([SWITZERLAND, "address", null]);
  });

  it("the domain names the country of a doubtful place, and suggests no place", () => {
    const places = [place(GERMANY, "Freiburg", 200), place(SWITZERLAND, "Freiburg im Üechtland", 30)];
    expect(suggested({ adresse: "Freiburg", webseite: "unifr.ch" }, ...places)).toEqual([SWITZERLAND, "domain", null]);
  });

  it("a filled country is kept, and only its places are suggested", () => {
    const places = [place(GERMANY, "Freiburg", 200), place(SWITZERLAND, "Freiburg im Üechtland", 30)];
    const institution = { adresse: "Freiburg, Bundesrepublik", webseite: "x.at", land: SWITZERLAND };
    expect(suggested(institution, ...places)).toEqual([null, null, "Freiburg im Üechtland"]);
  });

  it("a filled place is kept", () => {
    expect(suggested({ adresse: "Ulm", ort: "Neu-Ulm" }, place(GERMANY, "Ulm", 9))).toEqual([GERMANY, "address", null]);
  });

  it("a filled place alone suggests no country", () => {
    expect(suggested({ ort: "Ulm" })).toEqual([null, null, null]);
  });

  it.each([
    ["Tbilissi, Georgia", place(GEORGIA, "Tiflis", 9), GEORGIA],
    ["Athens, Georgia", place(USA, "Athens", 9), null],
    ["Georgia", null, GEORGIA],
  ])("Georgia is the country only where no place before it says otherwise: %s", (adresse, found, id) => {
    expect(suggested({ adresse }, ...(found ? [found] : []))[0]).toBe(id);
  });
});
