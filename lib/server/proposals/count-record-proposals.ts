import type { AnyDefinition } from "../../records/kinds/define";
import { isAllowed } from "../access/permissions";
import type { Context } from "../database/transaction";
import { countOfRecord } from "./proposal-queue-sql";

/** Counts the open proposals for a record; 0 for actors who may not see them (contract §14). */
export async function countRecordProposals(
  { actor, connection }: Context,
  { apiPath }: Pick<AnyDefinition, "apiPath">,
  id: number,
): Promise<number> {
  return isAllowed(actor, "read", "proposals") ? countOfRecord(connection, { kind: apiPath, id }, "open") : 0;
}
