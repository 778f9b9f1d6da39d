import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { inAccountTransaction, type AccountContext } from "../database/transaction";
import { db, type PrismaTransaction } from "../database/client";
import { env } from "../config/env";
import { AppError } from "../errors/errors";
import { guessCode } from "../limits/login-throttle";
import { logSecurity } from "../observability/security-log";
import { keyedHash, seal, unseal } from "../web/crypto";

/* A second factor besides the password: codes of an app (RFC 6238), and recovery codes for who has lost it. */

/** One step before and after the present one: clocks differ, and typing takes time. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** 50 bits; letters and digits that cannot be mistaken for each other. */
const RECOVERY_LENGTH = 10;
const RECOVERY_LETTERS = "23456789abcdefghijkmnpqrstuvwxyz";

type Factor = { id: number; factor_secret: string | null; factor_since: Date | null };

const totp = (secret: string, email = "") =>
  new TOTP({ issuer: new URL(env().APP_URL).host, label: email, secret: Secret.fromBase32(secret) });

/** As somebody may type it: with blanks, with the hyphen or without, in capitals. */
const plain = (code: string) => code.replace(/[\s-]/g, "").toLowerCase();

const recoveryHash = (code: string) => keyedHash("recovery_code", plain(code));

/** Six ASCII digits: the library compares bytes, and throws for other text of six characters. */
const APP_CODE = /^[0-9]{6}$/;

/** The time step that an app's code belongs to; null when the code is malformed, wrong, or of another time. */
function stepOf(code: string, sealed: string | null): number | null {
  const token = plain(code);
  const secret = sealed === null ? null : unseal(sealed);
  if (secret === null || !APP_CODE.test(token)) return null;
  const app = totp(secret);
  const delta = app.validate({ token, window: WINDOW });
  return delta === null ? null : app.counter() + delta;
}

/** Uses up a code of the app. @returns whether it was right, and not used before */
async function spendAppCode({ id, factor_secret }: Factor, code: string): Promise<boolean> {
  const step = stepOf(code, factor_secret);
  if (step === null) return false;
  const { count } = await db().user.updateMany({
    where: { id, factor_secret, OR: [{ factor_step: null }, { factor_step: { lt: step } }] },
    data: { factor_step: step },
  });
  return count === 1;
}

/** Uses up a recovery code. @returns whether it was one */
async function spendRecoveryCode({ id }: Factor, code: string, client: string): Promise<boolean> {
  const { count } = await db().recoveryCode.deleteMany({ where: { user_id: id, code_hash: recoveryHash(code) } });
  if (count === 1) logSecurity("recovery_code_used", { user_id: id, client });
  return count === 1;
}

/**
 * Asks for the second factor of an account whose password was right; an account without one is asked for nothing.
 * @param code what was typed: the app's code or a recovery code
 * @throws AppError second_factor_required, second_factor_wrong, too_many_requests
 */
export async function demandCode(user: Factor, code: string | undefined, client: string): Promise<void> {
  if (!user.factor_since) return;
  if (!code) throw new AppError("second_factor_required");
  const isRight = await guessCode(
    user.id,
    client,
    async () => (await spendAppCode(user, code)) || (await spendRecoveryCode(user, code, client)),
  );
  if (isRight) return;
  // Somebody knows the password: of all failures the one to look after.
  logSecurity("login_failed", { user_id: user.id, client, reason: "second_factor_wrong" });
  throw new AppError("second_factor_wrong");
}

/** Whether an account has a second factor, since when, and how many recovery codes are left. */
export async function factorOf({ connection }: AccountContext, userId: number) {
  const { factor_since, _count } = await connection.user.findUniqueOrThrow({
    where: { id: userId },
    select: { factor_since: true, _count: { select: { recovery_codes: true } } },
  });
  return { active: factor_since !== null, since: factor_since, recovery_codes: _count.recovery_codes };
}

/**
 * Begins to set up a second factor: it is asked for only once a code has shown that the app knows it.
 * @returns the secret, as the app takes it by hand and as what the square of dots holds
 * @throws AppError second_factor_on
 */
export async function beginFactor({ connection }: AccountContext, user: { id: number; email: string }) {
  const secret = new Secret({ size: 20 }).base32;
  const { count } = await connection.user.updateMany({
    where: { id: user.id, factor_since: null },
    data: { factor_secret: seal(secret), factor_step: null },
  });
  if (count === 0) throw new AppError("second_factor_on");
  return { secret, uri: totp(secret, user.email).toString() };
}

/**
 * Turns a second factor on whose app shows the right code.
 * @returns its recovery codes, which are shown this once; null when the code was wrong, or nothing was begun
 * @throws AppError second_factor_on, too_many_requests
 */
export async function confirmFactor(
  context: AccountContext,
  userId: number,
  code: string,
  client: string,
): Promise<string[] | null> {
  const user = await context.connection.user.findUniqueOrThrow({ where: { id: userId } });
  if (user.factor_since) throw new AppError("second_factor_on");
  if (!(await guessCode(userId, client, () => spendAppCode(user, code)))) return null;
  return inAccountTransaction(context, async ({ connection }) => {
    // Only the secret whose code was shown: another window may have begun anew meanwhile.
    const { count } = await connection.user.updateMany({
      where: { id: userId, factor_secret: user.factor_secret, factor_since: null },
      data: { factor_since: new Date() },
    });
    return count === 0 ? null : replaceRecoveryCodes(connection, userId);
  });
}

/** Takes an account's second factor and its recovery codes away. @returns whether it had one */
export async function removeFactor(connection: PrismaTransaction, userId: number): Promise<boolean> {
  const { count } = await connection.user.updateMany({
    where: { id: userId, NOT: { factor_since: null } },
    data: { factor_secret: null, factor_since: null, factor_step: null },
  });
  await connection.recoveryCode.deleteMany({ where: { user_id: userId } });
  return count === 1;
}

function recoveryCode(): string {
  const letters = [...randomBytes(RECOVERY_LENGTH)].map((byte) => RECOVERY_LETTERS[byte % RECOVERY_LETTERS.length]);
  return [letters.slice(0, RECOVERY_LENGTH / 2), letters.slice(RECOVERY_LENGTH / 2)]
    .map((half) => half.join(""))
    .join("-");
}

/** Makes new recovery codes in the place of an account's old ones. @returns them; only their hashes are stored */
export async function replaceRecoveryCodes(connection: PrismaTransaction, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
  await connection.recoveryCode.deleteMany({ where: { user_id: userId } });
  await connection.recoveryCode.createMany({
    data: codes.map((code) => ({ user_id: userId, code_hash: recoveryHash(code) })),
  });
  return codes;
}
