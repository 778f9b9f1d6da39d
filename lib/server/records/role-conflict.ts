import { toAppError } from "../errors/errors";

/**
 * Whether the database refused a unique role at the end of a transaction, because another transaction
 * gave it to another link meanwhile. Refusals by a plan name the holder instead.
 */
export function isRoleConflict(error: unknown): boolean {
  const { code, details } = toAppError(error);
  return code === "role_taken" && !details.body;
}

/** Runs work once more if it lost the race for a unique role: the plan then sees the holder. */
export const retryOnRoleConflict = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (!isRoleConflict(error)) throw error;
    return work();
  });
