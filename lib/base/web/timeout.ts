import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Resolves with the result of a promise, or with a fallback after a timeout. Without a timeout, a
 * connection that breaks silently may block its caller for a quarter of an hour.
 * @param timeoutMs timeout in milliseconds
 * @param fallback the fallback
 */
export function withTimeout<Result>(work: Promise<Result>, timeoutMs: number, fallback: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Result>((resolve) => (timer = setTimeout(() => resolve(fallback), timeoutMs)));
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** Longest time in milliseconds without yielding to the event loop. */
const MAX_BUSY_MS = 15;

/**
 * Maps over items, yielding to the event loop every 15 ms.
 * @param until deadline in epoch milliseconds
 * @returns the results computed before the deadline
 */
export async function mapYielding<Item, Result>(
  items: Iterable<Item>,
  until: number,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let lastYield = Date.now();
  for (const item of items) {
    results.push(work(item));
    const now = Date.now();
    if (now - lastYield < MAX_BUSY_MS) continue;
    if (now > until) break;
    await nextTurn();
    lastYield = Date.now();
  }
  return results;
}
