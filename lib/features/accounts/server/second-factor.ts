import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { SecondFactor } from "../own-account-answers";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { db, type Database, type Transaction, type User } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { AppError } from "@/lib/base/errors/errors";
import { requireShownFactor } from "@/lib/sessions/required-factor";
import type { CurrentSession } from "@/lib/sessions/session";
import { throttleSecret } from "@/lib/store/limits/login-throttle";
import { logSecurity } from "@/lib/base/observability/security-log";
import { keyedHash, seal, unseal } from "@/lib/base/web/crypto";

/* Second factor besides the password: TOTP codes (RFC 6238), and recovery codes for users who
   have lost their authenticator app. */

/**
 * Number of time steps before and after the current one whose codes are accepted as well, because
 * clocks differ and typing takes time.
 */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/**
 * Length of a recovery code in characters: 50 bits of entropy. `RECOVERY_LETTERS` leaves out
 * characters that look alike.
 */
const RECOVERY_LENGTH = 10;
const RECOVERY_LETTERS = "23456789abcdefghijkmnpqrstuvwxyz";

type Factor = { id: number; factor_secret: string | null; factor_since: Date | null };

const totp = (secret: string, email = "") =>
  new TOTP({ issuer: new URL(env().APP_URL).host, label: email, secret: Secret.fromBase32(secret) });

/** Normalises a typed code: removes spaces and hyphens, and converts it to lower case. */
const plain = (code: string) => code.replace(/[\s-]/g, "").toLowerCase();

const recoveryHash = (code: string) => keyedHash("recovery_code", plain(code));

/**
 * An app code: six ASCII digits. Other texts are not passed to the library, which compares bytes
 * and throws for some texts of six characters.
 */
const APP_CODE = /^[0-9]{6}$/;

/**
 * Returns the time step for which the app generated a code; null when the code is malformed, wrong
 * or outside the window.
 */
function stepOf(code: string, sealed: string | null): number | null {
  const token = plain(code);
  const secret = sealed === null ? null : unseal(sealed);
  if (secret === null || !APP_CODE.test(token)) return null;
  const app = totp(secret);
  const delta = app.validate({ token, window: WINDOW });
  return delta === null ? null : app.counter() + delta;
}

/** Checks an app code and marks it as used. @returns whether it was right and not used before */
async function spendAppCode({ id, factor_secret }: Factor, code: string): Promise<boolean> {
  const step = stepOf(code, factor_secret);
  if (step === null) return false;
  const { count } = await db().user.updateMany({
    where: { id, factor_secret, OR: [{ factor_step: null }, { factor_step: { lt: step } }] },
    data: { factor_step: step },
  });
  return count === 1;
}

/** Checks a recovery code and deletes it. @returns whether the code was valid */
async function spendRecoveryCode({ id }: Factor, code: string, client: string): Promise<boolean> {
  const { count } = await db().recoveryCode.deleteMany({ where: { user_id: id, code_hash: recoveryHash(code) } });
  if (count === 1) logSecurity("recovery_code_used", { user_id: id, client });
  return count === 1;
}

/**
 * Requires the second factor of an account whose password was right; does nothing for an account
 * without a second factor.
 * @param code the entered app code or recovery code
 * @returns whether the login has thereby shown a second factor
 * @throws AppError second_factor_required, second_factor_wrong, too_many_requests
 */
export async function demandCode(user: Factor, code: string | undefined, client: string): Promise<boolean> {
  if (!user.factor_since) return false;
  if (!code) throw new AppError("second_factor_required");
  const isRight = await throttleSecret(
    "codeFailures",
    String(user.id),
    client,
    async () => (await spendAppCode(user, code)) || (await spendRecoveryCode(user, code, client)),
  );
  if (isRight) return true;
  // This is the most serious kind of failed login, because the caller knows the password.
  logSecurity("login_failed", { user_id: user.id, client, reason: "second_factor_wrong" });
  throw new AppError("second_factor_wrong");
}

/**
 * Returns whether an account has a second factor, since when, and how many recovery codes are left.
 */
export async function factorOf({ connection }: Context<Database>, userId: number): Promise<SecondFactor> {
  const { factor_since, _count } = await connection.user.findUniqueOrThrow({
    where: { id: userId },
    select: { factor_since: true, _count: { select: { recovery_codes: true } } },
  });
  return {
    active: factor_since !== null,
    since: factor_since?.toISOString() ?? null,
    recovery_codes: _count.recovery_codes,
  };
}

/**
 * Starts the setup of a second factor. Logins require the factor only after `confirmFactor` has
 * confirmed it with a code.
 * @returns the secret, for manual entry and as the URI for a QR code
 * @throws AppError second_factor_on
 */
export async function beginFactor({ connection }: Context<Database>, user: { id: number; email: string }) {
  const secret = new Secret({ size: 20 }).base32;
  const { count } = await connection.user.updateMany({
    where: { id: user.id, factor_since: null },
    data: { factor_secret: seal(secret), factor_step: null },
  });
  if (count === 0) throw new AppError("second_factor_on");
  return { secret, uri: totp(secret, user.email).toString() };
}

