import type { AnyDefinition } from "@/lib/model/kinds/define";
import { isAllowed } from "@/lib/base/access/permissions";
import type { Context } from "@/lib/store/database/transaction";
import { countOfRecord } from "./proposal-queue-sql";

/** Counts the open proposals for a record; 0 for actors who may not see them (contract §14). */
export async function countRecordProposals(
  { actor, connection }: Context,
  { apiPath }: Pick<AnyDefinition, "apiPath">,
  id: number,
): Promise<number> {
  return isAllowed(actor, "read", "proposals") ? countOfRecord(connection, { kind: apiPath, id }, "open") : 0;
}
