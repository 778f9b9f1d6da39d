import { inTransaction, isInTransaction, type Context } from "../database/transaction";
import type { Transaction } from "../database/client";
import { isReferenceConflict, toAppError } from "@/lib/base/errors/errors";

/**
 * Whether the database refused a unique role at the end of a transaction, because another transaction
 * gave it to another link meanwhile. Refusals by a plan name the holder instead.
 */
export function isRoleConflict(error: unknown): boolean {
  const { code, details } = toAppError(error);
  return code === "role_taken" && !details.body;
}

/**
 * Runs work that plans and writes changes of records in a transaction, and once more if it loses a
 * race: another transaction has taken a unique role, or deleted what the changes refer to. The second
 * plan sees this and refuses with the reason. Inside an open transaction, work joins it without a
 * second attempt.
 * @param timeoutMs maximum duration of an attempt in milliseconds
 */
export function inRetriedTransaction<Result>(
  context: Context,
  work: (context: Context<Transaction>) => Promise<Result>,
  timeoutMs?: number,
): Promise<Result> {
  const attempt = () => inTransaction(context, work, timeoutMs);
  return attempt().catch((error: unknown) => {
    const hasLostRace = isRoleConflict(error) || isReferenceConflict(error);
    if (!hasLostRace || isInTransaction(context.connection)) throw error;
    return attempt();
  });
}
