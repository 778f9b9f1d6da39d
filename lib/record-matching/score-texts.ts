import { matchWords, shareOf } from "./match-words";
import type { NormalizedName } from "./normalized-name";

/** Words that occur in many texts, folded. They have less weight. */
const COMMON = new Set(
  (
    "projekt project kooperation cooperation collaboration netzwerk network programm program programme partnerschaft partnership entwicklung development " +
    "forschung research studie study analyse analysis system systeme systems teil part phase stufe stage beispiel example international internationale " +
    "europaische european europe europa new neue thematic field themenfeld allgemeine general sonstige other wissenschaft wissenschaften science sciences studies"
  ).split(" "),
);

const weightOf = (word: string) => (COMMON.has(word) ? 0.4 : word.length <= 2 ? 0.4 : word.length <= 4 ? 0.8 : 1);
const sum = (words: readonly string[]) => words.reduce((total, word) => total + weightOf(word), 0);

function byNumbers(a: readonly string[], b: readonly string[]): number {
  const [onlyA, onlyB] = [a.filter((number) => !b.includes(number)), b.filter((number) => !a.includes(number))];
  if (onlyA.length > 0 && onlyB.length > 0) return 0.35;
  return onlyA.length + onlyB.length > 0 ? 0.58 : 1;
}

/** Returns the similarity of two texts, from 0 to 1. */
export function scoreTexts(a: NormalizedName, b: NormalizedName): number {
  const { shared, onlyA, onlyB } = matchWords(a.words, b.words);
  const named = shared.reduce((total, { word, nearness }) => total + nearness * weightOf(word), 0);
  const unsure = shared.reduce((total, { word, nearness }) => total + (1 - nearness) * weightOf(word), 0);
  // An abbreviation that only one text has does not lower the score.
  const without = (words: readonly string[], short: readonly string[]) => words.filter((word) => !short.includes(word));
  const isWhole = onlyA.length === 0 && onlyB.length === 0 && a.words.length + b.words.length === 0;
  const isSameNumber = isWhole && a.ideas.length > 0 && a.ideas.join(" ") === b.ideas.join(" ");
  const share = isSameNumber
    ? 1
    : shareOf(named, sum(without(onlyA, a.short)) + unsure, sum(without(onlyB, b.short)) + unsure, {
        more: 0.95,
        other: 1.2,
      });
  return share * byNumbers(a.ideas, b.ideas);
}
