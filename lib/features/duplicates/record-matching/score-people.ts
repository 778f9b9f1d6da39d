import dictionary from "./data/words.json";
import { parseWordSet } from "./dictionary";
import { pairWords } from "./pair-words";
import { wordSimilarity } from "./word-similarity";
import { normalizeWords, significantWords } from "./words";
import { minOf } from "@/lib/model/pure/long-lists";

/** A person's normalized name: the significant words of first and last names, in their order. */
export type NormalizedPerson = { first: readonly string[]; last: readonly string[] };

/** Titles, degrees and forms of address, which are removed from names. */
const titles = parseWordSet(dictionary.personTitles);
/** Returns whether a folded word is a title, a degree or a form of address. */
export const isPersonTitle = (word: string) => titles.has(word);
const wordsOf = (text: string) => significantWords(normalizeWords(text)).filter((word) => !isPersonTitle(word));

/** Normalizes a person's name from first and last names, or from the whole name as one part. */
export function normalizePerson([first = "", last]: readonly string[]): NormalizedPerson {
  if (last !== undefined) return { first: wordsOf(first), last: wordsOf(last) };
  const words = wordsOf(first);
  // "Müller, Anna" is split the wrong way round, but still matches "Anna Müller", because
  // `scorePeople` compares names in both orders.
  return { first: words.slice(0, -1), last: words.slice(-1) };
}

/** Score of equal names. It is below 1, because different people may have the same name. */
const SAME_NAME = 0.92;

/** Compares two surnames. One part of a double name may be missing. */
function scoreSurnames(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  // Fast path: most surnames are a single word, so there is nothing to pair.
  if (a.length === 1 && b.length === 1) return wordSimilarity(a[0] ?? "", b[0] ?? "");
  const { shared, onlyA, onlyB } = pairWords(a, b);
  if (shared.length === 0) return a.join("") === b.join("") ? 1 : 0;
  const least = minOf(
    shared.map(({ similarity }) => similarity),
    1,
  );
  if (onlyA.length > 0 && onlyB.length > 0) return 0.4 * least;
  return least * (onlyA.length + onlyB.length > 0 ? 0.85 : 1);
}

/** Compares two first names: `A.` may be Anna, and Alex may be Alexander. */
function scoreFirstName(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length === 1) return long.startsWith(short) ? 0.75 : 0;
  if (short.length >= 3 && long.startsWith(short)) return 0.8;
  return wordSimilarity(a, b) * 0.9;
}

function scoreFirstNames(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0.6;
  if ([...a].sort().join(" ") === [...b].sort().join(" ") || a.join("") === b.join("")) return 1;
  const score = scoreFirstName(a[0] ?? "", b[0] ?? "");
  // Some people go by their second name.
  if (score === 0) return a.some((name) => name.length > 1 && b.includes(name)) ? 0.8 : 0;
  const isSecondOther = a.length > 1 && b.length > 1 && scoreFirstName(a[1] ?? "", b[1] ?? "") === 0;
  return score * (isSecondOther ? 0.6 : a.length === b.length ? 1 : 0.95);
}

function scoreInOrder(a: NormalizedPerson, b: NormalizedPerson): number {
  const surnames = scoreSurnames(a.last, b.last);
  return surnames > 0 ? surnames * scoreFirstNames(a.first, b.first) : 0;
}

const swapped = ({ first, last }: NormalizedPerson): NormalizedPerson => ({ first: last, last: first });

/** Returns the similarity of two people's names, from 0 to 1, whichever name comes first. */
export function scorePeople(a: NormalizedPerson, b: NormalizedPerson): number {
  const score = scoreInOrder(a, b);
  if (score === 1 || a.first.length === 0 || b.first.length === 0) return SAME_NAME * score;
  return SAME_NAME * Math.max(score, 0.97 * scoreInOrder(a, swapped(b)), 0.97 * scoreInOrder(swapped(a), b));
}
