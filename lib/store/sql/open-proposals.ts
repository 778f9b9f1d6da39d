import { FILE_VISIBILITIES, type FileVisibility } from "@/lib/model/files/file-visibility";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Transaction } from "../database/client";
import { sql, type SqlQuery } from "../database/sql";
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
