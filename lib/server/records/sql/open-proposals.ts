import type { AnyDefinition } from "@/lib/records/kinds/define";
import type { Transaction } from "../../database/client";
import type { Actor } from "../../database/transaction";
import { isOneOf } from "./fragments";

/* Open proposals about records that are deleted or merged (contract §14). */

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
    UPDATE proposals SET id = ${keep.id}, label = ${keep.label}
    WHERE kind = ${apiPath} AND id = ${drop} AND state = 'open'`;
}
