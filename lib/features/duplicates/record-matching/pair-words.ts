import { wordSimilarity } from "./word-similarity";

type SharedWord = { word: string; similarity: number };

/** Pairs a word of one name with two consecutive words of the other: `jiaotong` and `jiao tong`. */
function pairJoinedWords(one: string[], other: string[], shared: SharedWord[]): void {
  for (let at = 0; at + 1 < one.length; at += 1) {
    const word = `${one[at]}${one[at + 1]}`;
    const found = other.indexOf(word);
    if (found < 0) continue;
    shared.push({ word, similarity: 1 });
    one.splice(at, 2);
    other.splice(found, 1);
    at -= 1;
  }
}

/** Pairs equal words, then words that the other name writes as two, then the most similar words. */
export function pairWords(a: readonly string[], b: readonly string[]) {
  const [inA, inB] = [new Set(a), new Set(b)];
  const onlyA = [...inA].filter((word) => !inB.has(word));
  const onlyB = [...inB].filter((word) => !inA.has(word));
  const shared = [...inA].filter((word) => inB.has(word)).map((word): SharedWord => ({ word, similarity: 1 }));
  if (onlyA.length === 0 || onlyB.length === 0) return { shared, onlyA, onlyB };
  pairJoinedWords(onlyA, onlyB, shared);
  pairJoinedWords(onlyB, onlyA, shared);
  const similar = onlyA
    .flatMap((word) => onlyB.map((other) => ({ word, other, similarity: wordSimilarity(word, other) })))
    .filter(({ similarity }) => similarity > 0);
  // Makes ties independent of the order of the two names, so that the comparison is symmetric.
  const key = ({ word, other }: (typeof similar)[number]) => [word, other].sort().join(" ");
  similar.sort((one, other) => other.similarity - one.similarity || (key(one) < key(other) ? -1 : 1));
  for (const { word, other, similarity } of similar) {
    const [atA, atB] = [onlyA.indexOf(word), onlyB.indexOf(other)];
    if (atA < 0 || atB < 0) continue;
    shared.push({ word: word < other ? word : other, similarity });
    onlyA.splice(atA, 1);
    onlyB.splice(atB, 1);
  }
  return { shared, onlyA, onlyB };
}

/** Returns the weight of the shared words, split into a similar and a dissimilar part. */
export function weighShared(shared: readonly SharedWord[], weightOf: (word: string) => number) {
  const total = (share: (each: SharedWord) => number) =>
    shared.reduce((sum, each) => sum + share(each) * weightOf(each.word), 0);
  return { similar: total(({ similarity }) => similarity), dissimilar: total(({ similarity }) => 1 - similarity) };
}

/** Scores words by weight. Additional words in one name cost less than other words in both. */
export const weightedShare = (shared: number, onlyA: number, onlyB: number): number =>
  shared <= 0 ? 0 : shared / (shared + 0.95 * Math.max(onlyA, onlyB) + 1.2 * Math.min(onlyA, onlyB));
