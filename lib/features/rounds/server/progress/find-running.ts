import { RECIPIENT_CHOICES, type RecipientChoice, type ListedRecipient, type RunningRound } from "../../round-progress";
import { authorize } from "@/lib/base/access/permissions";
import type { Context } from "@/lib/store/database/transaction";
import { pageOfRecipients } from "../recipients-sql";
import { runningRounds } from "./progress-sql";

/**
 * Returns the running rounds that are due first, and the number of all running rounds.
 * @param limit maximum number of returned rounds
 * @throws AppError forbidden
 */
export async function findRunningRounds(
  { actor, connection }: Context,
  limit: number,
): Promise<{ rounds: RunningRound[]; total: number }> {
  authorize(actor, "read", "rounds");
  const rows = await runningRounds(connection, new Date(), limit);
  return { rounds: rows.map(({ total: _, ...round }) => round), total: rows[0]?.total ?? 0 };
}

/**
 * Returns a page of the recipients of a round that was started, those without an answer first.
 * @throws AppError forbidden
 */
export async function findRecipients(
  { actor, connection }: Context,
  runde_id: number,
  { choice, pageNo, pageSize }: { choice: RecipientChoice; pageNo: number; pageSize: number },
): Promise<{ rows: ListedRecipient[]; total: number }> {
  authorize(actor, "read", "rounds");
  return pageOfRecipients(connection, runde_id, {
    pageNo,
    pageSize,
    states: RECIPIENT_CHOICES[choice],
    now: new Date(),
  });
}
