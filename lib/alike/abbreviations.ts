import { unaccent } from "../fold";
import { isLegalForm } from "./words";

/** A word of 2 to 8 signs with at least two capitals, in a text that is not all capitals: `TUM`, `ETH`, `KMUTNB`. */
const IN_CAPITALS = /^(?=.*\p{Lu}.*\p{Lu})[\p{Lu}\p{Ll}\p{N}]{2,8}$/u;
/** What stands in brackets, or alone before or after a dash. */
const SET_APART = /\(([^()\s]{2,9})\)|^\s*([^()\s,]{2,8})\s*[-–—:]\s|[-–—:]\s+([^()\s,]{2,8})\s*$/gu;

const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, "");
const isAllCapitals = (words: readonly string[]) => words.every((word) => word === word.toUpperCase());

/** The abbreviations that a name holds, folded. */
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

/** Whether letters stand in a text in their order, its first one first, with at most so many others between them. */
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

/** How many words an abbreviation tells of a name with these first letters; 0 where it stands for something else. */
export function toldBy(short: string, initials: readonly string[]): number {
  const isTold = initials.some(
    (letters) =>
      letters.startsWith(short) ||
      (short.length >= 3 && letters.includes(short)) ||
      (short.length >= 4 && within(short, letters, 2)),
  );
  return isTold ? short.length : 0;
}
