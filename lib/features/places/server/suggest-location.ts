import type { SuggestedLocation } from "../place-answers";
import { foldCollapsed } from "@/lib/model/pure/fold";
import { placeInParts, readAddress } from "@/lib/model/places/address";
import { countryOfWebsite } from "@/lib/model/places/country-domains";
import { countryIdOf, isAmbiguousCountry } from "@/lib/model/places/country-names";
import { NOT_APPLICABLE } from "@/lib/model/reference-lists/reference-lists";

/* What an institution's address and web address say about its country and place (contract §16). */

/** The fields of an institution from which its location is suggested. */
export type LocatedFields = { adresse: string; webseite: string; land: number; ort: string };

/** What an address names: a country by its last part, and a place before it. */
export type NamedLocation = { country: { text: string; code: string } | null; place: string };

/**
 * Reads an address.
 * @param codeOf reads the names of countries (`countryReader`)
 */
export function readLocation(address: string, codeOf: (name: string) => string | null): NamedLocation {
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

/**
 * Returns the id of the country that an address names. Before an ambiguous name, such as in `Athens,
 * Georgia`, the place must be in the country.
 */
function namedCountry({ country }: NamedLocation, places: readonly NamedPlace[]): number | null {
  if (!country) return countryOfPlaces(places);
  const id = countryIdOf(country.code) ?? null;
  const isCertain = !isAmbiguousCountry(country.text) || places.length === 0;
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
): SuggestedLocation {
  const hasCountry = land !== NOT_APPLICABLE;
  const byAddress = hasCountry ? land : namedCountry(named, places);
  const written = ort !== "" || byAddress === null ? null : writtenPlace(named.place, byAddress, places);
  const place = written === null ? null : ({ ort: written, reason: "address" } as const);
  if (hasCountry) return { land: null, ort: place };
  if (byAddress !== null) return { land: { id: byAddress, reason: "address" }, ort: place };
  const code = countryOfWebsite(webseite);
  const byDomain = code === null ? undefined : countryIdOf(code);
  return { land: byDomain === undefined ? null : { id: byDomain, reason: "domain" }, ort: place };
}
