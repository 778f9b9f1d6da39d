import type { Similarity } from "@/lib/features/duplicates/duplicate-answers";
import { IMPORT_ROWS_MAX_BYTES_PER_ACCOUNT, IMPORT_SAMPLE_ROWS, IMPORTS_PER_ACCOUNT } from "@/lib/model/limits";
import type { AnyRow } from "@/lib/model/kinds/define";
import type { DayOrder } from "@/lib/model/fields/parse-day";
import type { FieldChange } from "@/lib/model/answers/shapes";
import type { FieldErrors } from "@/lib/model/fields/field";
import type { Encoding } from "../encodings";
import type { RowChoice } from "../import-choices";
import type { Connection } from "@/lib/store/database/client";
import { empty, join, raw, sql, type SqlQuery } from "@/lib/store/database/sql";
import { jsonParts } from "@/lib/store/sql/fragments";
import { IMPORT_ACTIONS, type DecidedNames, type ImportAction, type ImportState } from "../import-answers";
import type { RunChoices } from "./row-choices";
import type { HeaderGroup, Sheet } from "./parsing/read-table";
import type { ImportCell, ParsedRow } from "./parsing/table-rows";

/** Time after which an import is deleted (contract §10). */
const RETENTION = raw("interval '7 days'");
/** Heartbeat timeout: a runner that has not updated `seen_at` for this long counts as dead. */
const HEARTBEAT_TIMEOUT = raw("interval '30 seconds'");

/** An import: the uploaded table's headers, the user's decisions, and its progress. */
export type StoredImport = {
  import_id: number;
  kind: string;
  file_name: string;
  /** The number of the row in the file that contains the headers, above the table; 0 for none. */
  header_row: number;
  headers: string[];
  mapping: Record<string, string | null>;
  match: string[];
  unknown: "refuse" | "create";
  /** The decisions about names that no entry or record has, by header and name. */
  names: DecidedNames;
  /** Values of the records that are created for such names. */
  create_with: Record<string, string>;
  /** What happens to rows with values that their record would not have. */
  not_applicable: "refuse" | "drop";
  /** What happens to rows of finished projects with an end that their contractual basis does not take. */
  finished: "keep" | "fixed_term";
  /** The order of day and month in each column of days, by header. */
  day_orders: Record<string, DayOrder>;
  /** How the file was read: the encoding of a csv file, or the sheet of a workbook. */
  encoding: Encoding | null;
  sheet: string | null;
  sheets: Sheet[] | null;
  groups: HeaderGroup[];
  state: ImportState["state"];
  batch: string | null;
  created_at: Date;
  counts: ImportCounts;
};

/**
 * Row counts of an import by action; denormalized onto the import, so that polling a running import
 * reads only one row.
 */
export type ImportCounts = Record<ImportAction, number> & {
  total: number;
  written: number;
  /**
   * `similar`: new rows that probably duplicate existing records. `uncompared`: new rows that could
   * not be compared with the records in time.
   */
  similar: number;
  uncompared: number;
  /** New rows that are probably the same record as an earlier new row. */
  repeated: number;
  /** Rows that would give the record that they update another label. */
  renames: number;
  /** Rows without the values that their record would not have. */
  dropped: number;
  /** Rows after which a finished project has no known end. */
  no_end: number;
  /** Rows of finished projects with an end that could become, or become, those of a fixed term. */
  with_end: number;
  fixed_term: number;
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
  repeated: 0,
  renames: 0,
  dropped: 0,
  no_end: 0,
  with_end: 0,
  fixed_term: 0,
};

/** The columns of `StoredImport`, except for `state`. */
const IMPORT_COLUMNS = raw(
  'import_id, kind, file_name, header_row, headers, mapping, match, "unknown", names, create_with, not_applicable, ' +
    "finished, day_orders, encoding, sheet, sheets, groups, batch, created_at, counts",
);

