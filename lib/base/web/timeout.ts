import { setImmediate as others } from "node:timers/promises";

/**
 * Resolves with the result of a promise, or with a fallback after a timeout. Without a timeout, a
 * connection that breaks silently may block its caller for a quarter of an hour.
 * @param timeoutMs timeout in milliseconds
 * @param otherwise the fallback
 */
export function inTime<Result>(work: Promise<Result>, timeoutMs: number, otherwise: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Result>((resolve) => (timer = setTimeout(() => resolve(otherwise), timeoutMs)));
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

/** Longest time in milliseconds without yielding to the event loop. */
const BREATH_MS = 15;

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
