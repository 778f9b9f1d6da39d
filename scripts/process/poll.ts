import { setTimeout as delay } from "node:timers/promises";

const INTERVAL_MS = 50;

/**
 * Calls a function every 50 ms until it returns neither undefined nor false.
 * @returns that result, or undefined after `timeoutMs`
 */
export async function poll<T>(
  check: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs: number,
): Promise<T | undefined> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const result = await check();
    if (result !== undefined && result !== false) return result;
    if (Date.now() >= end) return undefined;
    await delay(INTERVAL_MS);
  }
}
