/**
 * Returns the first `max` names, and the number of the others as `+2`.
 * @param total the total number of names, if `names` contains only the first ones
 */
export function firstNames(names: readonly string[], max: number, total = names.length): string[] {
  const first = names.slice(0, max);
  return total > first.length ? [...first, `+${total - first.length}`] : first;
}
