import { foldCollapsed } from "@/lib/model/pure/fold";
import dictionary from "./data/words.json";
import { parseWordSet } from "./dictionary";

/** Articles, prepositions and other words that join names and do not distinguish them. */
const joiningWords = parseWordSet(dictionary.joiningWords);
const legalForms = parseWordSet(dictionary.legalForms);
/** Legal forms that are ordinary words or syllables of names elsewhere. */
const legalFormsAtEnd = parseWordSet(dictionary.legalFormsAtEnd);
/** Legal forms that are written with dots and spaces. */
const legalFormPatterns = dictionary.legalFormPatterns.map((pattern) => new RegExp(`\\b${pattern}`, "g"));
const romanNumerals = new Map(Object.entries(dictionary.romanNumerals));

export const isJoiningWord = (word: string) => joiningWords.has(word);
export const isLegalForm = (word: string) => legalForms.has(word) || legalFormsAtEnd.has(word);
export const isNumber = (word: string) => /^\p{N}+$/u.test(word);

/** Returns a word's first characters, without splitting a surrogate pair (it cannot be stored). */
export const firstLetters = (word: string, count: number): string => [...word].slice(0, count).join("");

/** Folds a text (contract §2) and removes legal forms with dots and all but letters and digits. */
export const normalizeWords = (text: string) =>
  legalFormPatterns
    .reduce((folded, pattern) => folded.replace(pattern, " "), foldCollapsed(text))
    .replaceAll("&", " and ")
    // d'Aosta, dell'Aquila, Queen's: removes the article before an apostrophe and the s after it.
    .replace(/\b(d|l|dell|all|nell|sull|de l)[’'`´]/g, " ")
    .replace(/[’'`´]s\b/g, " ")
    .replace(/[’'`´*]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Returns words without the legal forms at their end. */
export const withoutLegalFormsAtEnd = (words: readonly string[]): readonly string[] =>
  words.length > 1 && isLegalForm(words.at(-1) ?? "") ? withoutLegalFormsAtEnd(words.slice(0, -1)) : words;

/** Returns the significant words of a normalized text, with Roman numerals as digits. */
export const significantWords = (normalized: string): string[] =>
  withoutLegalFormsAtEnd(normalized.split(" "))
    .filter((word, at, words) => {
      if (word === "" || legalForms.has(word)) return false;
      // A single letter at the end is significant: Haus A is not Haus E.
      return !joiningWords.has(word) || (word.length === 1 && at === words.length - 1 && at > 0);
    })
    .map((word) => romanNumerals.get(word) ?? word);