/**
 * Ends what a new or removed second factor leaves without a right: all other sessions of the account,
 * and the API tokens that were created without the factor (contract §9).
 * @param session the session that remains, if any
 * @param byFactor whether it has shown the factor that the account now has
 */
async function endOtherLogins(
  connection: Transaction,
  userId: number,
  { session, byFactor }: { session: number | null; byFactor: boolean },
): Promise<void> {
  await connection.$executeRaw`DELETE FROM sessions WHERE user_id = ${userId} AND id IS DISTINCT FROM ${session}`;
  await connection.$executeRaw`UPDATE sessions SET by_factor = ${byFactor} WHERE id = ${session}`;
  await connection.$executeRaw`DELETE FROM api_tokens WHERE user_id = ${userId} AND NOT by_factor`;
}

/**
 * Completes the setup of a second factor if the code from the user's app is right. The session has
 * thereby shown the factor; all others end.
 * @returns new recovery codes, which are shown only once; null when the code was wrong or no setup
 * was started
 * @throws AppError second_factor_on, too_many_requests
 */
export async function confirmFactor(
  context: Context<Database>,
  { id: session, user: { id: userId } }: CurrentSession,
  code: string,
  client: string,
): Promise<string[] | null> {
  const user = await context.connection.user.findUniqueOrThrow({ where: { id: userId } });
  if (user.factor_since) throw new AppError("second_factor_on");
  if (!(await throttleSecret("codeFailures", String(userId), client, () => spendAppCode(user, code)))) return null;
  return inTransaction(context, async ({ connection }) => {
    // Turns the factor on only for the secret that was just confirmed: the user may have restarted
    // the setup in another window meanwhile.
    const count = await connection.$executeRaw`
      UPDATE users SET factor_since = ${new Date()}
      WHERE id = ${userId} AND factor_secret = ${user.factor_secret} AND factor_since IS NULL`;
    if (count === 0) return null;
    await endOtherLogins(connection, userId, { session, byFactor: true });
    return replaceRecoveryCodes(connection, userId);
  });
}

/**
 * Removes an account's second factor and recovery codes; does nothing to an account without one.
 * @param session the session of the account that removes it, which continues without a factor; null if
 * an admin or the operator does
 * @returns whether it had one
 */
export async function removeFactor(connection: Transaction, userId: number, session: number | null): Promise<boolean> {
  const count = await connection.$executeRaw`
    UPDATE users SET factor_secret = NULL, factor_since = NULL, factor_step = NULL
    WHERE id = ${userId} AND factor_since IS NOT NULL`;
  if (count === 0) return false;
  await connection.$executeRaw`DELETE FROM recovery_codes WHERE user_id = ${userId}`;
  await endOtherLogins(connection, userId, { session, byFactor: false });
  return true;
}

/**
 * Locks the account of a session that is about to renew or remove its second factor.
 * @throws AppError second_factor_missing if the session has not used the existing factor
 */
async function lockFactor(connection: Transaction, user: CurrentSession["user"]): Promise<void> {
  const account = await connection.$queryRaw<[Pick<User, "factor_since">]>`
    SELECT factor_since FROM users WHERE id = ${user.id} FOR NO KEY UPDATE`;
  requireShownFactor(account[0], user);
}

/**
 * Removes the second factor of the account that is logged in.
 * @returns whether it had one
 * @throws AppError second_factor_missing
 */
export const removeOwnFactor = (context: Context, { id, user }: CurrentSession): Promise<boolean> =>
  inTransaction(context, async ({ connection }) => {
    await lockFactor(connection, user);
    return removeFactor(connection, user.id, id);
  });

/**
 * Replaces the recovery codes of the account that is logged in.
 * @returns the new codes
 * @throws AppError second_factor_missing
 */
export const renewRecoveryCodes = (context: Context, { user }: CurrentSession): Promise<string[]> =>
  inTransaction(context, async ({ connection }) => {
    await lockFactor(connection, user);
    return replaceRecoveryCodes(connection, user.id);
  });

function recoveryCode(): string {
  const letters = [...randomBytes(RECOVERY_LENGTH)].map((byte) => RECOVERY_LETTERS[byte % RECOVERY_LETTERS.length]);
  return [letters.slice(0, RECOVERY_LENGTH / 2), letters.slice(RECOVERY_LENGTH / 2)]
    .map((half) => half.join(""))
    .join("-");
}

/** Replaces an account's recovery codes. @returns the new codes; only their hashes are stored */
async function replaceRecoveryCodes(connection: Transaction, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
  await connection.$executeRaw`DELETE FROM recovery_codes WHERE user_id = ${userId}`;
  await connection.$executeRaw`
    INSERT INTO recovery_codes (user_id, code_hash) SELECT ${userId}, unnest(${codes.map(recoveryHash)}::text[])`;
  return codes;
}
