import { foldHeader } from "./fold-header";

/** What stands between a heading of merged cells and the header below it. */
const SEPARATOR = ": ";

/**
 * A header below merged cells, such as `Ansprechperson: Name`, with its folded parts; `isUnique` means
 * that no other header of the table has the same last part.
 */
export type ComposedHeader = { header: string; group: string; last: string; isUnique: boolean };

/** Returns the headers of a table that are below merged cells. */
export function composedHeaders(headers: readonly string[]): ComposedHeader[] {
  const parts = headers.map((header) => {
    const at = header.lastIndexOf(SEPARATOR);
    const [group, last] = at < 0 ? ["", header] : [header.slice(0, at), header.slice(at)];
    return { header, group: foldHeader(group), last: foldHeader(last) };
  });
  const counts = new Map<string, number>();
  for (const { last } of parts) counts.set(last, (counts.get(last) ?? 0) + 1);
  return parts
    .filter(({ group, last }) => group !== "" && last !== "")
    .map((each) => ({ ...each, isUnique: counts.get(each.last) === 1 }));
}
