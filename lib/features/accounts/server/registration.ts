import type { Locale } from "@/lib/model/messages/i18n";
import type { RegisterValues } from "../account";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { AppError } from "@/lib/base/errors/errors";
import { throttleSecret } from "@/lib/store/limits/login-throttle";
import { countAttempt } from "@/lib/store/limits/rate-limit";
import { sendAccountMail } from "./account-mail";
import { redeemToken, storeToken, userOfToken } from "./mailed-tokens";
import { newToken } from "@/lib/base/web/crypto";
import { hashPassword, verifyPassword } from "@/lib/sessions/password";
import { languageOf } from "./users";
import { expectDefined } from "@/lib/base/errors/invariant";

/**
 * Returns whether users may register; if not, no screen links to the registration (contract §5).
 */
export function isRegistrationOpen(): boolean {
  const { REGISTRATION_DOMAINS, DEMO, PASSWORD_LOGIN } = env();
  return PASSWORD_LOGIN && (REGISTRATION_DOMAINS !== undefined || DEMO);
}

/**
 * Returns whether an address without an account may register, or get an account by single sign-on.
 */
export function mayRegister(email: string): boolean {
  const { REGISTRATION_DOMAINS } = env();
  return REGISTRATION_DOMAINS?.includes(expectDefined(email.split("@").at(-1), "the domain")) ?? isRegistrationOpen();
}

function refuseRegistration(email: string): void {
  if (!isRegistrationOpen()) throw new AppError("registration_closed");
  if (!mayRegister(email)) throw new AppError("email_domain_not_allowed");
}

type Pending = { email: string; name: string; password_hash: string; language: Locale };

/**
 * Creates an unconfirmed account, or overwrites an unconfirmed account of the same address.
 * @returns the account's id; null when the address has a confirmed, disabled or invited account
 */
async function storePending(
  context: Context,
  { email, name, password_hash, language }: Pending,
  token: string,
): Promise<number | null> {
  return inTransaction(context, async ({ connection }) => {
    // Inserts or updates in one statement, because the same address may be registered twice
    // concurrently.
    const [row] = await connection.$queryRaw<{ id: number }[]>`
      INSERT INTO users (email, name, password_hash, language, role)
      VALUES (${email}, ${name}, ${password_hash}, ${language}, ${env().DEFAULT_ROLE})
      ON CONFLICT (email) DO UPDATE
        SET name = excluded.name, password_hash = excluded.password_hash, language = excluded.language, created_at = now()
        WHERE users.email_verified_at IS NULL AND users.disabled_at IS NULL AND users.password_hash IS NOT NULL
      RETURNING id`;
    if (!row) return null;
    await connection.$executeRaw`DELETE FROM tokens WHERE user_id = ${row.id}`;
    await storeToken(connection, row.id, "verify_email", { token });
    return row.id;
  });
}

/**
 * Registers an account, and mails a link by which its owner must confirm the address.
 * @returns the account's id; null when the address already has an account and
 * ACCOUNT_DISCLOSURE=off hides that from the caller
 * @throws AppError registration_closed, email_domain_not_allowed, email_exists, error_api,
 * too_many_requests
 */
export async function register(context: Context, values: RegisterValues, client: string): Promise<number | null> {
  const { locale: language } = context;
  const email = values.email.toLowerCase();
  refuseRegistration(email);
  // Hashes the password before the lookup, so that the response time does not reveal whether an
  // account exists.
  const password_hash = await hashPassword(values.password);
  const existing = await db().user.findUnique({ where: { email } });
  // The address of an invited account, which has no password yet, is taken: only the invitation
  // link may set its password.
  const isPending = existing?.email_verified_at === null && !existing.disabled_at && existing.password_hash !== null;
  const isTaken = existing !== null && !isPending;
  if (isTaken && env().ACCOUNT_DISCLOSURE) throw new AppError("email_exists");
  await countAttempt("mailbox", email, client);
  if (isTaken) {
    const name = existing.email_verified_at ? existing.name : undefined;
    await sendAccountMail({ kind: "account_exists", to: email, language: languageOf(existing), path: "/login", name });
    return null;
  }
  const token = newToken("verify_email");
  // Sends the mail before storing the account: if the mail fails, no account is created, and a link
  // that was mailed earlier stays valid.
  await sendAccountMail({ kind: "verify_email", to: email, language, path: `/verify-email/${token}` });
  const id = await storePending(context, { email, name: values.name, password_hash, language }, token);
  if (id === null && env().ACCOUNT_DISCLOSURE) throw new AppError("email_exists");
  return id;
}

/**
 * Confirms the address of a registration. The link proves access to the mailbox; the password
 * proves that the owner of the mailbox is the person who registered.
 * @returns the account's id, and whether the password was right
 * @throws AppError token_invalid, too_many_requests
 */
export async function verifyEmail(context: Context, token: string, password: string, client: string) {
  const { id, password_hash } = await userOfToken("verify_email", token, client);
  const isRight = await throttleSecret("linkFailures", token, client, () => verifyPassword(password, password_hash));
  if (isRight) {
    await inTransaction(context, async ({ connection }) => {
      await redeemToken(connection, "verify_email", token);
      await connection.$executeRaw`UPDATE users SET email_verified_at = ${new Date()} WHERE id = ${id}`;
    });
  }
  return { user_id: id, isRight };
}
