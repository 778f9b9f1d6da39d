import { authorize, isAllowed } from "@/lib/base/access/permissions";
import type { Context } from "@/lib/store/database/transaction";
import type { Connection } from "@/lib/store/database/client";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { visibilitiesOf, type FileVisibility } from "@/lib/model/files/file-visibility";
import { countOfRecord, type RecordProposalCount } from "./proposal-queue-sql";
import { proposalConditions } from "./proposals-sql";

const NONE: RecordProposalCount = { count: 0, fromFiles: 0 };

/** Counts the open proposals for a record; none for actors who may not see them (contract §14). */
export async function countRecordProposals(
  { actor, connection }: Context,
  { apiPath }: Pick<AnyDefinition, "apiPath">,
  id: number,
): Promise<RecordProposalCount> {
  if (!isAllowed(actor, "read", "proposals")) return NONE;
  return countOfRecord(connection, { kind: apiPath, id }, "open", visibilitiesOf(actor));
}

/** Open proposals are counted up to this number; more are shown as "more than". */
const PROPOSALS_COUNTED = 10_000;

/** Counts open proposals, all of them or those of one round, up to the limit. */
const openProposals = (
  connection: Connection,
  runde_id: number | undefined,
  visibilities: readonly FileVisibility[],
) => connection.$queryRaw<{ count: number }[]>`
  SELECT count(*)::int AS count FROM (
    SELECT FROM proposals p ${proposalConditions({ state: "open", runde_id }, visibilities)} LIMIT ${PROPOSALS_COUNTED}
  ) AS found`;

/**
 * Returns the number of open proposals, at most `PROPOSALS_COUNTED`.
 * @param runde_id counts only those that came from this round
 * @throws AppError forbidden
 */
export async function countOpenProposals({ actor, connection }: Context, runde_id?: number): Promise<number> {
  authorize(actor, "read", "proposals");
  const [row] = await openProposals(connection, runde_id, visibilitiesOf(actor));
  return row?.count ?? 0;
}
