import { ENTRY_MAX_CHANGES, type BatchFact } from "../history-entry";
import type { EntriesQuery } from "../history-query";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import type { Connection } from "@/lib/store/database/client";
import { sql, type SqlQuery } from "@/lib/store/database/sql";
import { IS_CONFIRMATION } from "@/lib/store/sql/fragments";
import {
  changeConditions,
  involvesRecord,
  isVisibleChange,
  STORED,
  type HistoryScope,
  type StoredChange,
} from "./stored-changes";

/**
 * Reads one page of entries, newest first: single changes, and of each batch its newest change that
 * matches the query. Reads one entry more than fit on the page.
 * @param scope what the actor sees of the history
 */
export function storedHistoryEntries(
  connection: Connection,
  query: EntriesQuery,
  scope: HistoryScope,
): Promise<StoredChange[]> {
  const { before, pageSize } = query;
  const isOlder =
    before === undefined
      ? sql`TRUE`
      : sql`(c.at, c.change_id) <
          (SELECT c.at, c.change_id FROM changes c WHERE c.change_id = ${before} AND ${isVisibleChange(scope)})`;
  // The OR keeps the planner from joining all batches: it looks up the batch of each change that it
  // passes, and stops when the page is full.
  return connection.$queryRaw<StoredChange[]>`
    SELECT ${STORED} FROM changes c
    WHERE ${changeConditions(query, scope)} AND ${isOlder} AND (c.batch IS NULL OR NOT EXISTS (
      SELECT 1 FROM (SELECT * FROM changes newer WHERE newer.batch = c.batch AND newer.change_id > c.change_id) AS c
      WHERE ${changeConditions(query, scope)}))
    ORDER BY c.at DESC, c.change_id DESC LIMIT ${pageSize + 1}`;
}

/**
 * Reads what batches did, by kind and action, to records and to links. Each batch that exists has at least one fact, unless
 * all its changes are of kinds that the account may not see.
 */
export function batchFacts(connection: Connection, batches: readonly string[], scope: HistoryScope) {
  return connection.$queryRaw<(BatchFact & { batch: string })[]>`
    WITH facts AS (
      SELECT batch, kind, action, relation IS NOT NULL AS of_links, ${IS_CONFIRMATION} AS is_confirmation, min(source) AS source, count(*)::int AS changes, count(DISTINCT related_id) = 1 AS has_one_related, count(DISTINCT id)::int AS records,
        max(change_id) AS last
      FROM changes c WHERE batch = ANY(${batches}::uuid[]) AND kind = ANY(${scope.kinds}::text[]) AND ${isVisibleChange(scope)}
      GROUP BY batch, kind, action, relation IS NOT NULL, ${IS_CONFIRMATION}
    ), of_kind AS (
      SELECT batch, kind, count(DISTINCT id)::int AS records
      FROM changes c WHERE batch = ANY(${batches}::uuid[]) AND ${isVisibleChange(scope)} GROUP BY batch, kind
    )
    SELECT f.batch::text, f.kind, f.action, f.source, f.changes, f.records, f.last, f.of_links AS "ofLinks", f.is_confirmation AS "isConfirmation", k.records AS "ofKind", c.id, c.label,
      CASE WHEN c.kind = ${FILE_KIND} OR f.is_confirmation AND f.has_one_related THEN jsonb_build_object('kind', c.related_kind, 'id', c.related_id, 'label', c.related_label) END AS record
    FROM facts f JOIN of_kind k USING (batch, kind) JOIN changes c ON c.change_id = f.last`;
}

/** Reads the newest changes of each batch, or those of them that meet a condition. */
export function newestOfBatches(
  connection: Connection,
  batches: readonly string[],
  scope: HistoryScope,
  condition: SqlQuery = sql`TRUE`,
) {
  return connection.$queryRaw<StoredChange[]>`
    SELECT newest.* FROM unnest(${batches}::uuid[]) AS requested (batch), LATERAL (
      SELECT ${STORED} FROM changes c WHERE c.batch = requested.batch AND ${condition} AND ${isVisibleChange(scope)}
      ORDER BY c.change_id DESC LIMIT ${ENTRY_MAX_CHANGES}
    ) AS newest`;
}

/** Reads changes by their ids. */
export function changesById(connection: Connection, ids: readonly number[]) {
  return connection.$queryRaw<StoredChange[]>`SELECT ${STORED} FROM changes c WHERE c.change_id = ANY(${ids}::int[])`;
}

/** Reads which batches some changes belong to. */
export function batchesOf(connection: Connection, ids: readonly number[]) {
  return connection.$queryRaw<{ change_id: number; batch: string }[]>`
    SELECT change_id, batch::text FROM changes WHERE change_id = ANY(${ids}::int[]) AND batch IS NOT NULL`;
}

/**
 * Reads how many changes of each batch involve a record, and the id of the one that says most: its
 * own change rather than a link, and that rather than a change of a linked record.
 */
export function sharesInBatches(
  connection: Connection,
  batches: readonly string[],
  scope: HistoryScope,
  { kind, id }: { kind: string; id: number },
) {
  return connection.$queryRaw<{ batch: string; changes: number; main: number }[]>`
    SELECT c.batch::text, count(*)::int AS changes, (array_agg(c.change_id ORDER BY c.kind = ${kind} AND c.id = ${id} DESC,
      c.relation IS NOT NULL, ${IS_CONFIRMATION}, c.change_id DESC))[1] AS main
    FROM changes c WHERE c.batch = ANY(${batches}::uuid[]) AND ${involvesRecord(kind, id)} AND ${isVisibleChange(scope)}
    GROUP BY c.batch`;
}
