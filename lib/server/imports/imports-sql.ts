import type { Similarity } from "../../records/kinds/alike";
import { IMPORT_ROWS_MAX_BYTES_PER_ACCOUNT, IMPORTS_PER_ACCOUNT } from "../../limits";
import type { AnyRow } from "../../records/kinds/define";
import type { FieldChange } from "../../records/history/history-query";
import type { FieldErrors } from "../../records/lists/list-query";
import type { RowChoice } from "../../records/spreadsheets/import-choices";
import type { Connection } from "../database/client";
import { empty, join, raw, sql, type SqlQuery } from "../database/sql";
import { jsonParts } from "../records/sql/fragments";
import type { ImportCell } from "./table-rows";

/** So long an import is kept (contract §10). */
const KEPT = raw("interval '7 days'");
/** Who writes an import says so with every part; after so long a silence he is gone. */
const SILENCE = raw("interval '30 seconds'");

export const ACTIONS = ["create", "update", "same", "refused", "skip"] as const;
export type ImportAction = (typeof ACTIONS)[number];
export type ImportState = "uploaded" | "mapped" | "running" | "done" | "failed";

/** An import as it stands: what was uploaded, what was decided, and how far it has come. */
export type StoredImport = {
  import_id: number;
  kind: string;
  file_name: string;
  headers: string[];
  mapping: Record<string, string | null>;
  match: string[];
  unknown: "refuse" | "create";
  state: ImportState;
  batch: string | null;
  created_at: Date;
  counts: ImportCounts;
};

/** Rows of an import by what becomes of them; kept beside the import, so that polling a run reads one row. */
export type ImportCounts = Record<ImportAction, number> & {
  total: number;
  written: number;
  /** New rows that are probably existing records, and new rows that were not compared. */
  similar: number;
  uncompared: number;
};
const NO_COUNTS: ImportCounts = {
  create: 0,
  update: 0,
  same: 0,
  refused: 0,
  skip: 0,
  total: 0,
  written: 0,
  similar: 0,
  uncompared: 0,
};

/** What becomes of a row. */
export type Verdict = {
  row: number;
  action: ImportAction;
  record_id: number | null;
  errors: FieldErrors;
  changes: readonly FieldChange[];
  /** What is to be written: values of fields, and ids by link lists. */
  body: AnyRow;
  links: Readonly<Record<string, number[]>>;
};

/** What somebody chose for a row that would become a new record. */
type Chosen = { choice: RowChoice["action"] | null; choice_id: number | null };
export type StoredRow = Verdict & Chosen & { cells: ImportCell[]; written: boolean; similar: Similarity[] | null };

export type NewImport = Pick<StoredImport, "kind" | "headers" | "mapping"> & {
  fileName: string;
  rowCount: number;
  /** UTF-8 JSON arrays of `{row, cells}`. */
  parts: readonly Uint8Array[];
};

/**
 * Stores an uploaded table.
 * @returns the import's key, or null where the account already has as much as it may (contract §1)
 */
