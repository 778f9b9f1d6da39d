import { HEADER_ROWS } from "../header-row";
import { IMPORT_PREVIEW_ROWS, IMPORT_RENAMES_LISTED } from "@/lib/model/limits";
import { CHOSEN_ENCODINGS } from "../encodings";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Context } from "@/lib/store/database/transaction";
import { matchFieldsOf } from "./matching-records";
import * as store from "./imports-sql";
import { cellText, trimmedText, type ImportCell } from "./parsing/table-rows";
import { textsOfChanges } from "./change-texts";
import { definitionOfImport } from "./run";
import { similarAnswers } from "./similar-rows";
import type { UnknownName } from "../import-answers";
import { expectDefined } from "@/lib/base/errors/invariant";
import { ownValue } from "@/lib/model/pure/own-value";

/** The number of sample values per column. */
const SAMPLES = 3;
/** The number of rows from which samples are taken. */
const SAMPLED_ROWS = 20;
/** Maximum number of characters of a sample value. */
const SAMPLE_LENGTH = 100;

const sampleText = (cell: ImportCell | undefined) => trimmedText(cell).slice(0, SAMPLE_LENGTH).toWellFormed();

/** Returns how a file was read, and how else it could be read (contract §10). */
export const parseDetails = ({
  encoding,
  sheet,
  sheets,
}: Pick<store.StoredImport, "encoding" | "sheet" | "sheets">) => ({
  encoding,
  encodings: encoding === null ? null : [...CHOSEN_ENCODINGS],
  sheet,
  sheets,
});

/**
 * Returns the columns of an uploaded table, each with its header, the field to which it is mapped,
 * and sample values.
 */
export function columnsOf(
  { headers, mapping }: Pick<store.StoredImport, "headers" | "mapping">,
  rows: readonly { cells: ImportCell[] }[],
) {
  return headers.map((header, at) => {
    const texts = rows.map(({ cells }) => sampleText(cells[at])).filter(Boolean);
    return {
      header,
      field: ownValue(mapping, header) || null,
      samples: [...new Set(texts)].slice(0, SAMPLES),
    };
  });
}

/** Converts rows of a preview to the format of the API. */
export async function rowAnswers(context: Context, storedImport: store.StoredImport, rows: readonly store.StoredRow[]) {
  const definition = definitionOfImport(storedImport);
  const [similar, texts] = await Promise.all([
    similarAnswers(context, definition, storedImport, rows),
    textsOfChanges(context, definition, rows),
  ]);
  return rows.map(({ row, action, record_id, errors, changes, cells, repeats, label }) => ({
    row,
    action,
    id: record_id,
    ...(action === "update" && { label: label ?? "" }),
    errors,
    changes,
    texts: texts.get(row) ?? {},
    cells: Array.from({ length: Math.max(cells.length, storedImport.headers.length) }, (_, at) => cellText(cells[at])),
    similar: similar.get(row) ?? [],
    repeats,
  }));
}

const countsByAction = ({ create, update, same, refused, skip }: store.ImportCounts) => {
  return { create, update, same, refused, skip };
};

/** Returns the preview of an import: row counts by action, and the first rows. */
export async function previewOf(context: Context, storedImport: store.StoredImport, unknown: readonly UnknownName[]) {
  const { connection } = context;
  const rows = await store.listImportRows(connection, storedImport.import_id, { limit: IMPORT_PREVIEW_ROWS });
  const { similar, uncompared, repeated, renames, dropped, no_end, with_end, fixed_term } = storedImport.counts;
  return {
    ...countsByAction(storedImport.counts),
    similar,
    uncompared,
    repeated,
    renames,
    pairs: await store.renamesOf(connection, storedImport.import_id, IMPORT_RENAMES_LISTED),
    dropped,
    no_end,
    with_end,
    fixed_term,
    unknown_names: unknown,
    rows: await rowAnswers(context, storedImport, rows),
  };
}

/**
 * Returns an import's state (contract §10). Reads no rows for samples while the import is running,
 * because clients then poll its state.
 */
export async function importAnswer({ connection }: Context, found: store.StoredImport) {
  const { import_id: id, kind, file_name, header_row, state, batch, match, unknown, names, create_with } = found;
  const { created_at, counts, not_applicable, finished } = found;
  const isRunning = state === "running";
  const [sampleRows, firstRows] = await Promise.all([
    isRunning ? [] : store.listImportRows(connection, id, { limit: SAMPLED_ROWS }),
    isRunning ? [] : store.firstRowsOf(connection, id, HEADER_ROWS),
  ]);
  return {
    id,
    kind,
    file_name,
    state,
    done: counts.written,
    total: counts.create + counts.update,
    batch,
    result: state === "uploaded" ? null : countsByAction(counts),
    rows: counts.total,
    header_row,
    ...parseDetails(found),
    first_rows: firstRows.map(({ row, cells }) => ({ row, cells: cells.map(sampleText) })),
    columns: columnsOf(found, sampleRows),
    match,
    unknown,
    names,
    create_with,
    not_applicable,
    finished,
    created_at: created_at.toISOString(),
  };
}

/**
 * Returns an import of the current account in the format of the API, or null if the account has no
 * such import.
 */
export async function findOwnImport(context: Context, id: number) {
  const found = await store.findImport(context.connection, expectDefined(context.actor, "the account").id, id);
  return found && importAnswer(context, found);
}

/** Returns whether rows of an import can be matched with records by the field `name`. */
export const mayMatchBy = (definition: AnyDefinition, name: string): boolean =>
  name === definition.key || matchFieldsOf(definition).includes(name);
