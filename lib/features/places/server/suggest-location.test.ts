import { describe, expect, it } from "vitest";
import { countryCodeOf } from "@/lib/model/places/country-names";
import { readLocation, suggestLocation, type NamedPlace } from "./suggest-location";

const [GERMANY, AUSTRIA, SWITZERLAND, GEORGIA, USA] = [276, 40, 756, 268, 840];

const place = (land: number, ort: string, einwohner: number): NamedPlace => ({ land, ort, einwohner });
/** As the reference list of an installation that has renamed Germany. */
const codeOf = (name: string) => (name === "Bundesrepublik" ? "DE" : name === "Georgia" ? "GE" : countryCodeOf(name));
type Institution = { adresse?: string; webseite?: string; land?: number; ort?: string };

/** Returns what is suggested, shortened to country, its reason, and place. */
function suggested({ adresse = "", webseite = "", land = -1, ort = "" }: Institution, ...places: NamedPlace[]) {
  const fields = { adresse, webseite, land, ort };
  const found = suggestLocation(fields, readLocation(adresse, codeOf), places);
  return [found.land?.id ?? null, found.land?.reason ?? null, found.ort?.ort ?? null];
}

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
