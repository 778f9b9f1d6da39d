import { FILE_VISIBILITIES, type FileVisibility } from "@/lib/model/files/file-visibility";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { PROPOSAL_REOPEN_MINUTES } from "@/lib/model/limits";
import type { RecordUse } from "@/lib/model/reference-lists/reference-uses";
import type { Connection, Transaction } from "../database/client";
import { join, sql, type SqlQuery } from "../database/sql";
import type { Actor } from "../database/transaction";
import { isOneOf } from "./fragments";
import { isVisibleFile } from "./record-files";

/* Who sees proposals, and open proposals about records that are deleted or merged (contract §14). */

/**
 * Builds a condition: proposal `p` does not come from a file, or from one with one of these visibilities.
 * The file's current visibility applies, even after its deletion (contract §18).
 */
export const isVisibleProposal = (visibilities: readonly FileVisibility[]): SqlQuery =>
  visibilities.length === FILE_VISIBILITIES.length
    ? sql`TRUE`
    : sql`(p.datei_id IS NULL OR EXISTS (SELECT FROM files f WHERE f.datei_id = p.datei_id AND ${isVisibleFile(visibilities)}))`;

/** Whether proposal `p` was rejected so recently that it may be reopened (contract §14). */
export const IS_JUST_REJECTED = sql`(
  p.state = 'rejected' AND p.decided_at > now() - make_interval(mins => ${PROPOSAL_REOPEN_MINUTES}::int))`;

/** Locks the open proposals of a file like `lockOpenProposals`, before the file's record is locked. */
export async function lockProposalsOfFile(transaction: Transaction, datei_id: number): Promise<void> {
  await transaction.$executeRaw`
    SELECT 1 FROM proposals WHERE datei_id = ${datei_id} AND state = 'open' ORDER BY proposal_id FOR UPDATE`;
}

/**
 * Locks the open proposals about records until the transaction ends. Is done before the records are
 * locked: accepting proposals locks in this order, too, and another one would deadlock.
 */
export async function lockOpenProposals(
  transaction: Transaction,
  { apiPath }: AnyDefinition,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.$executeRaw`
    SELECT 1 FROM proposals WHERE kind = ${apiPath} AND id ${isOneOf(ids)} AND state = 'open'
    ORDER BY proposal_id FOR UPDATE`;
}

/** Rejects the open proposals about records that are deleted. */
export async function rejectOpenProposals(
  transaction: Transaction,
  { apiPath }: AnyDefinition,
  ids: readonly number[],
  actor: Actor | null,
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.$executeRaw`
    UPDATE proposals SET state = 'rejected', decided_by = ${actor?.id ?? null}::int,
      decider_name = ${actor?.name ?? null}::text, decided_at = now()
    WHERE kind = ${apiPath} AND id ${isOneOf(ids)} AND state = 'open'`;
}

/**
 * Locks the open proposals that merges have moved away from records, like `lockOpenProposals`:
 * before the merge is undone and locks the kept record.
 */
export async function lockMovedProposals(
  transaction: Transaction,
  { apiPath }: AnyDefinition,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.$executeRaw`
    SELECT 1 FROM proposals WHERE kind = ${apiPath} AND state = 'open' AND moved_from && ${ids}::int[]
    ORDER BY proposal_id FOR UPDATE`;
}

/**
 * Moves the open proposals about a record that is merged to the kept record.
 * @param keep the kept record's key, and its label after the merge
 */
