import type { DuplicatePair } from "./duplicate-answers";
import { pushAll } from "@/lib/model/pure/long-lists";
import { ownValue } from "@/lib/model/pure/own-value";

/**
 * Records that are connected by pairs of possible duplicates: the two of a pair, or more if one of
 * them also forms a pair with a third.
 */
export type DuplicateGroup = { ids: number[]; pairs: DuplicatePair[] };

/** Groups pairs into connected components. A group takes the position of its first pair. */
export function duplicateGroups(pairs: readonly DuplicatePair[]): DuplicateGroup[] {
  const groups: DuplicateGroup[] = [];
  for (const pair of pairs) {
    const ends = [pair.a.id, pair.b.id];
    const [first, ...others] = groups.filter(({ ids }) => ids.some((id) => ends.includes(id)));
    if (!first) {
      groups.push({ ids: ends, pairs: [pair] });
      continue;
    }
    for (const other of others) {
      pushAll(first.ids, other.ids);
      pushAll(first.pairs, other.pairs);
      groups.splice(groups.indexOf(other), 1);
    }
    first.ids = [...new Set([...first.ids, ...ends])];
    first.pairs.push(pair);
  }
  return groups;
}

/**
 * Returns which of two records a merge keeps by default: the one with more links or, if they have
 * the same number, the older one (the lower id).
 */
export const survivorOf = (
  a: number,
  b: number,
  links: Readonly<Record<number, number>>,
): [keep: number, drop: number] => {
  const [first, second] = a < b ? [a, b] : [b, a];
  return (ownValue(links, second) ?? 0) > (ownValue(links, first) ?? 0) ? [second, first] : [first, second];
};
