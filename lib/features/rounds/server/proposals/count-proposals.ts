import { authorize, isAllowed } from "@/lib/base/access/permissions";
import type { Context } from "@/lib/store/database/transaction";
import type { Connection } from "@/lib/store/database/client";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { countOfRecord } from "./proposal-queue-sql";

/** Counts the open proposals for a record; 0 for actors who may not see them (contract §14). */
export async function countRecordProposals(
  { actor, connection }: Context,
  { apiPath }: Pick<AnyDefinition, "apiPath">,
  id: number,
): Promise<number> {
  return isAllowed(actor, "read", "proposals") ? countOfRecord(connection, { kind: apiPath, id }, "open") : 0;
}

/** Counts open proposals, all of them or those of one round, up to a limit. */
const openProposals = (connection: Connection, runde_id: number | null, limit: number) => connection.$queryRaw<
  { count: number }[]
>`
  SELECT count(*)::int AS count FROM (
    SELECT FROM proposals WHERE state = 'open' AND (${runde_id}::int IS NULL OR runde_id = ${runde_id}::int)
    LIMIT ${limit}
  ) AS found`;

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
