import dictionary from "./data/words.json";
import { parseWordSet } from "./dictionary";
import { minOf } from "@/lib/model/pure/long-lists";
import { getAt } from "@/lib/model/pure/get-at";

/** Endings that one place or person has in several languages and grammatical cases. */
const endings = new Set(["", ...parseWordSet(dictionary.wordEndings)]);

/** Returns whether the restricted Damerau-Levenshtein distance of two words is at most `maxEdits`. */
function isWithinEdits(a: string, b: string, maxEdits: number): boolean {
  if (Math.abs(a.length - b.length) > maxEdits) return false;
  let [previous, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = getAt(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const edits = Math.min(getAt(row, j) + 1, getAt(next, j - 1) + 1, substitution);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(isSwapped ? Math.min(edits, getAt(previous, j - 2) + 1) : edits);
    }
    if (minOf(next, Infinity) > maxEdits) return false;
    [previous, row] = [row, next];
  }
  return getAt(row, b.length) <= maxEdits;
}

/** Returns whether two words differ only in their endings: `wroclaw`, `wroclawska`. */
function hasSameStem(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  if (start < 4 || start < 0.5 * Math.max(a.length, b.length)) return false;
  // After a short stem a longer ending is part of the name: Paraná is not Pará.
  if (start === 4 && Math.max(a.length, b.length) > 5) return false;
  return endings.has(a.slice(start)) && endings.has(b.slice(start));
}

/** Returns the similarity of two words: 1 if equal, less for a typing error or other ending. */
export function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length < 4 || b.length < 4 || a[0] !== b[0]) return 0;
  if (hasSameStem(a, b)) return 0.9;
  const length = Math.min(a.length, b.length);
  return length >= 6 && isWithinEdits(a, b, length >= 10 ? 2 : 1) ? 0.85 : 0;
}
