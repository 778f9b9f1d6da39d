import type { FieldChange } from "@/lib/model/answers/shapes";
import { ROUND_KIND, type ChangeAction, type ChangeSource } from "@/lib/model/change";
import type { HistoryQuery } from "../history-query";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { FILE_VISIBILITIES, type FileVisibility } from "@/lib/model/files/file-visibility";
import type { Connection, Transaction } from "@/lib/store/database/client";
import { join, sql, type SqlQuery } from "@/lib/store/database/sql";
import { isVisibleFileChange } from "@/lib/store/sql/record-files";
import type { LinkedRecord } from "@/lib/store/sql/linked-records";
import { dayBegins, dayEnds, IS_CONFIRMATION } from "@/lib/store/sql/fragments";

/** A change as stored in the history. */
export type StoredChange = {
  change_id: number;
  at: Date;
  user_id: number | null;
  user_name: string | null;
  source: ChangeSource;
  action: ChangeAction;
  kind: string;
  id: number;
  label: string;
  version: number | null;
  fields: FieldChange[];
  relation: string | null;
  related_kind: string | null;
  related_id: number | null;
  related_label: string | null;
  links: LinkedRecord[] | null;
  batch: string | null;
  reverts: number | null;
  is_reverted: boolean;
  /**
   * Whether the values were erased together with the person, so that the change cannot be reverted.
   */
  is_erased: boolean;
  is_confirmation: boolean;
};

export const STORED = sql`c.change_id, c.at, c.user_id, c.user_name, c.source, c.action, c.kind, c.id, c.label, c.version,
  c.fields, c.relation, c.related_kind, c.related_id, c.related_label, c.links, c.batch::text, c.reverts,
  EXISTS (SELECT 1 FROM changes undone WHERE undone.reverts = c.change_id) AS is_reverted, c.erased_at IS NOT NULL AS is_erased,
  ${IS_CONFIRMATION} AS is_confirmation`;

/** What an actor sees of the history: the kinds that a query without `kind` covers, and which files. */
export type HistoryScope = { kinds: readonly string[]; files: readonly FileVisibility[] };

/** Builds a condition: an actor may see change `c`. */
export const isVisibleChange = ({ files }: HistoryScope): SqlQuery => isVisibleFileChange(files);

/** Builds a condition: the query is not about a single file, or the actor may see that file. */
const isVisibleFile = ({ kind, id }: Pick<HistoryQuery, "kind" | "id">, { files }: HistoryScope): SqlQuery =>
  kind === FILE_KIND && id !== undefined
    ? sql`(${files.length === FILE_VISIBILITIES.length} OR EXISTS (SELECT FROM files f WHERE f.datei_id = ${id} AND f.sichtbar = ANY(${files}::text[])))`
    : sql`TRUE`;

/**
 * Builds a condition: a change concerns records of a kind, from either end of a link. Changes of rounds
 * are their own only: confirmations, which name their round, concern the confirmed records.
 * @param changed, related the columns with the kinds of both ends
 */
const concernsKind = (kind: string, changed: SqlQuery, related: SqlQuery): SqlQuery =>
  kind === ROUND_KIND ? sql`${changed} = ${kind}` : sql`(${changed} = ${kind} OR ${related} = ${kind})`;

/**
 * Builds a condition: a change involves a record. It changes the record itself or one of its links,
 * or creates or deletes a linked record.
 */
export const involvesRecord = (kind: string, id: number) => {
  if (kind === ROUND_KIND) return sql`(c.kind = ${kind} AND c.id = ${id})`;
  const link = JSON.stringify([{ kind, id }]);
  return sql`((c.kind = ${kind} AND c.id = ${id}) OR (c.related_kind = ${kind} AND c.related_id = ${id})
    OR c.links @> ${link}::jsonb)`;
};

/** Builds the condition of a query for changes `c`, regardless of what the actor may see. */
function queryConditions({ kind, id, action, user, from, to, batch }: HistoryQuery, { kinds }: HistoryScope): SqlQuery {
  const all: SqlQuery[] = [];
  if (kind === undefined) all.push(sql`c.kind = ANY(${kinds}::text[])`);
  else if (id === undefined) all.push(concernsKind(kind, sql`c.kind`, sql`c.related_kind`));
  else all.push(involvesRecord(kind, id));
  if (action !== undefined) all.push(sql`c.action = ${action}`);
  if (user !== undefined) all.push(sql`c.user_id = ${user}`);
  if (from !== undefined) all.push(sql`c.at >= ${dayBegins(from)}`);
  if (to !== undefined) all.push(sql`c.at < ${dayEnds(to)}`);
  if (batch !== undefined) all.push(sql`c.batch = ${batch}::uuid`);
  return join(all, " AND ");
}

/** Builds the condition of a query for changes `c` that an actor may see. */
export const changeConditions = (query: HistoryQuery, scope: HistoryScope): SqlQuery =>
  join([queryConditions(query, scope), isVisibleChange(scope), isVisibleFile(query, scope)], " AND ");

/**
 * The location of a page among all matching changes: the first and last day on the page, and how
 * many changes to skip within these days.
 */
type PagePosition = { total: number; from: string | null; to: string | null; skip: string };

/**
 * Locates a page by the daily counts, so that neither the total nor a deep page scans all newer
 * changes.
 */
