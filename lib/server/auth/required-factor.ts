import { env } from "../config/env";
import type { User } from "../database/client";

/**
 * Whether an account still has to set up the second factor that `TOTP_REQUIRED` asks of its role.
 * @param bySso whether the provider of single sign-on vouched: it asks for factors of its own
 */
export function lacksRequiredFactor(
  { role, factor_since }: Pick<User, "role" | "factor_since">,
  bySso: boolean,
): boolean {
  const required = env().TOTP_REQUIRED;
  const isRequired = required === "all" || (required === "admins" && role === "admin");
  return !bySso && factor_since === null && isRequired;
}
