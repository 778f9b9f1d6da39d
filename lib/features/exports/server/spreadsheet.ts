import type { Locale } from "@/lib/model/messages/i18n";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { displayDate } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { factText, isStored } from "@/lib/model/kinds/derived-facts";
import { NAME_SEPARATOR, type Cell, type EntryNames } from "@/lib/model/fields/field";
import type { ListQuery } from "@/lib/model/lists/list-query";
import type { ReferenceListName } from "@/lib/model/reference-lists/reference-lists";
import { holdsDays, spreadsheetHeader, type SpreadsheetColumn } from "../spreadsheet-columns";
import { recheckPermission } from "@/lib/sessions/recheck-permission";
import { inSnapshot, type Context } from "@/lib/store/database/transaction";
import type { Connection } from "@/lib/store/database/client";
import { refreshDerived } from "@/lib/store/records/refresh-derived";
import { findOptions } from "@/lib/store/records/find-records";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { listedKeys, spreadsheetRows } from "./export-rows";
import { streamPieces } from "./stream";
import { describeQuery } from "@/lib/store/search/describe-query";
import { recordWords } from "@/lib/store/records/record-words";
import type { PrintedHeading, SheetColumn, SheetContent } from "./sheet";

/**
 * Number of records that one statement reads. Rows of larger chunks outlive the young-generation
 * garbage collection, so that memory grows.
 */
const CHUNK = 100;
/** Timeouts in milliseconds: for a whole export, and for a client that has stopped reading. */
const TIMEOUT_MS = 15 * 60_000;
const STALLED = 60_000;

/**
 * Returns the reference lists whose entries the columns contain. Linked records need no lookup:
 * they are read with their names.
 */
const listsOf = (columns: readonly SpreadsheetColumn[]): ReferenceListName[] =>
  columns.flatMap((column) =>
    (column.by === "field" || column.by === "link") && column.field.reference ? [column.field.reference] : [],
  );

/**
 * Loads the names of reference list entries, indexed by id, because an export looks up thousands of
 * names.
 */
async function entryNames(context: Context, columns: readonly SpreadsheetColumn[]): Promise<EntryNames> {
  const options = Object.entries(await findOptions(context, [...new Set(listsOf(columns))]));
  const names = new Map(options.map(([list, entries]) => [list, new Map(entries.map(({ id, label }) => [id, label]))]));
  return { locale: context.locale, nameOf: (list, id) => names.get(list)?.get(id) ?? `#${id}` };
}

function cellOf(column: SpreadsheetColumn, row: AnyRow, names: EntryNames): Cell {
  const value = row[column.name];
  switch (column.by) {
    case "key":
      return Number(value);
    case "links":
      return (value as readonly string[]).join(NAME_SEPARATOR);
    case "link":
      return (value as readonly unknown[]).map((one) => column.field.text(one, names)).join(NAME_SEPARATOR);
    case "moment":
      return typeof value === "string" ? { day: value } : null;
    case "derived":
      if (column.fact.entries) return factText(row, column.fact, names.locale);
      return typeof value === "string" ? { day: value } : null;
    case "field":
      return column.field.cell(value, names);
  }
}

/** Returns what the pages of a printed sheet show, with the day and the page number in words. */
export function printedHeading(locale: Locale, texts: Pick<PrintedHeading, "title" | "filters">): PrintedHeading {
  const words = recordWords(locale);
  return {
    ...texts,
    day: words("overview.as_of", { day: displayDate(dayOf(new Date())) }),
    page: (page, pages) => words("overview.page", { page, pages }),
  };
}

/** Maximum widths of spreadsheet columns in characters: of what names a record, and of others. */
const LABEL_WIDTH = 60;
const MAX_WIDTH = 40;

/**
 * Exports all records that a list query matches, from one database snapshot (contract §10). Reads
 * only as fast as the client does, so that only one chunk is in memory.
 * @param view the name of the view that the query is from, if any
 * @returns the sheet; the stream of its rows fails if the account loses its rights or the client
 * stalls
 */
export async function spreadsheetOf(
  context: Context,
  user: number,
  definition: AnyDefinition,
  { query, columns, view }: { query: ListQuery; columns: readonly SpreadsheetColumn[]; view?: string },
): Promise<SheetContent> {
  if (columns.some((column) => column.by === "derived" && isStored(column.fact)))
    await refreshDerived(context, definition);
  const { locale } = context;
  const words = recordWords(locale);
  const name = words(`${definition.name}.many`);
  const heading = printedHeading(locale, {
    title: view === undefined ? name : `${name} – ${view}`,
    filters: (await describeQuery(context, definition, query)).join(" · "),
  });

  async function read(connection: Connection, give: (rows: Cell[][]) => Promise<void>) {
    const names = await entryNames({ ...context, connection }, columns);
    const keys = await listedKeys(connection, definition, query);
    for (let from = 0; from < keys.length; from += CHUNK) {
      // Checks the account outside the snapshot, which does not show that it was disabled
      // meanwhile.
      await recheckPermission(context, "read", definition.name);
      const ids = keys.slice(from, from + CHUNK);
      const rows = await spreadsheetRows(connection, definition, columns, { ids, locale });
      await give(rows.map((row) => columns.map((column) => cellOf(column, row, names))));
    }
  }

  const rows = await streamPieces<Cell[][]>(
    (give) =>
      withConcurrencyLimit("exporting", user, () =>
        inSnapshot(context, (connection) => read(connection, give), TIMEOUT_MS),
      ),
    STALLED,
  );
  const labels = definition.labelFields(locale);
  const sheetColumns = columns.map((column): SheetColumn => ({
    header: spreadsheetHeader(definition, column, words),
    isDays: holdsDays(column),
    maxWidth: labels.includes(column.name) ? LABEL_WIDTH : MAX_WIDTH,
  }));
  return { name, columns: sheetColumns, rows, heading };
}
