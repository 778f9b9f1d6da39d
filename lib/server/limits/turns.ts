import { setImmediate } from "node:timers/promises";

/**
 * Returns promises that resolve one after the other, each in a task of its own, so that long work in
 * parts does not keep the event loop from other requests.
 */
export function turnsOf(count: number): Promise<void>[] {
  let last = Promise.resolve();
  return Array.from({ length: count }, () => (last = last.then(() => setImmediate())));
}
