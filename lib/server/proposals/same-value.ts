/** Returns a value in the form in which JSON stores it, with the ids of entries in order. */
const comparable = (value: unknown): string => {
  const sorted =
    Array.isArray(value) && typeof value[0] === "number" ? (value as number[]).toSorted((a, b) => a - b) : value;
  return JSON.stringify(sorted ?? null);
};

/** Whether two values of a field are equal; the order of entries has no meaning. */
export const isSameValue = (one: unknown, other: unknown): boolean => comparable(one) === comparable(other);
