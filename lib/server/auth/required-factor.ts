import { env } from "../config/env";
import type { User } from "../database/client";

/**
 * Returns whether an account still has to set up the second factor that `TOTP_REQUIRED` demands for
 * its role.
 * @param bySso whether the login came by single sign-on, for which only the identity provider
 * enforces factors
 */
export function lacksRequiredFactor(
  { role, factor_since }: Pick<User, "role" | "factor_since">,
  bySso: boolean,
): boolean {
  const required = env().TOTP_REQUIRED;
  const isRequired = required === "all" || (required === "admins" && role === "admin");
  return !bySso && factor_since === null && isRequired;
}
