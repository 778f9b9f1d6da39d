import { unaccent } from "../fold";
import { isLegalForm } from "./words";

/** A word of 2 to 8 characters with at least two capitals, such as `TUM`, `ETH` or `KMUTNB`. */
const IN_CAPITALS = /^(?=.*\p{Lu}.*\p{Lu})[\p{Lu}\p{Ll}\p{N}]{2,8}$/u;
/** A single word in brackets, at the start before a dash or colon, or at the end after one. */
const SET_APART = /\(([^()\s]{2,9})\)|^\s*([^()\s,]{2,8})\s*[-–—:]\s|[-–—:]\s+([^()\s,]{2,8})\s*$/gu;

const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, "");
const isAllCapitals = (words: readonly string[]) => words.every((word) => word === word.toUpperCase());

/**
 * Returns the abbreviations in a name, folded. In a name that is all capitals only words set apart
 * are abbreviations.
 */
export function abbreviationsIn(name: string): string[] {
  const found = [...name.matchAll(SET_APART)].map(([, inBrackets, first, last]) =>
    letters(inBrackets ?? first ?? last ?? ""),
  );
  const words = name.split(/[\s()/,;:–—-]+/u).filter(Boolean);
  const capitals =
    isAllCapitals(words.filter((word) => !isLegalForm(word.toLowerCase()))) && words.length > 1
      ? []
      : words.map(letters).filter((word) => IN_CAPITALS.test(word));
  return [...new Set([...found.filter((word) => IN_CAPITALS.test(word)), ...capitals].map(unaccent))];
}

/**
 * Returns whether the letters of `short` occur in a text in the same order, starting with its first
 * letter, with at most `most` other letters between them.
 */
function within(short: string, text: string, most: number): boolean {
  if (short[0] !== text[0]) return false;
  let [at, others] = [1, 0];
  for (const letter of text.slice(1)) {
    if (at === short.length) break;
    if (letter === short[at]) at += 1;
    else others += 1;
  }
  return at === short.length && others <= most;
}

/**
 * Returns how many words of a name an abbreviation stands for; 0 if it does not match the name's
 * initials.
 */
export function toldBy(short: string, initials: readonly string[]): number {
  const isTold = initials.some(
    (letters) =>
      letters.startsWith(short) ||
      (short.length >= 3 && letters.includes(short)) ||
      (short.length >= 4 && within(short, letters, 2)),
  );
  return isTold ? short.length : 0;
}
