/** A range of bytes: the position of the first one, and of the one behind the last. */
export type ByteRange = { start: number; end: number };

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/**
 * Parses the header `Range` (RFC 9110 §14.2).
 * @param size the number of bytes of the whole
 * @returns the range; null for the whole, which several ranges, another unit and nonsense get, too;
 * "unsatisfiable" if no byte lies in the range
 */
export function parseByteRange(header: string | null, size: number): ByteRange | null | "unsatisfiable" {
  const [, first, last] = ONE_RANGE.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length > 0 ? { start: size - length, end: size } : "unsatisfiable";
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size : Math.min(Number(last) + 1, size) };
}
