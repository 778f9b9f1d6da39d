import { nearness } from "./near-words";

/**
 * The words that two names share, each with its similarity (`nearness`), and the words that only
 * one of them has.
 */
export type Match = { shared: { word: string; nearness: number }[]; onlyA: string[]; onlyB: string[] };

/**
 * Matches a word of one name with two consecutive words of the other: `jiaotong` and `jiao tong`.
 */
function joined(one: string[], other: string[], shared: Match["shared"]): void {
  for (let at = 0; at + 1 < one.length; at += 1) {
    const whole = `${one[at]}${one[at + 1]}`;
    const there = other.indexOf(whole);
    if (there < 0) continue;
    shared.push({ word: whole, nearness: 1 });
    one.splice(at, 2);
    other.splice(there, 1);
    at -= 1;
  }
}

/**
 * Pairs the words of two names: first equal words, then words that the other name writes as two,
 * then similar words, the most similar first.
 */
export function matchWords(a: readonly string[], b: readonly string[]): Match {
  const shared: Match["shared"] = [];
  const [inA, inB] = [new Set(a), new Set(b)];
  const onlyA = [...inA].filter((word) => !inB.has(word));
  const onlyB = [...inB].filter((word) => !inA.has(word));
  for (const word of inA) if (inB.has(word)) shared.push({ word, nearness: 1 });
  if (onlyA.length === 0 || onlyB.length === 0) return { shared, onlyA, onlyB };
  joined(onlyA, onlyB, shared);
  joined(onlyB, onlyA, shared);
  const near = onlyA.flatMap((word) =>
    onlyB.flatMap((other) => {
      const found = nearness(word, other);
      return found > 0 ? [{ word, other, found }] : [];
    }),
  );
  // Makes ties independent of the order of the two names, so that the comparison is symmetric.
  const key = ({ word, other }: (typeof near)[number]) => [word, other].sort().join(" ");
  near.sort((one, other) => other.found - one.found || (key(one) < key(other) ? -1 : 1));
  for (const { word, other, found } of near) {
    const [here, there] = [onlyA.indexOf(word), onlyB.indexOf(other)];
    if (here < 0 || there < 0) continue;
    shared.push({ word: word < other ? word : other, nearness: found });
    onlyA.splice(here, 1);
    onlyB.splice(there, 1);
  }
  return { shared, onlyA, onlyB };
}

/**
 * Scores two names from the total weights of their shared words and of the words that only one of
 * them has. Additional words in only one name (`more`) cost less than different words in both
 * (`other`).
 */
export function shareOf(
  shared: number,
  onlyA: number,
  onlyB: number,
  { more, other }: { more: number; other: number },
): number {
  if (shared <= 0) return 0;
  return shared / (shared + more * Math.max(onlyA, onlyB) + other * Math.min(onlyA, onlyB));
}
