import { db } from "./db";
import { AppError } from "./errors";
import { verifyPassword } from "./password";

/**
 * The account that an address and a password belong to. An unknown address, a wrong password and a disabled account
 * cannot be told apart, neither by the answer nor by its time (contract §5).
 * @throws AppError username_password_error, or verify_email while the address is unconfirmed
 */
export async function checkCredentials(email: string, password: string): Promise<{ id: number }> {
  const user = await db().user.findUnique({ where: { email: email.toLowerCase() } });
  const matches = await verifyPassword(password, user?.password_hash ?? null);
  if (!user || !matches || user.disabled_at) throw new AppError("username_password_error");
  if (!user.email_verified_at) throw new AppError("verify_email");
  return { id: user.id };
}
