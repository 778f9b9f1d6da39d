import type { Role } from "@/lib/model/accounts/roles";
import type { Database } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { env } from "@/lib/base/config/env";

/**
 * Returns whether accounts of a role may log in by password: PASSWORD_LOGIN=off allows it to admins
 * only (contract §9).
 */
export const mayUsePassword = ({ role }: { role: Role | (string & {}) }): boolean =>
  env().PASSWORD_LOGIN || role === "admin";

/** Returns whether a user has a password that can be used for login. */
export async function hasPassword(
  { connection }: Context<Database>,
  user: { id: number; role: Role },
): Promise<boolean> {
  if (!mayUsePassword(user)) return false;
  return (await connection.user.count({ where: { id: user.id, NOT: { password_hash: null } } })) > 0;
}
