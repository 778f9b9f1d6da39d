import { importColumnsOf } from "../../records/spreadsheets/spreadsheet-columns";
import { IMPORT_PREVIEW_ROWS } from "../../limits";
import type { AnyDefinition } from "../../records/kinds/define";
import type { Context } from "../database/transaction";
import { matchFieldsOf } from "../records/sql/matching-records";
import * as store from "./imports-sql";
import type { ImportCell } from "./table-rows";
import { definitionOfImport } from "./run";
import { similarAnswers } from "./similar-rows";
import { expectDefined } from "../errors/invariant";

/** So many values show what is in a column. */
const SAMPLES = 3;
/** As many rows are looked at for them. */
const LOOKED_AT = 20;
/** Enough of a value to know it by. */
const SAMPLE_LENGTH = 100;

export const cellText = (cell: ImportCell | undefined) => (typeof cell === "object" ? cell.formula : (cell ?? ""));

/** The columns of a table: what heads them, what they fill, and what is in them. */
export function columnsOf(
  { headers, mapping }: Pick<store.StoredImport, "headers" | "mapping">,
  rows: readonly { cells: ImportCell[] }[],
) {
  return headers.map((header, at) => {
    const texts = rows.map(({ cells }) => cellText(cells[at]).trim().slice(0, SAMPLE_LENGTH)).filter(Boolean);
    return {
      header,
      field: (Object.hasOwn(mapping, header) && mapping[header]) || null,
      samples: [...new Set(texts)].slice(0, SAMPLES),
    };
  });
}

/** Rows of the preview as they travel. */
export async function rowAnswers(context: Context, asked: store.StoredImport, rows: readonly store.StoredRow[]) {
  const similar = await similarAnswers(context, definitionOfImport(asked), asked, rows);
  return rows.map(({ row, action, record_id, errors, changes, cells }) => ({
    row,
    action,
    id: record_id,
    errors,
    changes,
    cells: cells.map(cellText),
    similar: similar.get(row) ?? [],
  }));
}

const countsByAction = ({ create, update, same, refused, skip }: store.ImportCounts) => {
  return { create, update, same, refused, skip };
};

/** What an import would do, and its first rows. */
export async function previewOf(context: Context, asked: store.StoredImport) {
  const { connection } = context;
  const rows = await store.rowsOf(connection, asked.import_id, { limit: IMPORT_PREVIEW_ROWS });
  const { similar, uncompared } = asked.counts;
  return { ...countsByAction(asked.counts), similar, uncompared, rows: await rowAnswers(context, asked, rows) };
}

/** An import's state (contract §10). While it runs it is polled: then it reads none of its rows and names no samples. */
export async function importAnswer({ connection }: Context, found: store.StoredImport) {
  const { import_id: id, kind, file_name, state, batch, match, unknown, created_at, counts } = found;
  const sampleRows = state === "running" ? [] : await store.rowsOf(connection, id, { limit: LOOKED_AT });
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
    columns: columnsOf(found, sampleRows),
    match,
    unknown,
    created_at: created_at.toISOString(),
  };
}

/** What the columns of a kind's tables can fill. */
export const fieldNames = (found: store.StoredImport) =>
  importColumnsOf(definitionOfImport(found)).map(({ name }) => name);

/** An import of who asks, as it stands; null where there is none. */
export async function findOwnImport(context: Context, id: number) {
  const found = await store.findImport(context.connection, expectDefined(context.actor, "the account").id, id);
  return found && importAnswer(context, found);
}

/** Whether rows and records of a kind can be matched by a column. */
export const mayMatchBy = (definition: AnyDefinition, name: string): boolean =>
  name === definition.key || matchFieldsOf(definition).includes(name);
