import { dayOf } from "@/lib/model/fields/moments";
import { dayOrderOf, parseDay, type DayOrder, type ParsedDay } from "@/lib/model/fields/parse-day";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { FieldErrorCode, FieldErrors } from "@/lib/model/fields/field";
import { holdsDays, importColumn, type SpreadsheetColumn } from "@/lib/features/exports/spreadsheet-columns";
import { nameSourceOf } from "./named-ids";
import type { DecidedName } from "../import-answers";
import type { StoredImport, StoredRow } from "./imports-sql";
import { cellText, trimmedText, type ImportCell } from "./parsing/table-rows";
import { ownValue } from "@/lib/model/pure/own-value";

/** A row of the uploaded table. */
export type Row = Pick<StoredRow, "row" | "cells">;

/**
 * A field or link list, with the columns of the uploaded table that fill it, at the indexes `places`;
 * several ones are joined. `header` is that of the first column, `source` the database table in which
 * names are looked up, or null, `decided` what the user has decided about names that do not exist,
 * and `dayOrder` the order of day and month; two-digit years depend on `today`.
 */
export type Mapped = {
  header: string;
  column: SpreadsheetColumn;
  places: readonly number[];
  source: string | null;
  decided: ReadonlyMap<string, DecidedName>;
  dayOrder: DayOrder;
  today: string;
};

/** Returns what the columns of an uploaded table fill, in the order of the file. */
export function mappedColumns(
  definition: AnyDefinition,
  { headers, mapping, names, day_orders }: Pick<StoredImport, "headers" | "mapping" | "names" | "day_orders">,
): Mapped[] {
  const mapped = new Map<string, Mapped>();
  const today = dayOf(new Date());
  for (const [at, header] of headers.entries()) {
    const column = importColumn(definition, ownValue(mapping, header));
    if (!column) continue;
    const first = mapped.get(column.name);
    if (first) {
      mapped.set(column.name, { ...first, places: [...first.places, at] });
      continue;
    }
    const decided = new Map(Object.entries(ownValue(names, header) ?? {}));
    const dayOrder = ownValue(day_orders, header) ?? "day_first";
    const source = nameSourceOf(column)?.table ?? null;
    mapped.set(column.name, { header, column, places: [at], source, decided, dayOrder, today });
  }
  return [...mapped.values()];
}

const hasText = (cell: ImportCell): cell is string | Extract<ImportCell, { text: string }> =>
  typeof cell === "string" || "text" in cell;

/** Returns the cell of a row that fills a field; the texts of several columns are joined. */
export function cellIn(
  { column, places }: Pick<Mapped, "column" | "places">,
  { cells }: Pick<Row, "cells">,
): ImportCell {
  const filled = places.map((at) => cells.at(at) ?? "").filter((cell) => trimmedText(cell) !== "");
  const [only = "", ...others] = filled;
  if (others.length === 0) return only;
  const unreadable = filled.find((cell) => !hasText(cell));
  if (unreadable !== undefined) return unreadable;
  const join = column.by === "field" ? column.field.join : undefined;
  return join ? join(filled.map(trimmedText)) : only;
}

/** Returns the order of day and month in each column of days, by its header (contract §10). */
export function dayOrdersOf(
  definition: AnyDefinition,
  { headers, mapping }: Pick<StoredImport, "headers" | "mapping">,
  rows: readonly Row[],
): Record<string, DayOrder> {
  const orders = headers.flatMap((header, at): [string, DayOrder][] => {
    const column = importColumn(definition, ownValue(mapping, header));
    if (!column || !holdsDays(column)) return [];
    const texts = rows.map(({ cells }) => cells.at(at) ?? "").filter((cell) => typeof cell === "string");
    return [[header, dayOrderOf(texts)]];
  });
  return Object.fromEntries(orders);
}

/**
 * Reads a day from a cell: a number of a workbook by its calendar, any other text as people write days.
 * @returns the day or null, or an error code
 */
export function dayInCell(
  cell: Exclude<ImportCell, { formula: string } | { unreadable: string }>,
  { dayOrder, today }: Partial<Pick<Mapped, "dayOrder" | "today">>,
): ParsedDay {
  if (typeof cell === "object" && cell.day !== undefined) return parseDay(cell.day);
  return parseDay(cellText(cell), dayOrder, today);
}

/**
 * Returns the errors of a row that concern no mapped column: values beyond the last header, and
 * characters that could not be decoded, which show that the row may have been read wrongly.
 */
export function strayErrors(
  { headers, mapping }: Pick<StoredImport, "headers" | "mapping">,
  { cells }: Row,
): FieldErrors {
  const errors = new Map<string, FieldErrorCode[]>();
  for (const [at, cell] of cells.entries()) {
    const header = headers[at];
    if (typeof cell === "object" && "unreadable" in cell && !(header && ownValue(mapping, header)))
      errors.set(header ?? "", ["unreadable"]);
    if (header === undefined && trimmedText(cell) !== "") errors.set("", ["more_values"]);
  }
  return Object.fromEntries(errors);
}