/** The plan for a row: the action, and either its errors or the values to write. */
export type Verdict = {
  row: number;
  action: ImportAction;
  record_id: number | null;
  errors: FieldErrors;
  changes: readonly FieldChange[];
  /**
   * `body` has the field values to write; `links` has the ids of the records to link, by link list,
   * and of those that are linked with a role, by `<list>:<role>`.
   */
  body: AnyRow;
  links: Readonly<Record<string, number[]>>;
  /** The earlier row that probably becomes the same new record. */
  repeats: number | null;
  /** The German label of the record that the row updates, and its label afterwards if that differs. */
  label: string | null;
  new_label: string | null;
  /** Whether values were left out that the record would not have. */
  dropped: boolean;
  /** Whether the row leaves a finished project without a known end. */
  lacks_end: boolean;
  /** Whether the row of a finished project could become, or becomes, one of a fixed term. */
  fixed_term: "possible" | "made" | null;
};

/** The user's choice for a row that would otherwise become a new record. */
type Chosen = { choice: RowChoice["action"] | null; choice_id: number | null };
export type StoredRow = Verdict &
  Chosen & { cells: ImportCell[]; written: boolean; similar: StoredSimilarity[] | null };
/** A similar record as stored: rows that an older version compared have no `differences`. */
type StoredSimilarity = Omit<Similarity, "differences"> & Partial<Pick<Similarity, "differences">>;

export type NewImport = Pick<StoredImport, "kind" | "header_row" | "headers" | "mapping"> &
  Pick<StoredImport, "encoding" | "sheet" | "sheets" | "groups"> & {
    fileName: string;
    /** The rows of the table, as UTF-8 JSON arrays of `{row, cells}`. */
    parts: readonly Uint8Array[];
  };

/**
 * Deletes the oldest imports of an account that are not running, as far as a new one needs their room
 * (contract §10). Deletes none where that would not be enough.
 * @returns whether there is room
 */
async function ensureQuota(connection: Connection, user: number, rowBytes: number): Promise<boolean> {
  const existing = await connection.$queryRaw<{ import_id: number; row_bytes: number; is_running: boolean }[]>`
    SELECT import_id, row_bytes, state = 'running' AND seen_at >= now() - ${HEARTBEAT_TIMEOUT} AS is_running
    FROM imports WHERE user_id = ${user} ORDER BY 3 DESC, created_at DESC, import_id DESC`;
  let [count, bytes] = [1, rowBytes];
  const evicted: number[] = [];
  for (const { import_id, row_bytes, is_running } of existing) {
    count += 1;
    bytes += row_bytes;
    const hasRoom = count <= IMPORTS_PER_ACCOUNT && bytes <= IMPORT_ROWS_MAX_BYTES_PER_ACCOUNT;
    if (!hasRoom && is_running) return false;
    if (!hasRoom) evicted.push(import_id);
  }
  if (rowBytes > IMPORT_ROWS_MAX_BYTES_PER_ACCOUNT) return false;
  await connection.$executeRaw`DELETE FROM imports WHERE import_id = ANY(${evicted}::int[])`;
  return true;
}

/**
 * Stores an uploaded table.
 * @returns the import's key and the number of rows below its header row, or null where the account's
 * running imports and this one exceed its quota (contract §10)
 */
