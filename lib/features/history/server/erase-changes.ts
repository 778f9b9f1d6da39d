import type { FieldChange } from "@/lib/model/answers/shapes";
import type { Connection, Transaction } from "@/lib/store/database/client";
import { sql } from "@/lib/store/database/sql";
import type { LinkedRecord } from "@/lib/store/sql/linked-records";
import { involvesRecord } from "./stored-changes";

/** A deleted record as last recorded in the history. */
export type LastKnown = { label: string; version: number | null; fields: FieldChange[]; links: LinkedRecord[] | null };

/**
 * Reads the last state of a deleted record from the history; null where the record exists, or its
 * history is missing or erased.
 */
export async function lastKnown(connection: Connection, kind: string, id: number): Promise<LastKnown | null> {
  const [found] = await connection.$queryRaw<(LastKnown & { action: string })[]>`
    SELECT action, label, version, fields, links FROM changes
    WHERE kind = ${kind} AND id = ${id} AND erased_at IS NULL AND action IN ('create', 'update', 'delete') AND relation IS NULL
    ORDER BY change_id DESC LIMIT 1`;
  return found?.action === "delete" ? found : null;
}

/** Locks the changes of a record against concurrent reverts, until the transaction ends. */
export async function lockChangesOf(transaction: Transaction, kind: string, id: number): Promise<void> {
  await transaction.$queryRaw`
    SELECT 1 FROM changes c WHERE c.kind = ${kind} AND c.id = ${id} ORDER BY c.change_id DESC FOR UPDATE OF c`;
}

const WITHOUT_VALUES = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('name', field ->> 'name', 'old', NULL, 'new', NULL) ORDER BY place), '[]')
  FROM jsonb_array_elements(c.fields) WITH ORDINALITY AS listed(field, place))`;

/**
 * Erases a record's values and label from its own changes in the history, and its label and the
 * values of its links from the changes of records that were linked to it. Action, time and user of
 * each change stay. One of the two exceptions to the append-only history (contract §8).
 */
export async function eraseChangesOf(transaction: Transaction, kind: string, id: number): Promise<void> {
  const isOwn = sql`(c.kind = ${kind} AND c.id = ${id})`;
  const isRelated = sql`(c.related_kind = ${kind} AND c.related_id = ${id})`;
  const isNamed = sql`(link ->> 'kind' = ${kind} AND (link ->> 'id')::integer = ${id})`;
  await transaction.$executeRaw`SELECT set_config('cooperation.rule', 'erase', true)`;
  await transaction.$executeRaw`
    UPDATE changes c SET
      label = CASE WHEN ${isOwn} THEN '' ELSE c.label END,
      fields = CASE WHEN ${isOwn} OR ${isRelated} THEN ${WITHOUT_VALUES} ELSE c.fields END,
      related_label = CASE WHEN ${isRelated} THEN '' ELSE c.related_label END,
      links = CASE WHEN ${isOwn} THEN NULL ELSE (
        SELECT jsonb_agg(CASE WHEN ${isNamed} THEN link - 'values' || '{"label": ""}' ELSE link END ORDER BY place)
        FROM jsonb_array_elements(c.links) WITH ORDINALITY AS listed(link, place)) END,
      erased_at = CASE WHEN ${isOwn} OR ${isRelated} THEN now() ELSE c.erased_at END
    WHERE ${involvesRecord(kind, id)}`;
  await transaction.$executeRaw`SELECT set_config('cooperation.rule', '', true)`;
}

/**
 * Erases the values that a merge copied from this record and its links into another one, such as its
 * name as an alias, from the other record's changes in the history: from the merge itself and from
 * its revert.
 */
export async function eraseMergesOf(transaction: Transaction, kind: string, id: number): Promise<void> {
  await transaction.$executeRaw`SELECT set_config('cooperation.rule', 'erase', true)`;
  await transaction.$executeRaw`
    WITH copies AS (
      SELECT u.change_id FROM changes d JOIN changes u ON u.batch = d.batch AND u.kind = d.kind AND u.id <> d.id
      WHERE d.kind = ${kind} AND d.id = ${id} AND d.action = 'delete' AND u.action IN ('update', 'link')
        -- A deletion that undoes a creation belongs to no merge, but to the undo of an import, say.
        AND NOT EXISTS (SELECT 1 FROM changes undone
          WHERE undone.change_id = d.reverts AND undone.action = 'create' AND undone.reverts IS NULL)
    )
    UPDATE changes c SET fields = ${WITHOUT_VALUES}, erased_at = coalesce(c.erased_at, now())
    WHERE c.change_id IN (SELECT change_id FROM copies) OR c.reverts IN (SELECT change_id FROM copies)`;
  await transaction.$executeRaw`SELECT set_config('cooperation.rule', '', true)`;
}