async function findPagePosition(connection: Connection, listQuery: HistoryQuery, scope: HistoryScope, offset: bigint) {
  const { kind, action, ...query } = listQuery;
  const all = [
    kind === undefined
      ? sql`n.kind = ANY(${scope.kinds}::text[])`
      : concernsKind(kind, sql`n.kind`, sql`n.related_kind`),
    ...(action === undefined ? [] : [sql`n.action = ${action}`]),
    ...(query.from === undefined ? [] : [sql`n.day >= ${query.from}::date`]),
    ...(query.to === undefined ? [] : [sql`n.day <= ${query.to}::date`]),
  ];
  const [position] = await connection.$queryRaw<[PagePosition]>`
    WITH days AS (
      SELECT day, sum(sum(count)) OVER (ORDER BY day DESC) - sum(count) AS newer, sum(count) AS count
      FROM (SELECT n.day, n.count FROM change_counts n WHERE ${join(all, " AND ")}
        UNION ALL
        SELECT (c.at AT TIME ZONE 'Europe/Berlin')::date, -1 FROM changes c
        WHERE c.kind = ${FILE_KIND} AND NOT ${isVisibleChange(scope)} AND ${queryConditions(listQuery, scope)}) AS counts
      GROUP BY day
    ), placed AS (
      SELECT *, newer + count > ${offset} AND newer < ${offset + BigInt(query.pageSize)} AS on_page FROM days
    )
    SELECT coalesce(sum(count), 0)::int AS total, min(day) FILTER (WHERE on_page)::text AS from,
      max(day) FILTER (WHERE on_page)::text AS to,
      (${offset} - coalesce(min(newer) FILTER (WHERE on_page), 0))::bigint::text AS skip
    FROM placed`;
  return position;
}

/**
 * Reads one page of changes, newest first, and the exact total.
 * @param scope what the actor sees of the history
 */
export async function storedChanges(connection: Connection, query: HistoryQuery, scope: HistoryScope) {
  const offset = BigInt(query.pageNo) * BigInt(query.pageSize);
  const rowsOf = (filter: HistoryQuery, skip: bigint) => connection.$queryRaw<StoredChange[]>`
    SELECT ${STORED} FROM changes c WHERE ${changeConditions(filter, scope)}
    ORDER BY c.at DESC, c.change_id DESC LIMIT ${query.pageSize} OFFSET ${skip}`;
  // The changes of one record, person or batch are few enough to count.
  if (query.id !== undefined || query.user !== undefined || query.batch !== undefined) {
    const [[{ total }], rows] = await Promise.all([
      connection.$queryRaw<
        [{ total: number }]
      >`SELECT count(*)::int AS total FROM changes c WHERE ${changeConditions(query, scope)}`,
      rowsOf(query, offset),
    ]);
    return { total, rows };
  }
  const { total, from, to, skip } = await findPagePosition(connection, query, scope, offset);
  const rows = from === null || to === null ? [] : await rowsOf({ ...query, from, to }, BigInt(skip));
  return { total, rows };
}

/**
 * Advisory lock key of `summariseCounts`, because two concurrent runs could deadlock. An arbitrary
 * number that no other lock uses.
 */
const SUMMARY_LOCK = 7_001;

/**
 * Compacts the daily counts: merges rows with equal keys into one. Does nothing while another
 * connection does the same.
 */
export async function summariseCounts(connection: Connection): Promise<void> {
  await connection.$executeRaw`
    WITH summary_lock AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock(${SUMMARY_LOCK}) AS is_acquired
    ), repeated AS (
      SELECT DISTINCT day FROM change_counts WHERE (SELECT is_acquired FROM summary_lock) GROUP BY day, kind, related_kind, action HAVING count(*) > 1
    ), deleted AS (
      DELETE FROM change_counts WHERE day IN (SELECT day FROM repeated) RETURNING day, kind, related_kind, action, count
    )
    INSERT INTO change_counts (day, kind, related_kind, action, count)
    SELECT day, kind, related_kind, action, sum(count) FROM deleted GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0`;
}

/** Locks and reads the changes to revert, newest first, so that they cannot be reverted twice. */
export async function lockedChanges(transaction: Transaction, target: { change_id: number } | { batch: string }) {
  const condition = "batch" in target ? sql`c.batch = ${target.batch}::uuid` : sql`c.change_id = ${target.change_id}`;
  await transaction.$queryRaw`SELECT 1 FROM changes c WHERE ${condition} ORDER BY c.change_id DESC FOR UPDATE OF c`;
  // A separate statement, so that it sees reverts committed while the first one waited for the
  // lock.
  return transaction.$queryRaw<StoredChange[]>`
    SELECT ${STORED} FROM changes c WHERE ${condition} ORDER BY c.change_id DESC`;
}

/** Returns those of the changes that an actor may see. */
export async function visibleAmong(connection: Connection, changes: readonly StoredChange[], scope: HistoryScope) {
  const ids = changes.map(({ change_id }) => change_id);
  const rows = await connection.$queryRaw<{ change_id: number }[]>`
    SELECT c.change_id FROM changes c
    WHERE c.change_id = ANY(${ids}::int[]) AND c.kind = ANY(${scope.kinds}::text[]) AND ${isVisibleChange(scope)}`;
  const visible = new Set(rows.map(({ change_id }) => change_id));
  return changes.filter(({ change_id }) => visible.has(change_id));
}

/** Lists the changes of records of a kind since a moment, newest first. */
export function changesSince(connection: Connection, kind: string, ids: readonly number[], moment: Date) {
  return connection.$queryRaw<StoredChange[]>`
    SELECT ${STORED} FROM changes c
    WHERE c.kind = ${kind} AND c.id = ANY(${ids}::int[]) AND c.at > ${moment} ORDER BY c.change_id DESC`;
}

/** Lists all changes that involve a record since a moment, newest first. */
export function changesOfSince(connection: Connection, kind: string, id: number, moment: Date) {
  return connection.$queryRaw<StoredChange[]>`
    SELECT ${STORED} FROM changes c WHERE ${involvesRecord(kind, id)} AND c.at > ${moment} ORDER BY c.change_id DESC`;
}