export async function insertImport(
  connection: Connection,
  user: number,
  { kind, fileName, header_row, headers, mapping, encoding, sheet, sheets, groups, parts }: NewImport,
): Promise<{ id: number; rows: number } | null> {
  const rowBytes = parts.reduce((sum, { length }) => sum + length, 0);
  // Serializes parallel uploads of one account, so that together they cannot exceed the quota. Uses
  // an advisory lock, because a lock on the account's row would make its running imports fail.
  await connection.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('imports'), ${user})`;
  if (!(await ensureQuota(connection, user, rowBytes))) return null;
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
  const [inserted] = await connection.$queryRaw<[{ id: number }]>`
    INSERT INTO imports (user_id, kind, file_name, header_row, headers, mapping, encoding, sheet, sheets, groups, row_bytes, counts)
    VALUES (${user}, ${kind}, ${fileName}, ${header_row}, ${json(headers)}, ${json(mapping)}, ${encoding}, ${sheet},
      ${sheets && json(sheets)}, ${json(groups)}, ${rowBytes}, ${json(NO_COUNTS)})
    RETURNING import_id AS id`;
  for (const part of parts) {
    await connection.$executeRaw`INSERT INTO import_rows (import_id, row, cells)
      SELECT ${inserted.id}, row, cells FROM jsonb_to_recordset(${new TextDecoder().decode(part)}::jsonb)
        AS one(row integer, cells jsonb)`;
  }
  const counts = await refreshCounts(connection, inserted.id);
  return { id: inserted.id, rows: counts?.total ?? 0 };
}

/** Deletes imports that are older than the retention period. */
export const dropOldImports = (connection: Connection) =>
  connection.$executeRaw`DELETE FROM imports WHERE created_at < now() - ${RETENTION}`;

/**
 * Deletes the import rows of all accounts that refer to a record: rows from which it was created,
 * that update it, or that list it as similar. Deletes decisions that map a name to the record, too.
 */
export async function dropRowsOfRecord(connection: Connection, kind: string, id: number): Promise<void> {
  const imports = await connection.$queryRaw<{ import_id: number }[]>`
    WITH dropped AS (
      DELETE FROM import_rows r USING imports i
      WHERE i.import_id = r.import_id AND i.kind = ${kind}
        AND (${id} IN (r.record_id, r.choice_id) OR r."similar" @> ${JSON.stringify([{ id }])}::jsonb)
      RETURNING r.import_id)
    SELECT DISTINCT import_id FROM dropped`;
  for (const { import_id } of imports) await refreshCounts(connection, import_id);
  // Whichever kind the ids belong to: the user can decide again.
  await connection.$executeRaw`UPDATE imports SET names = '{}'
    WHERE jsonb_path_exists(names, '$.*.*.id ? (@ == $id)', jsonb_build_object('id', ${id}::int))`;
}

/** Finds an import of a user. A running import whose runner has died is returned as `failed`. */
export async function findImport(connection: Connection, user: number, id: number): Promise<StoredImport | null> {
  const [found] = await connection.$queryRaw<StoredImport[]>`
    SELECT ${IMPORT_COLUMNS},
      CASE WHEN state = 'running' AND seen_at < now() - ${HEARTBEAT_TIMEOUT} THEN 'failed' ELSE state END AS state
    FROM imports WHERE import_id = ${id} AND user_id = ${user} AND created_at >= now() - ${RETENTION}`;
  return found ?? null;
}

export const deleteImport = (connection: Connection, id: number) =>
  connection.$executeRaw`DELETE FROM imports WHERE import_id = ${id}`;

const IS_SIMILAR = sql`action = 'create' AND "similar" <> '[]'`;
const IS_REPEATED = sql`action = 'create' AND repeats IS NOT NULL`;
const IS_RENAME = sql`action = 'update' AND new_label IS NOT NULL`;

/** Builds a condition: a row belongs to the table of an import, as it is below the header row. */
const inTable = (id: number) =>
  sql`import_id = ${id} AND row > (SELECT i.header_row FROM imports i WHERE i.import_id = ${id})`;

/** Returns the first filled rows of an uploaded file, those above its header row included. */
export const firstRowsOf = (connection: Connection, id: number, limit = IMPORT_SAMPLE_ROWS) =>
  connection.$queryRaw<ParsedRow[]>`
    SELECT row, cells FROM import_rows WHERE import_id = ${id} ORDER BY row LIMIT ${limit}`;

/**
 * Recounts an import's rows after their verdicts have changed.
 * @returns the new counts, or null where the import no longer exists
 */
export async function refreshCounts(connection: Connection, id: number): Promise<ImportCounts | null> {
  const [row] = await connection.$queryRaw<{ counts: ImportCounts }[]>`
    UPDATE imports SET counts = (
      SELECT jsonb_build_object('total', count(*), 'written', count(*) FILTER (WHERE written),
        'similar', count(*) FILTER (WHERE ${IS_SIMILAR}),
        'uncompared', count(*) FILTER (WHERE action = 'create' AND "similar" IS NULL),
        'repeated', count(*) FILTER (WHERE ${IS_REPEATED}),
        'renames', count(*) FILTER (WHERE ${IS_RENAME}),
        'dropped', count(*) FILTER (WHERE dropped),
        'no_end', count(*) FILTER (WHERE lacks_end AND action IN ('create', 'update')),
        'with_end', count(*) FILTER (WHERE fixed_term = 'possible'),
        'fixed_term', count(*) FILTER (WHERE fixed_term = 'made' AND action IN ('create', 'update')),
        ${join(IMPORT_ACTIONS.map((action) => sql`${action}::text, count(*) FILTER (WHERE action = ${action})`))})
      FROM import_rows WHERE ${inTable(id)})
    WHERE import_id = ${id} RETURNING counts`;
  return row?.counts ?? null;
}

type RowFilter = { action?: ImportAction; similar?: boolean };
const matchesFilter = ({ action, similar }: RowFilter) =>
  sql`${action ? sql`action = ${action}` : sql`true`} AND ${similar ? IS_SIMILAR : sql`true`}`;

/** Counts the rows that `listImportRows` would return without a limit. */
export async function countRowsOf(connection: Connection, id: number, filter: RowFilter): Promise<number> {
  const [row] = await connection.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM import_rows WHERE ${inTable(id)} AND ${matchesFilter(filter)}`;
  return row.count;
}

