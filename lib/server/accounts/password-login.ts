import type { Role } from "../../records/account";
import { env } from "../env";

/** Whether an account of this role may use a password here: PASSWORD_LOGIN=off keeps them for admins (contract §9). */
export const mayUsePassword = ({ role }: { role: Role | (string & {}) }): boolean =>
  env().PASSWORD_LOGIN || role === "admin";
