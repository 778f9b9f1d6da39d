/** A deterministic source of random choices, the same on every machine and in every run. */
export type Choices = {
  /** True with this probability (0 to 1). */
  chance: (probability: number) => boolean;
  /** An integer from `low` to `high`, both inclusive. */
  between: (low: number, high: number) => number;
  /** One entry of a non-empty list. */
  pick: <Entry>(list: readonly Entry[]) => Entry;
  /** Up to `count` different entries, in the list's order. */
  some: <Entry>(list: readonly Entry[], count: number) => Entry[];
};

/** Creates deterministic choices (mulberry32) from a seed. */
export function choices(seed: number): Choices {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <Entry>(list: readonly Entry[]): Entry => {
    const entry = list[between(0, list.length - 1)];
    if (entry === undefined) throw new Error("Nothing to choose from");
    return entry;
  };
  const some = <Entry>(list: readonly Entry[], count: number): Entry[] => {
    const positions = new Set<number>();
    while (positions.size < Math.min(count, list.length)) positions.add(between(0, list.length - 1));
    return list.filter((_, position) => positions.has(position));
  };
  return { chance: (probability) => next() < probability, between, pick, some };
}