export async function insertImport(
  connection: Connection,
  user: number,
  { kind, fileName, headers, mapping, rowCount, parts }: NewImport,
): Promise<number | null> {
  const rowBytes = parts.reduce((sum, { length }) => sum + length, 0);
  // Parallel uploads of one account are counted one after the other. A lock of the account's row would fail its running imports.
  await connection.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('imports'), ${user})`;
  const [inserted] = await connection.$queryRaw<{ id: number }[]>`
    INSERT INTO imports (user_id, kind, file_name, headers, mapping, row_bytes, counts)
    SELECT ${user}, ${kind}, ${fileName}, ${JSON.stringify(headers)}::jsonb, ${JSON.stringify(mapping)}::jsonb,
      ${rowBytes}, ${JSON.stringify({ ...NO_COUNTS, total: rowCount })}::jsonb
    WHERE (SELECT count(*) < ${IMPORTS_PER_ACCOUNT}
        AND coalesce(sum(row_bytes), 0) + ${rowBytes} <= ${IMPORT_ROWS_MAX_BYTES_PER_ACCOUNT}
      FROM imports WHERE user_id = ${user})
    RETURNING import_id AS id`;
  if (!inserted) return null;
  for (const part of parts) {
    await connection.$executeRaw`INSERT INTO import_rows (import_id, row, cells)
      SELECT ${inserted.id}, row, cells FROM jsonb_to_recordset(${new TextDecoder().decode(part)}::jsonb)
        AS one(row integer, cells jsonb)`;
  }
  return inserted.id;
}

/** Forgets what is too old. */
export const dropOldImports = (connection: Connection) =>
  connection.$executeRaw`DELETE FROM imports WHERE created_at < now() - ${KEPT}`;

/** Deletes the rows of all accounts' imports that a record came from, that mean it, or that list it as similar. */
export async function dropRowsOfRecord(connection: Connection, kind: string, id: number): Promise<void> {
  const imports = await connection.$queryRaw<{ import_id: number }[]>`
    WITH dropped AS (
      DELETE FROM import_rows r USING imports i
      WHERE i.import_id = r.import_id AND i.kind = ${kind}
        AND (${id} IN (r.record_id, r.choice_id) OR r."similar" @> ${JSON.stringify([{ id }])}::jsonb)
      RETURNING r.import_id)
    SELECT DISTINCT import_id FROM dropped`;
  for (const { import_id } of imports) await refreshCounts(connection, import_id);
}

/** An import of somebody's, or null. One that nobody writes any more, though it is not done, has failed. */
export async function findImport(connection: Connection, user: number, id: number): Promise<StoredImport | null> {
  const [found] = await connection.$queryRaw<StoredImport[]>`
    SELECT import_id, kind, file_name, headers, mapping, match, "unknown", batch, created_at, counts,
      CASE WHEN state = 'running' AND seen_at < now() - ${SILENCE} THEN 'failed' ELSE state END AS state
    FROM imports WHERE import_id = ${id} AND user_id = ${user} AND created_at >= now() - ${KEPT}`;
  return found ?? null;
}

export const deleteImport = (connection: Connection, id: number) =>
  connection.$executeRaw`DELETE FROM imports WHERE import_id = ${id}`;

const IS_SIMILAR = sql`action = 'create' AND "similar" <> '[]'`;

/** Recounts an import's rows after their verdicts have changed. @returns null where the import is gone */
export async function refreshCounts(connection: Connection, id: number): Promise<ImportCounts | null> {
  const [row] = await connection.$queryRaw<{ counts: ImportCounts }[]>`
    UPDATE imports SET counts = (
      SELECT jsonb_build_object('total', count(*), 'written', count(*) FILTER (WHERE written),
        'similar', count(*) FILTER (WHERE ${IS_SIMILAR}),
        'uncompared', count(*) FILTER (WHERE action = 'create' AND "similar" IS NULL),
        ${join(ACTIONS.map((action) => sql`${action}::text, count(*) FILTER (WHERE action = ${action})`))})
      FROM import_rows WHERE import_id = ${id})
    WHERE import_id = ${id} RETURNING counts`;
  return row?.counts ?? null;
}

type Wanted = { action?: ImportAction; similar?: boolean };
const isWanted = ({ action, similar }: Wanted) =>
  sql`${action ? sql`action = ${action}` : sql`true`} AND ${similar ? IS_SIMILAR : sql`true`}`;

/** How many rows there are of which `rowsOf` gives some. */
export async function countWanted(connection: Connection, id: number, wanted: Wanted): Promise<number> {
  const [row] = await connection.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM import_rows WHERE import_id = ${id} AND ${isWanted(wanted)}`;
  return row.count;
}

type WantedRows = Wanted & { open?: true; limit?: number; offset?: number };

