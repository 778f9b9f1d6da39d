import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Translate } from "@/lib/model/messages/i18n";
import { foldHeader } from "./fold-header";
import { knownHeaders } from "./import-columns";

/** Number of filled rows at the start of a table that may be its header row. */
export const HEADER_ROWS = 20;
/** Number of known headers by which a row below the first is recognized as the header row. */
const MIN_KNOWN_HEADERS = 2;

/**
 * Finds the header row of a table, above which there may be a title or a row of merged cells: the row
 * with the most known headers, of several such rows the one with the most filled cells; else the first
 * row with more than one filled cell.
 * @param rows the texts of the first filled rows
 * @returns the index of the row
 */
export function headerRowOf(
  definition: AnyDefinition,
  rows: readonly (readonly string[])[],
  languages: readonly Translate<"records">[],
): number {
  const headers = knownHeaders(definition, languages);
  const candidates = rows.slice(0, HEADER_ROWS).map((cells, at) => {
    const filled = cells.filter((cell) => cell.trim() !== "");
    const known = new Set(filled.map(foldHeader).filter((text) => headers.has(text)));
    return { at, known: known.size, filled: filled.length };
  });
  const [first] = candidates;
  const [best] = candidates.toSorted((a, b) => b.known - a.known || b.filled - a.filled);
  if (best && best.known >= MIN_KNOWN_HEADERS) return best.at;
  if (first && first.known > 0) return 0;
  return candidates.find(({ filled }) => filled > 1)?.at ?? 0;
}
