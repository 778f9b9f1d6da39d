import { abbreviationsIn } from "./abbreviations";
import type { NormalizedName } from "./normalized-name";
import { foldedText, isNumber, sayingWords } from "./words";

/**
 * Normalizes a free-text name, such as a project title. Numbers are compared separately from words,
 * because "phase 1" and "phase 2" are different.
 */
export function normalizeText(text: string): NormalizedName {
  const all = sayingWords(foldedText(text)).map((word, at, words) =>
    word === "i" && at === words.length - 1 ? "1" : word,
  );
  return {
    words: [...new Set(all.filter((word) => !isNumber(word)))],
    ideas: [...new Set(all.filter(isNumber).map((number) => number.replace(/^0+(?=.)/, "")))].sort(),
    short: abbreviationsIn(text),
    initials: [],
  };
}
