import type { AnyDefinition } from "../../records/kinds/define";
import {
  exportedHeaders,
  mappingByHeaders,
  sampleCells,
  withContents,
  type Mapping,
} from "../../records/spreadsheets/import-columns";
import { importColumnsOf, type SpreadsheetColumn } from "../../records/spreadsheets/spreadsheet-columns";
import { inBoundedTime, type Context } from "../database/transaction";
import { recordWords } from "../records/record-words";
import { idsByName, nameSourceOf } from "../records/sql/named-ids";
import { cellText } from "./import-responses";
import { namesIn, readCell, type KnownNames } from "./row-values";
import type { ImportCell } from "./parsing/table-rows";

/** The words of the languages in which headers are known. */
export const LANGUAGES = [recordWords("de"), recordWords("en")];
/** Limits of the lookup of names in the database: length of a cell, and number of names. */
const [MAX_NAME_LENGTH, MAX_NAMES] = [255, 10_000];
const TIMEOUT_MS = 60_000;

const sourceOf = (column: SpreadsheetColumn) =>
  "field" in column && column.field?.reference ? nameSourceOf(column) : null;

const mayBeNames = (text: string) => text.length <= MAX_NAME_LENGTH && text.split(/[|;]/).length <= 10;

/** Looks up the texts of cells in every reference list whose entries the columns can contain. */
async function namedIn(context: Context, columns: readonly SpreadsheetColumn[], texts: readonly string[]) {
  const cells = [...new Set(texts)].filter(mayBeNames);
  return inBoundedTime(
    context,
    async (connection) => {
      const known = new Map<string, Awaited<ReturnType<typeof idsByName>>>();
      for (const column of columns) {
        const source = sourceOf(column);
        if (!source || known.has(source.table)) continue;
        const names = new Set([...cells, ...cells.flatMap((cell) => namesIn(column, cell))]);
        known.set(source.table, await idsByName(connection, source.rows, [...names].slice(0, MAX_NAMES)));
      }
      return known as KnownNames;
    },
    TIMEOUT_MS,
  );
}

/**
 * Infers, for each column of an uploaded table, which field or link list of the kind it fills: from
 * its header in either language, or else from its cells.
 * @param rows the first rows of the table: enough that sparse columns have values as well
 */
export async function inferMapping(
  context: Context,
  definition: AnyDefinition,
  headers: readonly string[],
  rows: readonly { cells: readonly ImportCell[] }[],
): Promise<Mapping> {
  const known = mappingByHeaders(definition, headers, LANGUAGES);
  const left = exportedHeaders(definition, headers, LANGUAGES);
  const texts = Object.fromEntries(
    headers.flatMap((header, at) =>
      known[header] || left.has(header) ? [] : [[header, sampleCells(rows.map(({ cells }) => cellText(cells[at])))]],
    ),
  );
  const taken = new Set(Object.values(known));
  const free = importColumnsOf(definition).filter((column) => !taken.has(column.name) && sourceOf(column));
  const names = await namedIn(context, free, Object.values(texts).flat());
  return withContents(definition, known, texts, (column, text) => {
    const source = sourceOf(column)?.table ?? null;
    if (source === null || !mayBeNames(text)) return false;
    return readCell(column, text, names, { source, carried: null }).error === null;
  });
}
