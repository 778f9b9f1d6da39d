/**
 * Returns the first `most` names, and the number of the others as `+2`.
 * @param total the total number of names, if `names` contains only the first ones
 */
export function firstNames(names: readonly string[], most: number, total = names.length): string[] {
  const first = names.slice(0, most);
  return total > first.length ? [...first, `+${total - first.length}`] : first;
}
