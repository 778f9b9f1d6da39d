/*
 * Instead of `Math.max(...list)`, `Math.min(...list)` and `list.push(...more)`: a call with more than
 * some 100,000 arguments throws a RangeError.
 */

/** Returns the greatest of some numbers, at least `least`. */
export function maxOf(numbers: Iterable<number>, least: number): number {
  let most = least;
  for (const number of numbers) most = Math.max(most, number);
  return most;
}

/** Returns the least of some numbers, at most `most`. */
export function minOf(numbers: Iterable<number>, most: number): number {
  let least = most;
  for (const number of numbers) least = Math.min(least, number);
  return least;
}

/** Adds items to the end of a list. */
export function pushAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}
