/**
 * Returns the value of an object's own property; undefined if it has none. Reading `values[key]` would
 * return `Object` for the key `constructor`, which users may send or have as a header of a table.
 */
export const ownValue = <Value>(values: Readonly<Record<PropertyKey, Value>>, key: PropertyKey): Value | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;
