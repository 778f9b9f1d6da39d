import type { SuggestedLocation } from "../place-answers";
import { foldCollapsed } from "@/lib/model/pure/fold";
import { placeInParts, readAddress } from "@/lib/model/places/address";
import { countryOfWebsite } from "@/lib/model/places/country-domains";
import { countryCodeOf, foldCountryName } from "@/lib/model/places/country-names";
import { NOT_APPLICABLE, type ReferenceEntry } from "@/lib/model/reference-lists/reference-lists";

/* What an institution's address and web address say about its country and place (contract §16). */

/** The countries of the reference list, which admins can rename. */
export type Countries = {
  /** Returns the alpha-2 code of the country with a name, as imports take it; null for codes. */
  codeOf: (name: string) => string | null;
  /** Returns the id of the country with an alpha-2 code. */
  idOf: (code: string) => number | null;
};

/** Reads names and codes of the entries of `laender`. A name that several entries have names none. */
export function countriesOf(entries: readonly ReferenceEntry[]): Countries {
  const codes = new Map<string, string | null>();
  const ids = new Map<string, number>();
  for (const { land_id, land_de, land_en, alpha2 } of entries) {
    if (typeof alpha2 !== "string") continue;
    ids.set(alpha2, Number(land_id));
    for (const name of new Set([land_de, land_en].map((each) => foldCountryName(String(each))))) {
      codes.set(name, codes.has(name) ? null : alpha2);
    }
  }
  // Most addresses end with a place that others end with, too, and folding it takes most of the time.
  const read = new Map<string, string | null>();
  const readCode = (name: string) => {
    const code = codes.get(foldCountryName(name));
    return code === undefined ? countryCodeOf(name) : code;
  };
  return {
    codeOf: (name) => {
      const known = read.get(name);
      if (known !== undefined) return known;
      const code = readCode(name);
      read.set(name, code);
      return code;
    },
    idOf: (code) => ids.get(code) ?? null,
  };
}

/** The fields of an institution from which its location is suggested. */
export type LocatedFields = { adresse: string; webseite: string; land: number; ort: string };

/** What an address names: a country by its last part, and a place before it. */
export type NamedLocation = { country: { text: string; code: string } | null; place: string };

/** Reads an address. */
export function readLocation(address: string, { codeOf }: Countries): NamedLocation {
  const { parts, country } = readAddress(address, codeOf);
  return { country, place: placeInParts(parts) };
}

/** A place of the gazetteer that has a certain name. */
export type NamedPlace = { land: number; ort: string; einwohner: number };

/** How many times the inhabitants of the largest place in any other country a place has that is meant by its name alone. */
const DOMINANCE = 10;

/** Returns the country of the largest place, unless a place in another country may be meant. */
function countryOfPlaces(places: readonly NamedPlace[]): number | null {
  const [largest] = places;
  if (!largest) return null;
  const other = places.find(({ land }) => land !== largest.land);
  return !other || largest.einwohner >= DOMINANCE * other.einwohner ? largest.land : null;
}

/** Names of a country that are more often something else, so that a place before them must be in it: `Athens, Georgia`. */
const DOUBTFUL_COUNTRIES = new Set(["georgia"]);

/** Returns the id of the country that an address names. */
function namedCountry({ country }: NamedLocation, places: readonly NamedPlace[], { idOf }: Countries): number | null {
  if (!country) return countryOfPlaces(places);
  const id = idOf(country.code);
  const isCertain = !DOUBTFUL_COUNTRIES.has(foldCountryName(country.text)) || places.length === 0;
  return isCertain || places.some(({ land }) => land === id) ? id : null;
}

/** Returns the place of a country that is written like a name, or else the largest that has it, as the gazetteer writes it. */
function writtenPlace(name: string, land: number, places: readonly NamedPlace[]): string | null {
  const [largest, ...others] = places.filter((place) => place.land === land);
  if (!largest || others.length === 0) return largest?.ort ?? null;
  const isWrittenSo = ({ ort }: NamedPlace) => foldCollapsed(ort) === foldCollapsed(name);
  return [largest, ...others].find(isWrittenSo)?.ort ?? largest.ort;
}

/**
 * Suggests a country for an institution without one, and a place for an institution without one.
 * @param named what its address names
 * @param places the places with the name of the named one, the largest first
 */
export function suggestLocation(
  { webseite, land, ort }: LocatedFields,
  named: NamedLocation,
  places: readonly NamedPlace[],
  countries: Countries,
): SuggestedLocation {
  const hasCountry = land !== NOT_APPLICABLE;
  const byAddress = hasCountry ? land : namedCountry(named, places, countries);
  const written = ort !== "" || byAddress === null ? null : writtenPlace(named.place, byAddress, places);
  const place = written === null ? null : ({ ort: written, reason: "address" } as const);
  if (hasCountry) return { land: null, ort: place };
  if (byAddress !== null) return { land: { id: byAddress, reason: "address" }, ort: place };
  const code = countryOfWebsite(webseite);
  const byDomain = code === null ? null : countries.idOf(code);
  return { land: byDomain === null ? null : { id: byDomain, reason: "domain" }, ort: place };
}
