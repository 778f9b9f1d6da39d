import type { Locale } from "@/lib/model/messages/i18n";
import type { ResetValues } from "../account";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { AppError } from "@/lib/base/errors/errors";
import type { User } from "@/generated/prisma/client";
import { countAttempt } from "@/lib/store/limits/rate-limit";
import { sendAccountMail } from "./account-mail";
import { redeemToken, refuseToken, storeToken, userOfToken } from "./mailed-tokens";
import { newToken } from "@/lib/base/web/crypto";
import { hashPassword } from "@/lib/sessions/password";
import { mayUsePassword } from "@/lib/sessions/may-use-password";
import { mayRegister } from "./registration";
import { languageOf } from "./users";

/**
 * Mails a link that resets the password. Earlier links stay valid, so that no user can invalidate
 * another user's link by requesting a new one.
 * @returns the account's id; null when the address has no account and ACCOUNT_DISCLOSURE=off hides
 * that from the caller
 * @throws AppError email_not_found, password_login_off, error_api, too_many_requests
 */
export async function requestReset(address: string, language: Locale, client: string): Promise<number | null> {
  const email = address.toLowerCase();
  const known = await db().user.findUnique({ where: { email } });
  const user = known?.disabled_at ? null : known;
  const { ACCOUNT_DISCLOSURE } = env();
  if (!user && ACCOUNT_DISCLOSURE) throw new AppError("email_not_found");
  const isOff = user !== null && !mayUsePassword(user);
  if (isOff && ACCOUNT_DISCLOSURE) throw new AppError("password_login_off");
  await countAttempt("mailbox", email, client);
  const instead = { to: email, language: user ? languageOf(user) : language, path: "/login" };
  const mail = () =>
    user && !isOff ? mailLink(user) : sendAccountMail({ ...instead, kind: user ? "no_password" : "no_account" });
  if (ACCOUNT_DISCLOSURE || mayRegister(email)) await mail();
  // An address that may not register gets a mail only if it has an account. The mail is not
  // awaited, so that neither the response time nor a mail error reveals whether the account exists.
  else if (known) mail().catch((error: unknown) => console.error("A mail was not sent.", error));
  return user?.id ?? null;
}

/** Mails a reset link, and stores its token only after the mail has been accepted. */
async function mailLink(user: User): Promise<void> {
  const token = newToken("reset_password");
  await sendAccountMail({
    kind: "reset_password",
    to: user.email,
    language: languageOf(user),
    path: `/password-reset/${token}`,
    // A stranger who registered this address may have written the name of an unconfirmed account.
    name: user.email_verified_at ? user.name : undefined,
  });
  await storeToken(db(), user.id, "reset_password", { token });
}

/**
 * Returns the email address of the account whose password a reset link sets.
 * @throws AppError token_invalid
 */
export async function resetAddress(token: string, client: string): Promise<string> {
  const user = await userOfToken("reset_password", token, client);
  return mayUsePassword(user) ? user.email : refuseToken(client);
}

/**
 * Sets a new password with a reset link, and ends all sessions of the account. Also marks the
 * address as verified, because the link was mailed to it.
 * @returns the account's id
 * @throws AppError token_invalid
 */
export async function resetPassword(
  context: Context,
  { token, email, password }: ResetValues,
  client: string,
): Promise<number> {
  const user = await userOfToken("reset_password", token, client);
  if (user.email !== email.toLowerCase() || !mayUsePassword(user)) return refuseToken(client);
  const password_hash = await hashPassword(password);
  await inTransaction(context, async ({ connection }) => {
    await redeemToken(connection, "reset_password", token);
    const email_verified_at = user.email_verified_at ?? new Date();
    await connection.$executeRaw`
      UPDATE users SET password_hash = ${password_hash}, email_verified_at = ${email_verified_at} WHERE id = ${user.id}`;
    await connection.$executeRaw`DELETE FROM sessions WHERE user_id = ${user.id}`;
    await connection.$executeRaw`DELETE FROM tokens WHERE user_id = ${user.id}`;
  });
  return user.id;
}
