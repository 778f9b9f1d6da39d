import type { DuplicatePair } from "../kinds/alike";

/** Records that hang together by pairs: two, or more where one of a pair is alike a third one, too. */
export type DuplicateGroup = { ids: number[]; pairs: DuplicatePair[] };

/** Pairs in groups of what hangs together, each where its first pair stood. */
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
      first.ids.push(...other.ids);
      first.pairs.push(...other.pairs);
      groups.splice(groups.indexOf(other), 1);
    }
    first.ids = [...new Set([...first.ids, ...ends])];
    first.pairs.push(pair);
  }
  return groups;
}

/** Which of two records is kept unless somebody says otherwise: the one with more links, else the one that was there first. */
export const keptOfPair = (
  a: number,
  b: number,
  links: Readonly<Record<number, number>>,
): [keep: number, drop: number] => {
  const [first, second] = a < b ? [a, b] : [b, a];
  return (links[second] ?? 0) > (links[first] ?? 0) ? [second, first] : [first, second];
};
