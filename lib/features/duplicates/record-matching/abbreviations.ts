import { unaccent } from "@/lib/model/pure/fold";
import { isLegalForm } from "./words";

/** A word of 2 to 8 characters with at least two capitals, such as `TUM`, `ETH` or `KMUTNB`. */
const ABBREVIATION = /^(?=.*\p{Lu}.*\p{Lu})[\p{Lu}\p{Ll}\p{N}]{2,8}$/u;
/** A single word in brackets, at the start before a dash or colon, or at the end after one. */
const SET_APART = /\(([^()\s]{2,9})\)|^\s*([^()\s,]{2,8})\s*[-–—:]\s|[-–—:]\s+([^()\s,]{2,8})\s*$/gu;

/** Returns the abbreviations in a name, folded; in a name in capitals only words set apart. */
export function abbreviationsIn(name: string): string[] {
  const setApart = [...name.matchAll(SET_APART)].map((match) => match.slice(1).find((group) => group) ?? "");
  const words = name.split(/[\s()/,;:–—-]+/u).filter(Boolean);
  const isAllCapitals = words.every((word) => word === word.toUpperCase() || isLegalForm(word.toLowerCase()));
  const candidates = isAllCapitals && words.length > 1 ? setApart : [...setApart, ...words];
  const letters = candidates.map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, ""));
  return [...new Set(letters.filter((word) => ABBREVIATION.test(word)).map(unaccent))];
}

/** Returns whether initials start with an abbreviation, apart from at most two omitted letters. */
function isSubsequence(abbreviation: string, initials: string): boolean {
  if (abbreviation[0] !== initials[0]) return false;
  let [at, skipped] = [1, 0];
  for (const letter of initials.slice(1)) {
    if (at === abbreviation.length) break;
    if (letter === abbreviation[at]) at += 1;
    else skipped += 1;
  }
  return at === abbreviation.length && skipped <= 2;
}

/** Returns whether an abbreviation may stand for a name with these initials. */
export const matchesInitials = (abbreviation: string, initials: readonly string[]): boolean =>
  initials.some(
    (letters) =>
      letters.startsWith(abbreviation) ||
      (abbreviation.length >= 3 && letters.includes(abbreviation)) ||
      (abbreviation.length >= 4 && isSubsequence(abbreviation, letters)),
  );
