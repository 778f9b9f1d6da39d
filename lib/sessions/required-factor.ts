import { env } from "@/lib/base/config/env";
import type { User } from "@/lib/store/database/client";
import { AppError } from "@/lib/base/errors/errors";

/** What a login, or the session that created an API token, has shown besides or instead of a password. */
export type LoginProof = {
  /** Whether it came by single sign-on, for which only the identity provider enforces factors. */
  bySso: boolean;
  /** Whether it has shown the account's second factor. */
  byFactor: boolean;
};

/**
 * Returns whether a login lacks the second factor that `TOTP_REQUIRED` demands for the account's
 * role: because the account has none, or because this login has not shown it (contract §9).
 */
export function lacksRequiredFactor(
  { role, factor_since }: Pick<User, "role" | "factor_since">,
  { bySso, byFactor }: LoginProof,
): boolean {
  const required = env().TOTP_REQUIRED;
  const isRequired = required === "all" || (required === "admins" && role === "admin");
  return isRequired && !bySso && !(byFactor && factor_since !== null);
}

/**
 * Refuses a login by password alone on an account that has a second factor: it began before the
 * factor was set up, and must not change or replace what the factor protects (contract §9).
 * @throws AppError second_factor_missing
 */
export function requireShownFactor(
  { factor_since }: Pick<User, "factor_since">,
  { bySso = false, byFactor = false }: Partial<LoginProof>,
): void {
  if (factor_since !== null && !bySso && !byFactor) throw new AppError("second_factor_missing");
}