export async function moveOpenProposals(
  transaction: Transaction,
  { apiPath }: AnyDefinition,
  drop: number,
  keep: { id: number; label: string },
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE proposals SET id = ${keep.id}, label = ${keep.label}, moved_from = array_append(moved_from, ${drop}::int)
    WHERE kind = ${apiPath} AND id = ${drop} AND state = 'open'`;
}

/**
 * Moves open proposals back to restored records that were merged; also from where a later merge,
 * which stays, has moved them since.
 * @param records the restored records with their labels
 */
export async function returnMovedProposals(
  transaction: Transaction,
  { apiPath }: AnyDefinition,
  records: readonly { id: number; label: string }[],
): Promise<void> {
  const ids = records.map(({ id }) => id);
  const labels = records.map(({ label }) => label);
  await transaction.$executeRaw`
    UPDATE proposals p SET id = restored.id, label = restored.label,
      moved_from = p.moved_from[:array_position(p.moved_from, restored.id) - 1]
    FROM unnest(${ids}::int[], ${labels}::text[]) AS restored(id, label)
    WHERE p.kind = ${apiPath} AND p.state = 'open' AND restored.id = ANY(p.moved_from)
      AND NOT p.moved_from[:array_position(p.moved_from, restored.id) - 1] && ${ids}::int[]`;
}

/** Builds a condition: proposal `p` is about a field whose values are entries of a reference list. */
const isOfUses = (uses: readonly Pick<RecordUse, "definition" | "name">[]): SqlQuery =>
  uses.length === 0
    ? sql`FALSE`
    : sql`(p.kind, p.field) IN (${join(uses.map(({ definition, name }) => sql`(${definition.apiPath}, ${name})`))})`;

/** Builds a condition: the JSON value is an entry, or a list that contains it. */
const hasEntry = (value: SqlQuery, id: number): SqlQuery => sql`coalesce(${value} @> to_jsonb(${id}::int), FALSE)`;

/** Builds a condition: proposal `p` is open or may be reopened, and has an entry as new or old value of these fields. */
const usesEntry = (uses: readonly RecordUse[], id: number): SqlQuery => sql`
  ${isOfUses(uses)} AND (p.state = 'open' OR ${IS_JUST_REJECTED}) AND (${hasEntry(sql`p.value`, id)} OR ${hasEntry(sql`p.now`, id)})`;

/** Counts the open proposals of an entry as the value of one of these fields. */
export async function countProposing(connection: Connection, uses: readonly RecordUse[], id: number): Promise<number> {
  const [{ count }] = await connection.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM proposals p
    WHERE ${isOfUses(uses)} AND p.state = 'open' AND ${hasEntry(sql`p.value`, id)}`;
  return count;
}

/** Locks the proposals that `replaceEntryInProposals` changes: before their records and the entry, as accepting does. */
export async function lockProposalsUsing(transaction: Transaction, uses: readonly RecordUse[], id: number) {
  await transaction.$executeRaw`
    SELECT 1 FROM proposals p WHERE ${usesEntry(uses, id)} ORDER BY p.proposal_id FOR UPDATE`;
}

/** Builds a JSON value with an entry replaced; a list that contains the replacement does not get it twice. */
const withReplacement = (value: SqlQuery, { id, by }: { id: number; by: number }): SqlQuery => sql`
  CASE WHEN ${value} = to_jsonb(${id}::int) THEN to_jsonb(${by}::int)
    WHEN jsonb_typeof(${value}) = 'array' THEN (
      SELECT coalesce(jsonb_agg(entry ORDER BY place), '[]') FROM (
        SELECT CASE WHEN element = to_jsonb(${id}::int) THEN to_jsonb(${by}::int) ELSE element END AS entry, min(place) AS place
        FROM jsonb_array_elements(${value}) WITH ORDINALITY AS listed(element, place) GROUP BY 1) AS entries)
    ELSE ${value} END`;

/** Replaces an entry by another one in proposals for these fields that are open or may be reopened (contract §14). */
export async function replaceEntryInProposals(
  transaction: Transaction,
  uses: readonly RecordUse[],
  replacement: { id: number; by: number },
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE proposals p SET value = ${withReplacement(sql`p.value`, replacement)}, now = ${withReplacement(sql`p.now`, replacement)}
    WHERE ${usesEntry(uses, replacement.id)}`;
}
