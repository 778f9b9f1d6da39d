import type { AnyDefinition } from "../kinds/define";
import type { Words } from "../lists/filter-names";
import { mappingByHeaders } from "./import-columns";

/** Number of filled rows at the start of a table that may be its header row. */
export const HEADER_ROWS = 20;
/** Number of known headers by which a row below the first is recognized as the header row. */
const FEWEST_KNOWN = 2;

const filledIn = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "");

/**
 * Finds the header row of a table, above which there may be a title: the row with the most known
 * headers, else the first row with more than one filled cell.
 * @param rows the texts of the first filled rows
 * @returns the index of the row
 */
export function headerRowOf(
  definition: AnyDefinition,
  rows: readonly (readonly string[])[],
  languages: readonly Words[],
): number {
  const known = rows.slice(0, HEADER_ROWS).map((cells) => {
    const headers = filledIn(cells);
    return Object.values(mappingByHeaders(definition, headers, languages)).filter(Boolean).length;
  });
  const most = Math.max(0, ...known);
  if (most >= FEWEST_KNOWN) return known.indexOf(most);
  if ((known[0] ?? 0) > 0) return 0;
  const isNarrow = rows.every((cells) => filledIn(cells).length <= 1);
  return isNarrow
    ? 0
    : Math.max(
        0,
        rows.slice(0, HEADER_ROWS).findIndex((cells) => filledIn(cells).length > 1),
      );
}
