import { RECIPIENT_STATES, type RecipientState } from "../../round";
import { FAILURES_SHOWN, type RoundProgress } from "../../round-progress";
import { authorize } from "@/lib/base/access/permissions";
import type { Context } from "@/lib/store/database/transaction";
import { AppError } from "@/lib/base/errors/errors";
import { countOpenProposals } from "../proposals/count-proposals";
import { failedMails, roundMoments, stateCounts } from "./progress-sql";

/**
 * Returns how far a round has come: its mails, the states of its recipients, and open proposals.
 * @throws AppError forbidden, data_not_found
 */
export async function findProgress(context: Context, runde_id: number): Promise<RoundProgress> {
  authorize(context.actor, "read", "rounds");
  const { connection } = context;
  const [[moments], counts, failures, proposals] = await Promise.all([
    roundMoments(connection, runde_id),
    stateCounts(connection, runde_id),
    failedMails(connection, runde_id, FAILURES_SHOWN),
    countOpenProposals(context, runde_id),
  ]);
  if (!moments) throw new AppError("data_not_found");
  const countOf = (state: RecipientState) => counts.find((row) => row.state === state)?.count ?? 0;
  const states = Object.fromEntries(RECIPIENT_STATES.map((state) => [state, countOf(state)]));
  return {
    ...moments,
    states: states as Record<RecipientState, number>,
    waiting: counts.reduce((sum, { waiting }) => sum + waiting, 0),
    retried: counts.reduce((sum, { retried }) => sum + retried, 0),
    failures,
    proposals,
  };
}
