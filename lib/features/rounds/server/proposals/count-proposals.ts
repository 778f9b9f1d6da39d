import { authorize } from "@/lib/base/access/permissions";
import type { Context } from "@/lib/store/database/transaction";
import { openProposals } from "./count-sql";

/** Open proposals are counted up to this number; more are shown as "more than". */
const PROPOSALS_COUNTED = 10_000;

/**
 * Returns the number of open proposals, at most `PROPOSALS_COUNTED`.
 * @param runde_id counts only those that came from this round
 * @throws AppError forbidden
 */
export async function countOpenProposals({ actor, connection }: Context, runde_id?: number): Promise<number> {
  authorize(actor, "read", "proposals");
  const [row] = await openProposals(connection, runde_id ?? null, PROPOSALS_COUNTED);
  return row?.count ?? 0;
}
