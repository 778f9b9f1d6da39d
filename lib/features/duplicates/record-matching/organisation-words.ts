import dictionary from "./data/organisations.json";
import places from "./data/places.json";
import { parsePatterns, parseSynonyms, parseWords, parseWordSet } from "./dictionary";

/** The concepts that words of many languages mean, such as an organisation's type or subject. */
const patterns = new Map(Object.entries(dictionary.concepts).map(([name, words]) => [name, parsePatterns(words)]));

/** @throws Error for a concept that the dictionary does not define */
function parseConcepts(lines: readonly string[]): ReadonlySet<string> {
  const concepts = parseWords(lines);
  const unknown = concepts.find((concept) => !patterns.has(concept));
  if (unknown !== undefined) throw new Error(`The dictionary does not define the concept "${unknown}"`);
  return new Set(concepts);
}

/** The types of organisations. Different types mean different organisations. */
export const ORGANISATION_TYPES = parseConcepts(dictionary.types);
/** Concepts that are parts of places' names: the University of South Florida. */
export const DIRECTIONS = parseConcepts(dictionary.directions);
/** Subjects whose universities are also called academies or schools. */
export const SUBJECTS = parseConcepts(dictionary.subjects);

const omissionFactors = new Map(Object.entries(dictionary.omissionFactors));
parseConcepts([...omissionFactors.keys()]);
/** Returns the factor on the score if only one of two names has a concept, which many omit. */
export const omissionFactor = (concept: string): number => omissionFactors.get(concept) ?? 0.55;

const cache = new Map<string, string | null>();
/** Maximum number of cached words, because they come from user input. */
const MAX_CACHED = 50_000;
/** Returns the concept that a folded word means, or null for a distinguishing word. */
export function conceptOf(word: string): string | null {
  const cached = cache.get(word);
  if (cached !== undefined) return cached;
  const concept = [...patterns].find(([, pattern]) => pattern.test(word))?.[0] ?? null;
  if (cache.size < MAX_CACHED) cache.set(word, concept);
  return concept;
}

/** Returns whether a folded word is a type of organisation. A city is none: places contain the word. */
export const isTypeWord = (word: string): boolean => {
  const concept = conceptOf(word);
  return concept !== null && concept !== "city" && ORGANISATION_TYPES.has(concept);
};

const canonicalPlaces = parseSynonyms(places);
const canonicalPatrons = parseSynonyms(dictionary.patronSynonyms);
/** Returns the canonical name of the place or patron that a folded word names, or the word itself. */
export const canonicalPlace = (word: string): string => canonicalPlaces.get(word) ?? canonicalPatrons.get(word) ?? word;
/** Returns whether the dictionary knows a folded word as the name of a place. */
export const isKnownPlace = (word: string): boolean => canonicalPlaces.has(word);

const joinedPlaces = new RegExp(`\\b(?:${dictionary.joinedPlaces})\\b`, "g");
/** Replaces the names of places that consist of two words in a folded text. */
export const replaceJoinedPlaces = (text: string, replace: (place: string) => string): string =>
  text.replace(joinedPlaces, replace);

const ignoredWords = parseWordSet(dictionary.ignoredWords);
/** Returns whether a folded word distinguishes no organisations, such as `staatlich`. */
export const isIgnoredWord = (word: string): boolean => ignoredWords.has(word);

const patronWords = parseWordSet(dictionary.patronWords);
const commonWords = parseWordSet(dictionary.commonWords);

/** Returns the weight of a word in an organisation's name, from 0 to 1. */
export function wordWeight(word: string): number {
  if (patronWords.has(word)) return 0.25;
  // St. Lawrence is not Lawrence.
  if (word === "st") return 1;
  if (commonWords.has(word)) return 0.5;
  return word.length <= 2 ? 0.4 : 1;
}
