import { groupBy } from "@/lib/model/pure/group-by";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { authorize } from "@/lib/base/access/permissions";
import { AppError } from "@/lib/base/errors/errors";
import { recheckPermission } from "@/lib/sessions/recheck-permission";
import type { Transaction } from "@/lib/store/database/client";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { listRefusals, lockVisible } from "./decide-proposals";
import {
  findReopenable,
  lockExisting,
  lockFilesOf,
  lockRecipientsOf,
  openAgain,
  type StoredProposal,
} from "./proposals-sql";

/** Locks the records of proposals, kind by kind as accepting does. @returns the proposals whose records exist */
async function lockRecordsOf(connection: Transaction, proposals: readonly StoredProposal[]) {
  const byKind = groupBy(proposals, ({ kind }) => kind);
  const existing: StoredProposal[] = [];
  for (const definition of allDefinitions) {
    const ofKind = byKind.get(definition.apiPath) ?? [];
    const ids = await lockExisting(connection, definition, [...new Set(ofKind.map(({ id }) => id))]);
    for (const proposal of ofKind) if (ids.has(proposal.id)) existing.push(proposal);
  }
  return existing;
}

/**
 * Reopens proposals. Locks like an answer: recipients, proposals, records; then files, as their changes do.
 * @returns the number of reopened ones, and why others are refused
 */
async function reopen(unit: Context<Transaction>, ids: readonly number[]) {
  const { connection } = unit;
  await lockRecipientsOf(connection, ids);
  const { proposals, refusals } = await lockVisible(unit, ids);
  const existing = new Set(await lockRecordsOf(connection, proposals));
  await lockFilesOf(connection, ids);
  const reopenable = await findReopenable(connection, ids);
  for (const proposal of proposals) {
    const { proposal_id } = proposal;
    if (!existing.has(proposal)) refusals.set(proposal_id, new AppError("data_not_found"));
    else if (!reopenable.has(proposal_id)) refusals.set(proposal_id, new AppError("not_revertible"));
  }
  const reopened = proposals.map(({ proposal_id }) => proposal_id).filter((id) => !refusals.has(id));
  await openAgain(connection, reopened);
  return { reopened: reopened.length, refusals };
}

/**
 * Reopens a proposal that was just rejected (contract §14).
 * @throws AppError forbidden; data_not_found, also where the record is gone; not_revertible
 */
export async function reopenProposal(context: Context, proposal_id: number): Promise<void> {
  authorize(context.actor, "write", "proposals");
  await inTransaction(context, async (unit) => {
    const { refusals } = await reopen(unit, [proposal_id]);
    const refusal = refusals.get(proposal_id);
    if (refusal) throw refusal;
  });
}

/** Timeout of reopening many proposals in milliseconds. */
const TIMEOUT_MS = 60_000;

/**
 * Reopens several proposals (contract §14): all that are not refused.
 * @throws AppError forbidden or unauthenticated, also where the account has lost its rights before
 * the commit
 */
export async function reopenProposals(context: Context, ids: readonly number[]) {
  authorize(context.actor, "write", "proposals");
  return inTransaction(
    context,
    async (unit) => {
      const { reopened, refusals } = await reopen(unit, [...new Set(ids)]);
      await recheckPermission(unit, "write", "proposals");
      return { reopened, refused: listRefusals(refusals) };
    },
    TIMEOUT_MS,
  );
}