type RowQuery = RowFilter & { open?: true; limit?: number; offset?: number };

/**
 * Lists rows of an import in file order.
 * @param open only rows that are still to be written
 */
export function listImportRows(
  connection: Connection,
  id: number,
  { open, limit, offset = 0, ...filter }: RowQuery = {},
): Promise<StoredRow[]> {
  return connection.$queryRaw<StoredRow[]>`
    SELECT row, cells, action, record_id, errors, changes, body, links, written, "similar", repeats, label, new_label,
      dropped, lacks_end, fixed_term, choice, choice_id
    FROM import_rows WHERE ${inTable(id)} AND ${matchesFilter(filter)}
      ${open ? sql`AND NOT written AND action IN ('create', 'update')` : empty}
    ORDER BY row ${limit === undefined ? empty : sql`LIMIT ${limit} OFFSET ${offset}`}`;
}

/** Returns the number of cells of the widest row of an uploaded file. */
export async function widthOf(connection: Connection, id: number): Promise<number> {
  const [row] = await connection.$queryRaw<[{ width: number }]>`
    SELECT coalesce(max(jsonb_array_length(cells)), 0) AS width FROM import_rows WHERE import_id = ${id}`;
  return row.width;
}

/** A record that an import would give another label. */
export type Rename = { id: number; old: string; new: string };

/** Lists records that rows would give another label, in file order. */
export const renamesOf = (connection: Connection, id: number, limit: number) =>
  connection.$queryRaw<Rename[]>`
    SELECT record_id AS id, label AS old, new_label AS new FROM import_rows
    WHERE ${inTable(id)} AND ${IS_RENAME} ORDER BY row LIMIT ${limit}`;

/** Lists the rows below a row of an uploaded file, which need not be the stored header row. */
export const rowsBelow = (connection: Connection, id: number, row: number) =>
  connection.$queryRaw<ParsedRow[]>`
    SELECT row, cells FROM import_rows WHERE import_id = ${id} AND row > ${row} ORDER BY row`;

/** Stores the similar records of the rows in `found`, and marks all other rows as not compared. */
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

/**
 * Returns the row numbers in `rows` that do not exist in the import, or whose rows would not become
 * new records.
 */
export async function rowsNotNew(connection: Connection, id: number, rows: readonly number[]): Promise<number[]> {
  const found = await connection.$queryRaw<{ row: number }[]>`
    SELECT row FROM unnest(${rows}::int[]) AS requested(row)
    WHERE NOT EXISTS (SELECT FROM import_rows r WHERE r.import_id = ${id} AND r.row = requested.row AND r.action = 'create')`;
  return found.map(({ row }) => row);
}

/**
 * Stores the user's choices: `repeated` for all rows that repeat another, `similar` for all rows that
 * probably duplicate existing records, then
 * `choices` for single rows, which override it.
 */
