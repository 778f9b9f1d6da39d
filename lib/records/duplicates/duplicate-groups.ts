import type { DuplicatePair } from "../kinds/duplicate-fields";

/** Records connected by duplicate pairs: two, or more where one of them also resembles a third. */
export type DuplicateGroup = { ids: number[]; pairs: DuplicatePair[] };

/** Groups pairs into connected components, each at the position of its first pair. */
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

/**
 * Returns which of two records is kept by default: the one with more links, else the older one (the
 * lower id).
 */
export const survivorOf = (
  a: number,
  b: number,
  links: Readonly<Record<number, number>>,
): [keep: number, drop: number] => {
  const [first, second] = a < b ? [a, b] : [b, a];
  return (links[second] ?? 0) > (links[first] ?? 0) ? [second, first] : [first, second];
};
