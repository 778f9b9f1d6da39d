import { createTranslator } from "next-intl";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import type { Locale } from "@/lib/model/messages/i18n";
import { HEADER_ROWS, headerRowOf } from "../header-row";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Context } from "@/lib/store/database/transaction";
import { invalid } from "@/lib/base/errors/errors";
import { getAt } from "@/lib/model/pure/get-at";
import { firstRowsOf, widthOf, type StoredImport } from "./imports-sql";
import { inferMapping, LANGUAGES } from "./infer-mapping";
import type { HeaderGroup, ParsedHead } from "./parsing/read-table";
import { trimmedText, type ParsedRow } from "./parsing/table-rows";

const MAX_HEADER_LENGTH = 255;

/** Number of rows below the header row from which column samples are taken. */
const SAMPLE_ROWS = 100;

/** The header row of a table, its headers, and the fields that the columns fill. */
export type TableHeader = Pick<StoredImport, "header_row" | "headers" | "mapping">;

const messages = { de, en };

/** Returns a function that names columns without a header by their position, such as `Spalte 3`. */
function columnName(locale: Locale): (number: number) => string {
  const words = createTranslator({ locale, messages: messages[locale], namespace: "imports" });
  return (number) => words("unnamed_column", { number });
}

/** Numbers equal headers: `Telefon`, `Telefon (2)`. */
function numberDuplicates(headers: readonly string[]): string[] {
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return headers.map((header) => {
    let name = header;
    while (used.has(name)) {
      const count = (counts.get(header) ?? 1) + 1;
      counts.set(header, count);
      name = `${header} (${count})`;
    }
    used.add(name);
    return name;
  });
}

/**
 * Returns the common headings of columns: cells of the row above that are merged across columns. A single
 * one from the first column on is the title of the table.
 */
function groupsAbove(groups: readonly HeaderGroup[], headerRow: number): readonly HeaderGroup[] {
  const above = groups.filter(({ row }) => row === headerRow - 1);
  return above.length === 1 && above[0]?.firstColumn === 0 ? [] : above;
}

/**
 * Returns one header per column: with the common heading of several columns before it, named by its
 * position if it is empty, and numbered if there is an equal one.
 */
function headersIn({ row, cells }: ParsedRow, groups: readonly HeaderGroup[], locale: Locale): string[] {
  const nameOf = columnName(locale);
  const above = groupsAbove(groups, row);
  const named = cells.map((cell, at) => {
    const own = trimmedText(cell).replace(/\s+/g, " ");
    const group = above.find(({ firstColumn, lastColumn }) => firstColumn <= at && at <= lastColumn)?.text.trim();
    const header = group && own ? `${group}: ${own}` : own;
    return header.slice(0, MAX_HEADER_LENGTH).toWellFormed() || nameOf(at + 1);
  });
  return numberDuplicates(named);
}

/** The first filled rows of a table, and the cells among them that are merged across columns. */
type TableStart = Pick<ParsedHead, "firstRows" | "groups">;

/** Reads the headers of an uploaded table and infers what its columns contain. */
async function headerAt(
  context: Context,
  definition: AnyDefinition,
  { firstRows, groups }: TableStart,
  at: number,
): Promise<TableHeader & { samples: ParsedRow[] }> {
  const row = getAt(firstRows, at);
  const headers = headersIn(row, groups, context.locale);
  const below = firstRows.slice(at + 1);
  const mapping = await inferMapping(context, definition, headers, below);
  return { header_row: row.row, headers, mapping, samples: below.slice(0, SAMPLE_ROWS) };
}

/** Finds the header row of an uploaded table. */
export const findHeader = (context: Context, definition: AnyDefinition, start: TableStart) => {
  const texts = start.firstRows.slice(0, HEADER_ROWS).map(({ cells }) => cells.map(trimmedText));
  return headerAt(context, definition, start, headerRowOf(definition, texts, LANGUAGES));
};

/**
 * Returns the import with another header row, if one is chosen, and with the columns' fields inferred
 * anew. Row 0 means that no row contains headers.
 * @throws AppError validation_failed for a row that cannot be the header row
 */
export async function withHeaderRow(
  context: Context,
  definition: AnyDefinition,
  found: StoredImport,
  row: number | undefined,
): Promise<StoredImport> {
  if (row === undefined || row === found.header_row) return found;
  const firstRows = await firstRowsOf(context.connection, found.import_id);
  if (row === 0) {
    const width = await widthOf(context.connection, found.import_id);
    const headers = Array.from({ length: width }, (_, at) => columnName(context.locale)(at + 1));
    return { ...found, header_row: 0, headers, mapping: await inferMapping(context, definition, headers, firstRows) };
  }
  const at = firstRows.slice(0, HEADER_ROWS).findIndex((each) => each.row === row);
  if (at < 0) throw invalid({ header_row: ["unknown"] });
  const { samples: _, ...header } = await headerAt(context, definition, { firstRows, groups: found.groups }, at);
  return { ...found, ...header };
}
