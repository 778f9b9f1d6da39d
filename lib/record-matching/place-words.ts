import { countryOf } from "./addresses";
import type { NormalizedName } from "./normalized-name";
import { canonicalPlace } from "./organisation-words";

/**
 * Adds the words of another name that an organisation has in its postal address only: in Warsaw the
 * `Szkoła Główna Gospodarstwa Wiejskiego` is the Agricultural University of Warsaw.
 * @returns null unless both names have the same words then: a place alone is shared by many
 */
export function withPlaces(
  name: NormalizedName,
  other: NormalizedName,
  { address, country }: { address: readonly string[]; country: string | null },
): NormalizedName | null {
  if (name.words.length >= other.words.length || !name.words.every((word) => other.words.includes(word))) return null;
  const places = new Set(address.map(canonicalPlace));
  const isPlace = (word: string) => places.has(word) || (country !== null && countryOf(word) === country);
  const isComplete = other.words.every((word) => name.words.includes(word) || isPlace(word));
  return isComplete ? { ...name, words: other.words } : null;
}
