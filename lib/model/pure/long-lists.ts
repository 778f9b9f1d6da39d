/*
 * Instead of `Math.max(...list)`, `Math.min(...list)` and `list.push(...more)`: a call with more than
 * some 100,000 arguments throws a RangeError.
 */

/** Returns the greatest of some numbers, at least `floor`. */
export function maxOf(numbers: Iterable<number>, floor: number): number {
  let greatest = floor;
  for (const number of numbers) greatest = Math.max(greatest, number);
  return greatest;
}

/** Returns the least of some numbers, at most `ceiling`. */
export function minOf(numbers: Iterable<number>, ceiling: number): number {
  let smallest = ceiling;
  for (const number of numbers) smallest = Math.min(smallest, number);
  return smallest;
}

/** Adds items to the end of a list. */
export function pushAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}
