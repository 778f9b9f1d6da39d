import { setTimeout as delay } from "node:timers/promises";

const INTERVAL_MS = 50;

/**
 * Asks again and again until the answer is neither undefined nor false.
 * @returns that answer, or undefined when the deadline passed first
 */
export async function poll<T>(
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  deadlineMs: number,
): Promise<T | undefined> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() >= end) return undefined;
    await delay(INTERVAL_MS);
  }
}
