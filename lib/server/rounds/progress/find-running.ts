import { daysLater } from "../../../records/fields/day";
import { dayOf } from "../../../records/fields/moments";
import { ROUND_GRACE_DAYS } from "../../../records/rounds/round";
import {
  RECIPIENT_CHOICES,
  type RecipientChoice,
  type RecipientRow,
  type RunningRound,
} from "../../../records/rounds/round-progress";
import { authorize } from "../../access/permissions";
import type { Context } from "../../database/transaction";
import { recipientsOf, runningRounds } from "./progress-sql";

/**
 * Returns the running rounds that are due first, and the number of all running rounds.
 * @param most maximum number of returned rounds
 * @throws AppError forbidden
 */
export async function findRunningRounds(
  { actor, connection }: Context,
  most: number,
): Promise<{ rounds: RunningRound[]; total: number }> {
  authorize(actor, "read", "rounds");
  // An earlier round counts as closed, even if the nightly job has not stored it yet.
  const lastDay = daysLater(dayOf(new Date()), -ROUND_GRACE_DAYS);
  const rows = await runningRounds(connection, lastDay, most);
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
): Promise<{ rows: RecipientRow[]; total: number }> {
  authorize(actor, "read", "rounds");
  const rows = await recipientsOf(connection, runde_id, RECIPIENT_CHOICES[choice], {
    limit: pageSize,
    offset: pageNo * pageSize,
  });
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