/** Rows of an import in their order. */
export function rowsOf(
  connection: Connection,
  id: number,
  { open, limit, offset = 0, ...wanted }: WantedRows = {},
): Promise<StoredRow[]> {
  return connection.$queryRaw<StoredRow[]>`
    SELECT row, cells, action, record_id, errors, changes, body, links, written, "similar", choice, choice_id FROM import_rows
    WHERE import_id = ${id} AND ${isWanted(wanted)}
      ${open ? sql`AND NOT written AND action IN ('create', 'update')` : empty}
    ORDER BY row ${limit === undefined ? empty : sql`LIMIT ${limit} OFFSET ${offset}`}`;
}

/** Writes down which records rows may be: of those that are not named, nobody knows. */
export async function writeSimilar(
  connection: Connection,
  id: number,
  found: ReadonlyMap<number, readonly Similarity[]>,
): Promise<void> {
  await connection.$executeRaw`UPDATE import_rows SET "similar" = NULL WHERE import_id = ${id} AND "similar" IS NOT NULL`;
  for (const part of jsonParts([...found].map(([row, similar]) => ({ row, similar })))) {
    await connection.$executeRaw`UPDATE import_rows r SET "similar" = v."similar"
      FROM jsonb_to_recordset(${part}::jsonb) AS v(row integer, "similar" jsonb) WHERE r.import_id = ${id} AND r.row = v.row`;
  }
}

/** Which of some rows would not become new records, or are not there. */
export async function notNew(connection: Connection, id: number, rows: readonly number[]): Promise<number[]> {
  const found = await connection.$queryRaw<{ row: number }[]>`
    SELECT row FROM unnest(${rows}::int[]) AS asked(row)
    WHERE NOT EXISTS (SELECT FROM import_rows r WHERE r.import_id = ${id} AND r.row = asked.row AND r.action = 'create')`;
  return found.map(({ row }) => row);
}

/** Keeps what somebody chose: for all rows that are probably records that exist, and for single ones. */
export async function keepChoices(
  connection: Connection,
  id: number,
  { similar, choices }: { similar: RowChoice["action"]; choices: readonly RowChoice[] },
): Promise<void> {
  if (similar !== "create")
    await connection.$executeRaw`UPDATE import_rows SET choice = ${similar},
        choice_id = CASE ${similar} WHEN 'update' THEN ("similar"->0->>'id')::int END
      WHERE import_id = ${id} AND ${IS_SIMILAR}`;
  for (const part of jsonParts(choices)) {
    await connection.$executeRaw`UPDATE import_rows r SET choice = v.action, choice_id = v.id
      FROM jsonb_to_recordset(${part}::jsonb) AS v(row integer, action text, id integer)
      WHERE r.import_id = ${id} AND r.row = v.row`;
  }
}

/** Writes down what becomes of rows. */
export async function writeVerdicts(connection: Connection, id: number, verdicts: readonly Verdict[]): Promise<void> {
  for (const part of jsonParts(verdicts)) {
    await connection.$executeRaw`UPDATE import_rows r SET action = v.action, record_id = v.record_id, errors = v.errors,
        changes = v.changes, body = v.body, links = v.links
      FROM jsonb_to_recordset(${part}::jsonb)
        AS v(row integer, action text, record_id integer, errors jsonb, changes jsonb, body jsonb, links jsonb)
      WHERE r.import_id = ${id} AND r.row = v.row AND NOT r.written`;
  }
}

/** Keeps what was decided about an import. @returns false where it runs or has run */
export async function decide(
  connection: Connection,
  id: number,
  { mapping, match, unknown }: Pick<StoredImport, "mapping" | "match" | "unknown">,
): Promise<boolean> {
  const changed = await connection.$executeRaw`
    UPDATE imports SET mapping = ${JSON.stringify(mapping)}::jsonb, match = ${JSON.stringify(match)}::jsonb,
      "unknown" = ${unknown}, state = 'mapped'
    WHERE import_id = ${id} AND state IN ('uploaded', 'mapped')`;
  return changed > 0;
}

