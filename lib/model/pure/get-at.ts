/**
 * Returns the item at an index that must be in range.
 * @throws Error when it is out of range: that is a defect, which a default value would hide
 */
export function getAt<Item>(list: readonly Item[], index: number): Item {
  if (!Number.isInteger(index) || index < 0 || index >= list.length) {
    throw new Error(`No item at ${index} of ${list.length}`);
  }
  return list[index] as Item;
}
