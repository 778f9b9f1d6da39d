import { countryCodeOf } from "@/lib/model/places/country-names";
import dictionary from "./data/organisations.json";
import { parseWordSet } from "./dictionary";
import type { NormalizedName } from "./normalized-name";
import {
  canonicalPlace,
  conceptOf,
  DIRECTIONS,
  isKnownPlace,
  isTypeWord,
  replaceJoinedPlaces,
} from "./organisation-words";
import { TEACHING_TYPES } from "./score-organisations";
import { wordSimilarity } from "./word-similarity";
import { isJoiningWord, normalizeWords } from "./words";
import { getAt } from "@/lib/model/pure/get-at";

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
  const isPlace = (word: string) => places.has(word) || (country !== null && countryCodeOf(word) === country);
  const isComplete = other.words.every((word) => name.words.includes(word) || isPlace(word));
  return isComplete ? { ...name, words: other.words } : null;
}

/** Types before the name of a town without a preposition: `Universität Krummau`. */
const typesBeforePlaces = parseWordSet(dictionary.typesBeforePlaces);
const placePrepositions = parseWordSet(dictionary.placePrepositions);
/** Words for saints in front of their names, which differ by language. */
const saints = parseWordSet(dictionary.saints);

/** Returns the words behind the type in a part of a name that are a town: `University of Krummau`. */
function townBehindType(words: readonly string[]): string[] {
  const type = words.findIndex((word) => TEACHING_TYPES.includes(conceptOf(word) ?? ""));
  const next = words.at(type + 1) ?? "";
  const isBare = type === 0 && typesBeforePlaces.has(words[0] ?? "");
  if (type < 0 || !(placePrepositions.has(next) || (isBare && !isJoiningWord(next)))) return [];
  const town = words.slice(type + 1).filter((word) => !isJoiningWord(word));
  // A subject, as in `University of Technology`, is no town.
  const isOfTown = (word: string) => {
    const concept = conceptOf(word);
    return concept === null || concept === "city" || DIRECTIONS.has(concept);
  };
  return town.every(isOfTown) ? town : [];
}

/** Returns the words that a name says are a town; its parts may be inverted: `Krummau, Universität`. */
export function townInName(parts: readonly (readonly string[])[]): string[] {
  const [first = [], second = []] = parts;
  const isUniversity = (word: string) => ["university", "hochschule"].includes(conceptOf(word) ?? "");
  const isInverted =
    parts.length === 2 && second.every((word) => isUniversity(word) || isJoiningWord(word)) && !first.some(isTypeWord);
  return isInverted ? first.filter((word) => !isJoiningWord(word)) : parts.flatMap(townBehindType);
}

/** Returns the words of a town; none if it is an institution, with whose name an address may begin. */
export function normalizeTown(town: string): string[] {
  const words = normalizeWords(town).split(" ").filter(Boolean);
  return words.some(isTypeWord) ? [] : words;
}

/** Maximum number of words of a country's name, such as `United States of America`. */
const MAX_COUNTRY_WORDS = 4;
const POSTCODE = /^\d{4,5}$/;
const STATE = /^\p{L}{2}$/u;

/** Returns the number of words at this position that are the name of a country. */
function countCountryWords(words: readonly string[], at: number): number {
  for (let count = Math.min(MAX_COUNTRY_WORDS, words.length - at); count > 0; count -= 1) {
    if (countryCodeOf(words.slice(at, at + count).join(" ")) !== null) return count;
  }
  return 0;
}

/**
 * Returns the words of a name that are no known place or country, and no postcode or code of a state.
 * @param spelling the words as they are written
 * @returns null for a name that has a type, because it is never only a place, and for an empty name
 */
export function wordsBesidesPlaces(spelling: readonly string[]): string[] | null {
  if (spelling.some(isTypeWord)) return null;
  let places = 0;
  const withoutPlace = () => {
    places += 1;
    return " ";
  };
  const words = replaceJoinedPlaces(spelling.join(" "), withoutPlace).split(" ").filter(Boolean);
  const besides: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = getAt(words, at);
    const country = countCountryWords(words, at);
    const isLast = at === words.length - 1;
    const isOmitted = isLast ? at > 0 && STATE.test(word) : POSTCODE.test(word) || saints.has(word);
    if (country > 0 || isKnownPlace(word)) {
      places += 1;
      at += Math.max(country - 1, 0);
    } else if (!isOmitted && !isJoiningWord(word)) {
      besides.push(word);
    }
  }
  return places + besides.length > 0 ? besides : null;
}

/**
 * Returns whether a name is nothing but a place (contract §12).
 * @param towns the words of towns of both compared records
 */
export const isOnlyPlace = ({ besidesPlaces }: NormalizedName, towns: readonly string[]): boolean =>
  besidesPlaces !== undefined && besidesPlaces.every((word) => towns.some((town) => wordSimilarity(word, town) > 0));
