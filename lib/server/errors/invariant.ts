/**
 * Returns a value that cannot be missing.
 * @param what the value's name in the error
 * @throws Error where it is missing: a defect, which must not go on with a default
 */
export function expectDefined<Value>(value: Value | null | undefined, what: string): Value {
  if (value === undefined || value === null) throw new Error(`Missing: ${what}`);
  return value;
}

/**
 * Returns the item at an index that the list must have.
 * @throws Error where it has none: a defect, which must not go on with a default
 */
export function getAt<Item>(list: readonly Item[], index: number): Item {
  if (!Number.isInteger(index) || index < 0 || index >= list.length) {
    throw new Error(`No item at ${index} of ${list.length}`);
  }
  return list[index] as Item;
}
