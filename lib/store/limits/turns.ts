import { setImmediate } from "node:timers/promises";

/**
 * Returns promises that resolve one after another in separate event-loop turns, so that long work split
 * into parts does not block other requests.
 */
export function turnsOf(count: number): Promise<void>[] {
  let last = Promise.resolve();
  return Array.from({ length: count }, () => (last = last.then(() => setImmediate())));
}
