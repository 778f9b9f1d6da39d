import { HEADER_ROWS, headerRowOf } from "../../records/spreadsheets/header-row";
import type { AnyDefinition } from "../../records/kinds/define";
import type { Context } from "../database/transaction";
import { invalid } from "../errors/errors";
import { getAt } from "../errors/invariant";
import { firstRowsOf, type StoredImport } from "./imports-sql";
import { inferMapping, LANGUAGES } from "./infer-mapping";
import { textOf, type TableRow } from "./parsing/table-rows";

const MAX_HEADER_LENGTH = 255;

/** Number of rows below the header row from which column samples are taken. */
const SAMPLE_ROWS = 100;

/** The header row of a table, its headers, and the fields that the columns fill. */
export type TableHeader = Pick<StoredImport, "header_row" | "headers" | "mapping">;

/**
 * Returns one header per column; a column without a header is named by its position, such as `(3)`.
 * Null if two columns have the same header.
 */
function headersIn({ cells }: TableRow): string[] | null {
  const headers = cells.map((cell, at) => textOf(cell).slice(0, MAX_HEADER_LENGTH).toWellFormed() || `(${at + 1})`);
  return new Set(headers).size < headers.length ? null : headers;
}

/**
 * Reads the headers of an uploaded table and infers what its columns contain.
 * @param rows the first filled rows
 * @param at index of the header row
 * @param place the field under which equal headers are reported
 * @throws AppError validation_failed for equal headers
 */
async function headerAt(
  context: Context,
  definition: AnyDefinition,
  rows: readonly TableRow[],
  { at, place }: { at: number; place: string },
): Promise<TableHeader & { samples: TableRow[] }> {
  const headers = headersIn(getAt(rows, at));
  if (!headers) throw invalid({ [place]: ["header_twice"] });
  const below = rows.slice(at + 1);
  const mapping = await inferMapping(context, definition, headers, below);
  return { header_row: getAt(rows, at).row, headers, mapping, samples: below.slice(0, SAMPLE_ROWS) };
}

/** Finds the header row of an uploaded table, whose first filled rows are given. */
export const findHeader = (context: Context, definition: AnyDefinition, rows: readonly TableRow[]) => {
  const texts = rows.slice(0, HEADER_ROWS).map(({ cells }) => cells.map(textOf));
  return headerAt(context, definition, rows, { at: headerRowOf(definition, texts, LANGUAGES), place: "file" });
};

/**
 * Returns the import with another header row, if one is chosen, and with the columns' fields inferred
 * anew.
 * @throws AppError validation_failed for a row that cannot be the header row
 */
export async function withHeaderRow(
  context: Context,
  definition: AnyDefinition,
  found: StoredImport,
  row: number | undefined,
): Promise<StoredImport> {
  if (row === undefined || row === found.header_row) return found;
  const rows = await firstRowsOf(context.connection, found.import_id);
  const at = rows.slice(0, HEADER_ROWS).findIndex((each) => each.row === row);
  if (at < 0) throw invalid({ header_row: ["unknown"] });
  const { samples: _, ...header } = await headerAt(context, definition, rows, { at, place: "header_row" });
  return { ...found, ...header };
}