/**
 * Takes an import to write it, unless somebody else does. What is written is what it says in this moment.
 * @returns null where somebody does, or there is nothing to write
 */
export async function takeImport(
  connection: Connection,
  id: number,
  { runner, batch }: { runner: string; batch: string },
): Promise<StoredImport | null> {
  const [taken] = await connection.$queryRaw<StoredImport[]>`
    UPDATE imports SET state = 'running', runner = ${runner}::uuid, batch = coalesce(batch, ${batch}::uuid), seen_at = now()
    WHERE import_id = ${id} AND (state IN ('mapped', 'failed') OR (state = 'running' AND seen_at < now() - ${SILENCE}))
    RETURNING import_id, kind, file_name, headers, mapping, match, "unknown", state, batch, created_at, counts`;
  return taken ?? null;
}

/** Says that somebody still writes an import, unless a part of it that is being written says so. */
export const showLife = (connection: Connection, id: number, runner: string) =>
  connection.$executeRaw`
    UPDATE imports SET seen_at = now() WHERE import_id = (
      SELECT import_id FROM imports WHERE import_id = ${id} AND runner = ${runner}::uuid AND state = 'running'
      FOR UPDATE SKIP LOCKED)`;

/**
 * Locks an import for a part of its run, until the transaction ends.
 * Only locks: a second update of the row in one transaction would check its foreign key again, which is a deadlock with the
 * deletion of the account.
 * @returns false where another runner has taken it over
 */
export async function stillRuns(connection: Connection, id: number, runner: string): Promise<boolean> {
  const locked = await connection.$queryRaw<unknown[]>`
    SELECT FROM imports WHERE import_id = ${id} AND runner = ${runner}::uuid AND state = 'running' FOR NO KEY UPDATE`;
  return locked.length > 0;
}

/** Records what came of rows that were written, or could not be, and adjusts the import's counts. */
export async function writeOutcomes(
  connection: Connection,
  id: number,
  outcomes: readonly { row: number; record_id: number | null; errors: FieldErrors | null }[],
): Promise<void> {
  const values = JSON.stringify(outcomes.map(({ errors, ...rest }) => ({ ...rest, errors: errors ?? undefined })));
  const changedBy = (name: string, change: SqlQuery) => sql`${name}::text, (counts->>${name})::int + ${change}`;
  await connection.$executeRaw`
    WITH v AS (SELECT * FROM jsonb_to_recordset(${values}::jsonb) AS one(row integer, record_id integer, errors jsonb)),
    change AS (
      SELECT (count(*) FILTER (WHERE v.errors IS NULL))::int AS written,
        (count(*) FILTER (WHERE v.errors IS NOT NULL AND r.action = 'create'))::int AS refused_create,
        (count(*) FILTER (WHERE v.errors IS NOT NULL AND r.action = 'update'))::int AS refused_update
      FROM v JOIN import_rows r ON r.import_id = ${id} AND r.row = v.row AND NOT r.written),
    marked AS (
      UPDATE import_rows r SET written = (v.errors IS NULL),
        record_id = coalesce(v.record_id, r.record_id), errors = coalesce(v.errors, r.errors),
        action = CASE WHEN v.errors IS NULL THEN r.action ELSE 'refused' END
      FROM v WHERE r.import_id = ${id} AND r.row = v.row)
    UPDATE imports SET seen_at = now(), counts = counts || jsonb_build_object(
      ${changedBy("written", sql`change.written`)},
      ${changedBy("create", sql`-change.refused_create`)},
      ${changedBy("update", sql`-change.refused_update`)},
      ${changedBy("refused", sql`change.refused_create + change.refused_update`)})
    FROM change WHERE import_id = ${id}`;
}

/** Ends a run. */
export const endRun = (connection: Connection, id: number, runner: string, state: "done" | "failed") =>
  connection.$executeRaw`UPDATE imports SET state = ${state}, runner = NULL
    WHERE import_id = ${id} AND runner = ${runner}::uuid`;
