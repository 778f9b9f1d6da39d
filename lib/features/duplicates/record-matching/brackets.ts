import { matchesInitials } from "./abbreviations";
import { countryCodeOf } from "@/lib/model/places/country-names";
import type { NormalizedName } from "./normalized-name";
import { firstLetters } from "./words";
import { wordSimilarity } from "./word-similarity";

const IN_BRACKETS = /[([]([^()[\]]+)[)\]]/gu;

/**
 * Returns the normalized words in brackets of a name, without duplicates.
 * @param normalize returns the words of one pair of brackets
 */
export function wordsInBrackets(name: string, normalize: (text: string) => readonly string[]): string[] {
  const texts = [...name.matchAll(IN_BRACKETS)].map(([, text = ""]) => text);
  return [...new Set(texts.flatMap((text) => countryCodeOf(text) ?? normalize(text)))];
}

/** Returns whether one word is equal to, begins or misspells the other: `evang`, `evangelisch`. */
const isSameWord = (a: string, b: string) =>
  a === b || wordSimilarity(a, b) > 0 || (Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a)));

/** Returns the words in the brackets of `one` that `other` has nowhere and that abbreviate neither. */
function onlyInBrackets(one: NormalizedName, other: NormalizedName): string[] {
  const { words, ideas, short, brackets = [] } = other;
  const elsewhere = [...words, ...ideas, ...short, ...brackets];
  const initials = [one, other].flatMap((name) => [
    ...name.initials,
    name.words.map((word) => firstLetters(word, 1)).join(""),
  ]);
  return (one.brackets ?? []).filter(
    (word) =>
      !elsewhere.some((another) => isSameWord(word, another)) &&
      !(one.short.includes(word) && matchesInitials(word, initials)),
  );
}

/**
 * Returns whether both names have words in brackets that the other lacks: `Theologie (evang.)` is
 * not `Theologie (kath.)`. An abbreviation contradicts only another abbreviation.
 */
export function differsInBrackets(a: NormalizedName, b: NormalizedName): boolean {
  // Fast path: most names have no brackets.
  if (!a.brackets || !b.brackets) return false;
  const [onlyA, onlyB] = [onlyInBrackets(a, b), onlyInBrackets(b, a)];
  const abbreviates = (name: NormalizedName) => (word: string) => name.short.includes(word);
  const [shortA, shortB] = [onlyA.filter(abbreviates(a)), onlyB.filter(abbreviates(b))];
  return (shortA.length > 0 && shortB.length > 0) || (onlyA.length > shortA.length && onlyB.length > shortB.length);
}
