import { abbreviationsIn } from "./abbreviations";
import { wordsInBrackets } from "./brackets";
import dictionary from "./data/words.json";
import { parseWordSet } from "./dictionary";
import type { NormalizedName } from "./normalized-name";
import { pairWords, weighShared, weightedShare } from "./pair-words";
import { isNumber, normalizeWords, significantWords } from "./words";

/** Normalizes a text, such as a title. Numbers are separate, because "phase 1" is not "phase 2". */
export function normalizeText(text: string): NormalizedName {
  const words = significantWords(normalizeWords(text));
  if (words.at(-1) === "i") words.splice(-1, 1, "1");
  const brackets = wordsInBrackets(text, (part) => significantWords(normalizeWords(part)));
  return {
    words: [...new Set(words.filter((word) => !isNumber(word)))],
    ideas: [...new Set(words.filter(isNumber).map((number) => number.replace(/^0+(?=.)/, "")))].sort(),
    short: abbreviationsIn(text),
    ...(brackets.length > 0 && { brackets }),
    initials: [],
  };
}

/** Words that occur in many texts; they have less weight. */
const commonWords = parseWordSet(dictionary.commonTextWords);
const wordWeight = (word: string) => (commonWords.has(word) || word.length <= 2 ? 0.4 : word.length <= 4 ? 0.8 : 1);

function numbersFactor(a: readonly string[], b: readonly string[]): number {
  const [onlyA, onlyB] = [a.filter((number) => !b.includes(number)), b.filter((number) => !a.includes(number))];
  if (onlyA.length > 0 && onlyB.length > 0) return 0.35;
  return onlyA.length + onlyB.length > 0 ? 0.58 : 1;
}

/** Returns the similarity of two texts, from 0 to 1. */
export function scoreTexts(a: NormalizedName, b: NormalizedName): number {
  const areNumbers = a.words.length + b.words.length === 0 && a.ideas.length > 0;
  if (areNumbers && a.ideas.join(" ") === b.ideas.join(" ")) return 1;
  const { shared, onlyA, onlyB } = pairWords(a.words, b.words);
  const { similar, dissimilar } = weighShared(shared, wordWeight);
  // An abbreviation that only one text has does not lower the score.
  const weigh = (words: readonly string[], abbreviations: readonly string[]) =>
    words.reduce((sum, word) => (abbreviations.includes(word) ? sum : sum + wordWeight(word)), 0) + dissimilar;
  return weightedShare(similar, weigh(onlyA, a.short), weigh(onlyB, b.short)) * numbersFactor(a.ideas, b.ideas);
}
