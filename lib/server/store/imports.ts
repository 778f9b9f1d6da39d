import type { AnyRow } from "../../records/define";
import type { FieldChange } from "../../records/history-query";
import type { FieldErrors } from "../../records/list-query";
import type { Connection } from "../db";
import { Prisma } from "../generated/prisma/client";
import { jsonParts } from "./sql";
import type { ImportCell, TableRow } from "../imports/table-rows";

const { sql, empty } = Prisma;

/** So long an import is kept (contract §10). */
const KEPT = Prisma.raw("interval '7 days'");
/** Who writes an import says so with every part; after so long a silence he is gone. */
const SILENCE = Prisma.raw("interval '30 seconds'");

export const ACTIONS = ["create", "update", "same", "refused"] as const;
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
export type StoredRow = Verdict & { cells: ImportCell[]; written: boolean };

/** Keeps a table for its import. @returns the import's key */
export async function insertImport(
  connection: Connection,
  user: number,
  {
    kind,
    fileName,
    headers,
    mapping,
    rows,
  }: {
    kind: string;
    fileName: string;
    headers: string[];
    mapping: Record<string, string | null>;
    rows: readonly TableRow[];
  },
): Promise<number> {
  const [{ id }] = await connection.$queryRaw<[{ id: number }]>`
    INSERT INTO imports (user_id, kind, file_name, headers, mapping)
    VALUES (${user}, ${kind}, ${fileName}, ${JSON.stringify(headers)}::jsonb, ${JSON.stringify(mapping)}::jsonb)
    RETURNING import_id AS id`;
  for (const part of jsonParts(rows)) {
    await connection.$executeRaw`INSERT INTO import_rows (import_id, row, cells)
      SELECT ${id}, row, cells FROM jsonb_to_recordset(${part}::jsonb)
        AS one(row integer, cells jsonb)`;
  }
  return id;
}

/** Forgets what is too old. */
export const dropOldImports = (connection: Connection) =>
  connection.$executeRaw`DELETE FROM imports WHERE created_at < now() - ${KEPT}`;

/** Forgets the rows that a record came from or that mean it, of whomever they are. */
export const dropRowsOfRecord = (connection: Connection, kind: string, id: number) =>
  connection.$executeRaw`DELETE FROM import_rows r USING imports i
    WHERE i.import_id = r.import_id AND i.kind = ${kind} AND r.record_id = ${id}`;

/** An import of somebody's, or null. One that nobody writes any more, though it is not done, has failed. */
export async function findImport(connection: Connection, user: number, id: number): Promise<StoredImport | null> {
  const [found] = await connection.$queryRaw<StoredImport[]>`
    SELECT import_id, kind, file_name, headers, mapping, match, "unknown", batch, created_at,
      CASE WHEN state = 'running' AND seen_at < now() - ${SILENCE} THEN 'failed' ELSE state END AS state
    FROM imports WHERE import_id = ${id} AND user_id = ${user} AND created_at >= now() - ${KEPT}`;
  return found ?? null;
}

export const deleteImport = (connection: Connection, id: number) =>
  connection.$executeRaw`DELETE FROM imports WHERE import_id = ${id}`;

export type Counts = Record<ImportAction, number> & { written: number; total: number };

/** How many rows of an import become what. */
export async function countRows(connection: Connection, id: number): Promise<Counts> {
  const rows = await connection.$queryRaw<{ action: ImportAction | null; written: boolean; count: number }[]>`
    SELECT action, written, count(*)::int AS count FROM import_rows WHERE import_id = ${id} GROUP BY 1, 2`;
  const sum = (holds: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(holds).reduce((all, { count }) => all + count, 0);
  const actions = ACTIONS.map((action) => [action, sum((row) => row.action === action)]);
  return { ...Object.fromEntries(actions), written: sum(({ written }) => written), total: sum(() => true) };
}

/** Rows of an import in their order. */
export function rowsOf(
  connection: Connection,
  id: number,
  { action, open, limit, offset = 0 }: { action?: ImportAction; open?: true; limit?: number; offset?: number } = {},
): Promise<StoredRow[]> {
  return connection.$queryRaw<StoredRow[]>`
    SELECT row, cells, action, record_id, errors, changes, body, links, written FROM import_rows
    WHERE import_id = ${id} ${action ? sql`AND action = ${action}` : empty}
      ${open ? sql`AND NOT written AND action IN ('create', 'update')` : empty}
    ORDER BY row ${limit === undefined ? empty : sql`LIMIT ${limit} OFFSET ${offset}`}`;
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
    RETURNING import_id, kind, file_name, headers, mapping, match, "unknown", state, batch, created_at`;
  return taken ?? null;
}

/** Says that somebody still writes an import, unless a part of it that is being written says so. */
export const showLife = (connection: Connection, id: number, runner: string) =>
  connection.$executeRaw`
    UPDATE imports SET seen_at = now() WHERE import_id = (
      SELECT import_id FROM imports WHERE import_id = ${id} AND runner = ${runner}::uuid AND state = 'running'
      FOR UPDATE SKIP LOCKED)`;

/** Says that somebody still writes an import, and keeps others from it until the transaction ends. @returns false where it is no longer his */
export async function stillRuns(connection: Connection, id: number, runner: string): Promise<boolean> {
  const kept = await connection.$executeRaw`
    UPDATE imports SET seen_at = now() WHERE import_id = ${id} AND runner = ${runner}::uuid AND state = 'running'`;
  return kept > 0;
}

/** What came of rows that were written, or could not be. */
export async function writeOutcomes(
  connection: Connection,
  id: number,
  outcomes: readonly { row: number; record_id: number | null; errors: FieldErrors | null }[],
): Promise<void> {
  await connection.$executeRaw`UPDATE import_rows r SET written = (v.errors IS NULL),
      record_id = coalesce(v.record_id, r.record_id), errors = coalesce(v.errors, r.errors),
      action = CASE WHEN v.errors IS NULL THEN r.action ELSE 'refused' END
    FROM jsonb_to_recordset(${JSON.stringify(outcomes.map(({ errors, ...rest }) => ({ ...rest, errors: errors ?? undefined })))}::jsonb)
      AS v(row integer, record_id integer, errors jsonb)
    WHERE r.import_id = ${id} AND r.row = v.row`;
}

/** Ends a run. */
export const endRun = (connection: Connection, id: number, runner: string, state: "done" | "failed") =>
  connection.$executeRaw`UPDATE imports SET state = ${state}, runner = NULL
    WHERE import_id = ${id} AND runner = ${runner}::uuid`;
