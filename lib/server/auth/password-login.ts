import type { Role } from "../../records/accounts/account";
import type { AccountContext } from "../database/transaction";
import { env } from "../config/env";

/** Whether an account of this role may use a password here: PASSWORD_LOGIN=off keeps them for admins (contract §9). */
export const mayUsePassword = ({ role }: { role: Role | (string & {}) }): boolean =>
  env().PASSWORD_LOGIN || role === "admin";

/** Whether somebody has a password that is of use here. */
export async function hasPassword({ connection }: AccountContext, user: { id: number; role: Role }): Promise<boolean> {
  if (!mayUsePassword(user)) return false;
  return (await connection.user.count({ where: { id: user.id, NOT: { password_hash: null } } })) > 0;
}
