import type { AnyDefinition } from "@/lib/model/kinds/define";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import type { Connection, Transaction } from "../database/client";
import { sql, type SqlQuery } from "../database/sql";
import { HISTORY_LOCALE, type LinkedRecord } from "./linked-records";
import { recordLabels } from "./list-records";
import { identifier, isOneOf } from "./fragments";

/* Redirects: they store which record was merged into which other record (contract §12). */

/** Acquires the lock that serializes merges of all kinds, held until the transaction ends. */
export async function lockMerges(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('merge'), 0)`;
}

/**
 * Holds back merges and their undo until the transaction ends, unlike other holders of this lock.
 */
export async function blockMerges(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtext('merge'), 0)`;
}

/** Redirects the id of a merged record to the record that it was merged into. */
export async function saveRedirect(
  transaction: Transaction,
  { apiPath }: AnyDefinition,
  id: number,
  into: number,
): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO merged_records (kind, id, into_id) VALUES (${apiPath}, ${id}, ${into})`;
}

/** Removes the redirects of records that were restored. */
export async function clearRedirects(
  transaction: Transaction,
  { apiPath }: AnyDefinition,
  ids: readonly number[],
): Promise<void> {
  await transaction.$executeRaw`DELETE FROM merged_records WHERE kind = ${apiPath} AND id = ANY(${ids}::int[])`;
}

/** Whether a record was merged into another one. */
export async function isMerged(
  connection: Connection,
  record: { kind: string; id: number } | undefined,
): Promise<boolean> {
  const found = await connection.$queryRaw<unknown[]>`
    SELECT 1 FROM merged_records WHERE kind = ${record?.kind ?? null}::text AND id = ${record?.id ?? null}::int`;
  return found.length > 0;
}

/** Where redirects lead: the record, and the merged ids on the way to it. */
export type Redirect = { into: number; path: number[] };

/**
 * Follows the redirects from ids of merged records, over any number of merges, to records that
 * exist.
 * @returns by id; ids of existing records, and those that lead to none, are left out
 */
export async function redirectsOf(
  connection: Connection,
  { apiPath, table, key }: AnyDefinition,
  ids: readonly number[],
): Promise<Map<number, Redirect>> {
  if (ids.length === 0) return new Map();
  const exists = (id: SqlQuery) => sql`EXISTS (SELECT FROM ${identifier(table)} r WHERE r.${identifier(key)} = ${id})`;
  const rows = await connection.$queryRaw<(Redirect & { id: number })[]>`
    WITH RECURSIVE chain AS (
      SELECT m.id, m.into_id, ARRAY[m.id] AS path FROM merged_records m
      WHERE m.kind = ${apiPath} AND m.id ${isOneOf(ids)} AND NOT ${exists(sql`m.id`)}
      UNION ALL SELECT chain.id, m.into_id, chain.path || m.id
      FROM chain JOIN merged_records m ON m.kind = ${apiPath} AND m.id = chain.into_id
      WHERE NOT m.id = ANY(chain.path) AND NOT ${exists(sql`m.id`)}
    )
    SELECT id, into_id AS into, path FROM chain WHERE ${exists(sql`chain.into_id`)}`;
  return new Map(rows.map(({ id, ...redirect }) => [id, redirect]));
}

/**
 * Follows the redirects from a merged record's id. Returns the id of the record that it leads to;
 * null if there is none, or if the record was not merged.
 */
export async function mergedInto(
  connection: Connection,
  definition: AnyDefinition,
  id: number,
): Promise<number | null> {
  return (await redirectsOf(connection, definition, [id])).get(id)?.into ?? null;
}

/**
 * Finds replacements for links to records that no longer exist because they were merged.
 * @returns a map from each such link to the link to the record merged into; other links are left
 * out
 */
export async function mergedLinks(connection: Connection, missing: readonly LinkedRecord[]) {
  const found = new Map<LinkedRecord, LinkedRecord>();
  for (const link of missing) {
    const other = definitionOfPath(link.kind);
    const into = other && (await mergedInto(connection, other, link.id));
    if (!into) continue;
    const [named] = await recordLabels(connection, other, [into], HISTORY_LOCALE);
    if (named) found.set(link, { ...link, id: into, label: named.label });
  }
  return found;
}

/**
 * Lists the ids of all records that were merged into a record, directly or through other records.
 */
export async function mergedIds(connection: Connection, { apiPath }: AnyDefinition, id: number): Promise<number[]> {
  const rows = await connection.$queryRaw<{ id: number }[]>`
    WITH RECURSIVE merged AS (
      SELECT id FROM merged_records WHERE kind = ${apiPath} AND into_id = ${id}
      UNION SELECT m.id FROM merged JOIN merged_records m ON m.kind = ${apiPath} AND m.into_id = merged.id
    )
    SELECT id FROM merged WHERE id <> ${id}`;
  return rows.map((row) => row.id);
}

/**
 * Whether a later merge prevents reverting this one: the record to restore was linked to a record
 * that has been merged since, or the record of a later merge had one of the links that the revert
 * would remove, and would lose it.
 * @param batch the history batch of the merge to revert
 */
export async function hasLaterMerge(connection: Connection, batch: string): Promise<boolean> {
  const [{ prevents_revert: preventsRevert }] = await connection.$queryRaw<[{ prevents_revert: boolean }]>`
    SELECT EXISTS (
      SELECT 1 FROM changes c
      JOIN merged_records own ON own.kind = c.kind AND own.id = c.id
      CROSS JOIN LATERAL jsonb_array_elements(coalesce(c.links, '[]')) AS link
      JOIN merged_records m ON m.kind = link ->> 'kind' AND m.id = (link ->> 'id')::integer
      WHERE c.batch = ${batch}::uuid AND c.action = 'delete'
    ) OR EXISTS (
      SELECT 1 FROM changes c
      CROSS JOIN LATERAL (VALUES
        (c.kind, c.id, c.related_kind, c.related_id), (c.related_kind, c.related_id, c.kind, c.id)
      ) AS link_end (kind, id, other_kind, other_id)
      JOIN merged_records m ON m.kind = link_end.kind AND m.into_id = link_end.id
      JOIN changes merge ON merge.kind = m.kind AND merge.id = m.id AND merge.action = 'delete'
        AND merge.change_id > c.change_id AND merge.batch IS DISTINCT FROM c.batch
      WHERE c.batch = ${batch}::uuid AND c.action = 'link'
        AND merge.links @> jsonb_build_array(jsonb_build_object(
          'relation', c.relation, 'kind', link_end.other_kind, 'id', link_end.other_id))
    ) AS prevents_revert`;
  return preventsRevert;
}
