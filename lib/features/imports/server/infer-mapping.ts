import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { ALIASES } from "@/lib/model/kinds/aliases";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import {
  exportedHeaders,
  isExportOf,
  mappingByHeaders,
  sampleCells,
  withContents,
  type Mapping,
} from "../import-columns";
import { importColumnsOf, type SpreadsheetColumn } from "@/lib/features/exports/spreadsheet-columns";
import { inBoundedTime, type Context } from "@/lib/store/database/transaction";
import { recordWords } from "@/lib/store/records/record-words";
import { idsByName, nameSourceOf } from "./named-ids";
import { storedRecords } from "@/lib/store/sql/stored-records";
import { foldName, keyIn } from "./match-rows";
import { namesIn, readCell, type KnownNames } from "./row-values";
import { cellText, trimmedText, type ImportCell } from "./parsing/table-rows";
import { ownValue } from "@/lib/model/pure/own-value";

/** The words of the languages in which headers are known. */
export const LANGUAGES = [recordWords("de"), recordWords("en")];
/** The headers of the reasons in a download of refused rows, which may be uploaded again. */
const REASON_HEADERS = [de.imports.reason, en.imports.reason];
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
        known.set(source.table, await idsByName(connection, source, [...names].slice(0, MAX_NAMES)));
      }
      return known as KnownNames;
    },
    TIMEOUT_MS,
  );
}

/** The number of keys of records in a column, and the share of them beside the record's own name. */
const [KEYS_COMPARED, MIN_OWN_SHARE] = [200, 1 / 5];

type Cells = { cells: readonly ImportCell[] };

/**
 * Returns whether a column called `ID` contains the keys of records, and not a numbering of its own
 * (contract §10).
 */
async function containsKeys(
  { connection }: Context,
  definition: AnyDefinition,
  { headers, mapping, at }: { headers: readonly string[]; mapping: Mapping; at: number },
  rows: readonly Cells[],
): Promise<boolean> {
  const keyed = rows.flatMap(({ cells }) => {
    const id = keyIn(cells.at(at) ?? "");
    return id === null ? [] : [{ id, cells }];
  });
  const stored = await storedRecords(connection, definition, [...new Set(keyed.map(({ id }) => id))]);
  if (stored.size === 0) return false;
  if (
    isExportOf(
      definition,
      headers.filter((header) => !REASON_HEADERS.includes(header)),
      LANGUAGES,
    )
  )
    return true;
  const fields = definition.labelFields("de").flatMap((field) => {
    const place = headers.findIndex((header) => ownValue(mapping, header) === field);
    return place < 0 ? [] : [{ field, place }];
  });
  if (fields.length === 0) return true;
  const labelIn = (values: AnyRow) => {
    const all = Object.fromEntries(fields.map(({ field }) => [field, values[field]]));
    return foldName(definition.label(all, "de"));
  };
  const compared = keyed
    .flatMap(({ id, cells }) => {
      const record = stored.get(id)?.values;
      return record ? [{ record, cells }] : [];
    })
    .slice(0, KEYS_COMPARED);
  const matching = compared.filter(({ record, cells }) => {
    const label = labelIn(Object.fromEntries(fields.map(({ field, place }) => [field, trimmedText(cells[place])])));
    const aliases = (record[ALIASES] as string[] | undefined) ?? [];
    return [labelIn(record), ...aliases.map(foldName)].includes(label);
  });
  return matching.length >= compared.length * MIN_OWN_SHARE;
}

/** Leaves out a column called `ID` that does not contain the keys of records. */
async function withConfirmedKey(
  context: Context,
  definition: AnyDefinition,
  { headers, mapping }: { headers: readonly string[]; mapping: Mapping },
  rows: readonly Cells[],
): Promise<Mapping> {
  const at = headers.findIndex((header) => ownValue(mapping, header) === definition.key);
  const header = headers[at];
  if (header === undefined || (await containsKeys(context, definition, { headers, mapping, at }, rows))) return mapping;
  return { ...mapping, [header]: null };
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
  rows: readonly Cells[],
): Promise<Mapping> {
  const mapping = mappingByHeaders(definition, headers, LANGUAGES);
  const known = await withConfirmedKey(context, definition, { headers, mapping }, rows);
  const exportedOnly = exportedHeaders(definition, headers, LANGUAGES);
  const texts = Object.fromEntries(
    headers.flatMap((header, at) =>
      ownValue(known, header) || exportedOnly.has(header)
        ? []
        : [[header, sampleCells(rows.map(({ cells }) => cellText(cells[at])))]],
    ),
  );
  const named = importColumnsOf(definition).filter(sourceOf);
  const names = await namedIn(context, named, Object.values(texts).flat());
  return withContents(definition, known, texts, (column, text) => {
    const source = sourceOf(column)?.table ?? null;
    if (source === null || !mayBeNames(text)) return false;
    return readCell(column, text, names, { source, current: null }).error === null;
  });
}
