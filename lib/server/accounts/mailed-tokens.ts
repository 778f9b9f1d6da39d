import { db, type PrismaConnection, type PrismaTransaction } from "../database/client";
import { AppError } from "../errors/errors";
import type { TokenPurpose } from "../generated/prisma/client";
import { logSecurity } from "../observability/security-log";
import { tokenHash } from "../web/crypto";

const MINUTE = 60_000;

/** How long a mailed link lives (contract §5). */
const LIFETIME_MS = { verify_email: 24 * 60 * MINUTE, reset_password: 60 * MINUTE } as const;

/** Stores a token's hash, from now on good for its purpose. @param lifetimeMs where it is not its purpose's own */
export async function storeToken(
  connection: PrismaConnection,
  userId: number,
  purpose: TokenPurpose,
  { token, lifetimeMs = LIFETIME_MS[purpose] }: { token: string; lifetimeMs?: number },
) {
  const expires_at = new Date(Date.now() + lifetimeMs);
  await connection.token.create({
    data: { user_id: userId, purpose, token_hash: tokenHash(purpose, token), expires_at },
  });
}

/**
 * Refuses a mailed link. Nobody guesses 256 bits, so nothing is counted: a counter would only let strangers keep those who
 * share an address with them from their links. @throws AppError token_invalid, always
 */
export function refuseToken(client: string): never {
  logSecurity("token_refused", { client });
  throw new AppError("token_invalid");
}

/**
 * The account that a mailed link belongs to.
 * @throws AppError token_invalid: unknown, used, expired, or of a disabled account
 */
export async function userOfToken(purpose: TokenPurpose, token: string, client: string) {
  const found = await db().token.findUnique({
    where: { token_hash: tokenHash(purpose, token) },
    include: { user: true },
  });
  const isGood = found?.purpose === purpose && found.expires_at > new Date() && !found.user.disabled_at;
  return isGood ? found.user : refuseToken(client);
}

/**
 * Uses a token up. Of two requests with one token, the database lets one have it.
 * @throws AppError token_invalid when it is no longer there
 */
export async function redeemToken(transaction: PrismaTransaction, purpose: TokenPurpose, token: string): Promise<void> {
  const { count } = await transaction.token.deleteMany({
    where: { token_hash: tokenHash(purpose, token), purpose, expires_at: { gt: new Date() } },
  });
  if (count === 0) throw new AppError("token_invalid");
}