export async function saveChoices(
  connection: Connection,
  id: number,
  { similar, repeated, choices }: Pick<RunChoices, "similar" | "repeated"> & { choices: readonly RowChoice[] },
): Promise<void> {
  if (repeated === "skip")
    await connection.$executeRaw`UPDATE import_rows SET choice = 'skip' WHERE import_id = ${id} AND ${IS_REPEATED}`;
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

/** Stores the verdicts of rows that are not written yet. */
export async function writeVerdicts(connection: Connection, id: number, verdicts: readonly Verdict[]): Promise<void> {
  for (const part of jsonParts(verdicts)) {
    await connection.$executeRaw`UPDATE import_rows r SET action = v.action, record_id = v.record_id, errors = v.errors,
        changes = v.changes, body = v.body, links = v.links, repeats = v.repeats, label = v.label,
        new_label = v.new_label, dropped = v.dropped, lacks_end = v.lacks_end, fixed_term = v.fixed_term
      FROM jsonb_to_recordset(${part}::jsonb)
        AS v(row integer, action text, record_id integer, errors jsonb, changes jsonb, body jsonb, links jsonb,
          repeats integer, label text, new_label text, dropped boolean, lacks_end boolean, fixed_term text)
      WHERE r.import_id = ${id} AND r.row = v.row AND NOT r.written`;
  }
}

/** What a preview decides about an import: the user's decisions, and the order of days in its columns. */
export type StoredDecision = Pick<
  StoredImport,
  | ("header_row" | "headers" | "mapping" | "match" | "unknown" | "names" | "create_with")
  | ("not_applicable" | "finished" | "day_orders")
>;

/**
 * Stores the user's decisions about an import.
 * @returns false if the import is running or has been run
 */
export async function saveDecision(connection: Connection, id: number, decision: StoredDecision): Promise<boolean> {
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
  const changed = await connection.$executeRaw`
    UPDATE imports SET header_row = ${decision.header_row}, headers = ${json(decision.headers)},
      mapping = ${json(decision.mapping)}, match = ${json(decision.match)}, "unknown" = ${decision.unknown},
      names = ${json(decision.names)}, create_with = ${json(decision.create_with)},
      not_applicable = ${decision.not_applicable}, finished = ${decision.finished}, day_orders = ${json(decision.day_orders)}, state = 'mapped'
    WHERE import_id = ${id} AND state IN ('uploaded', 'mapped')`;
  // Another header row may have become part of the table, or the other way round.
  await connection.$executeRaw`
    UPDATE import_rows SET action = NULL WHERE import_id = ${id} AND row <= ${decision.header_row} AND action IS NOT NULL`;
  return changed > 0;
}

/**
 * Claims an import for a runner and marks it as running.
 * @returns the import, with the decisions that the run must apply; null if another runner holds the
 * import or it is not ready to be written
 */
export async function claimImport(
  connection: Connection,
  id: number,
  { runner, batch }: { runner: string; batch: string },
): Promise<StoredImport | null> {
  const [claimed] = await connection.$queryRaw<StoredImport[]>`
    UPDATE imports SET state = 'running', runner = ${runner}::uuid, batch = coalesce(batch, ${batch}::uuid), seen_at = now()
    WHERE import_id = ${id} AND (state IN ('mapped', 'failed') OR (state = 'running' AND seen_at < now() - ${HEARTBEAT_TIMEOUT}))
    RETURNING ${IMPORT_COLUMNS}, state`;
  return claimed ?? null;
}

/**
 * Updates the heartbeat of a running import. Does nothing while a chunk is being written, which
 * holds the lock of the import's row and updates the heartbeat itself.
 */
export const sendHeartbeat = (connection: Connection, id: number, runner: string) =>
  connection.$executeRaw`
    UPDATE imports SET seen_at = now() WHERE import_id = (
      SELECT import_id FROM imports WHERE import_id = ${id} AND runner = ${runner}::uuid AND state = 'running'
      FOR UPDATE SKIP LOCKED)`;

/**
 * Locks an import for one chunk of its run, until the transaction ends. Does not update the
 * import's row: a second update of the row in one transaction would check its foreign key again,
 * which deadlocks with the deletion of the account.
 * @returns false where another runner has taken over the import
 */
export async function isImportRunning(connection: Connection, id: number, runner: string): Promise<boolean> {
  const locked = await connection.$queryRaw<unknown[]>`
    SELECT FROM imports WHERE import_id = ${id} AND runner = ${runner}::uuid AND state = 'running' FOR NO KEY UPDATE`;
  return locked.length > 0;
}

/** Records which rows were written and which were refused, and adjusts the import's counts. */
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

/** Ends a run and stores the final state of its import. */
export const endRun = (connection: Connection, id: number, runner: string, state: "done" | "failed") =>
  connection.$executeRaw`UPDATE imports SET state = ${state}, runner = NULL
    WHERE import_id = ${id} AND runner = ${runner}::uuid`;
