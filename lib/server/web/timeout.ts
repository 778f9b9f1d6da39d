import { setImmediate as others } from "node:timers/promises";

/**
 * What a promise comes to, or what stands for it when that takes too long: a connection that breaks without a word may keep its
 * caller for a quarter of an hour.
 * @param patience most milliseconds
 */
export function inTime<Result>(work: Promise<Result>, patience: number, otherwise: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Result>((resolve) => (timer = setTimeout(() => resolve(otherwise), patience)));
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

/** Others are answered meanwhile, too: after so many milliseconds at most. */
const BREATH_MS = 15;

/**
 * Does something for each of many, and lets others have their turn.
 * @param until when it has to be done, as `Date.now` counts
 * @returns so many results as there was time for
 */
export async function forEachInTime<Item, Result>(
  items: Iterable<Item>,
  until: number,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let breath = Date.now();
  for (const item of items) {
    results.push(work(item));
    const now = Date.now();
    if (now - breath < BREATH_MS) continue;
    if (now > until) break;
    await others();
    breath = Date.now();
  }
  return results;
}
