import { db, type Connection, type Transaction } from "@/lib/store/database/client";
import { AppError } from "@/lib/base/errors/errors";
import type { TokenPurpose } from "@/generated/prisma/client";
import { logSecurity } from "@/lib/base/observability/security-log";
import { tokenHash } from "@/lib/base/web/crypto";

const MINUTE = 60_000;

/** Lifetimes of mailed links (contract §5). */
const LIFETIME_MS = { verify_email: 24 * 60 * MINUTE, reset_password: 60 * MINUTE } as const;

/**
 * Stores the hash of a mailed token; from then on, the token is valid.
 * @param lifetimeMs lifetime in milliseconds; by default, that of the purpose
 */
export async function storeToken(
  connection: Connection,
  userId: number,
  purpose: TokenPurpose,
  { token, lifetimeMs = LIFETIME_MS[purpose] }: { token: string; lifetimeMs?: number },
): Promise<void> {
  const expires_at = new Date(Date.now() + lifetimeMs);
  await connection.$executeRaw`
    INSERT INTO tokens (user_id, purpose, token_hash, expires_at)
    VALUES (${userId}, ${purpose}, ${tokenHash(purpose, token)}, ${expires_at})`;
}

/**
 * Refuses the invalid token of a mailed link, and logs the attempt. Attempts are not counted: 256
 * bits cannot be guessed, and a counter would let strangers block the links of users who share
 * their IP address.
 * @throws AppError token_invalid, always
 */
export function refuseToken(client: string): never {
  logSecurity("token_refused", { client });
  throw new AppError("token_invalid");
}

/**
 * Returns the account for which a link was mailed.
 * @throws AppError token_invalid when the token is unknown, used or expired, or when the account is
 * disabled
 */
export async function userOfToken(purpose: TokenPurpose, token: string, client: string) {
  const found = await db().token.findUnique({
    where: { token_hash: tokenHash(purpose, token) },
    include: { user: true },
  });
  const isValid = found?.purpose === purpose && found.expires_at > new Date() && !found.user.disabled_at;
  return isValid ? found.user : refuseToken(client);
}

/**
 * Deletes a token because it is being used. Of two concurrent requests with the same token, only
 * one succeeds.
 * @throws AppError token_invalid when the token is no longer valid
 */
export async function redeemToken(connection: Transaction, purpose: TokenPurpose, token: string): Promise<void> {
  const count = await connection.$executeRaw`
    DELETE FROM tokens
    WHERE token_hash = ${tokenHash(purpose, token)} AND purpose = ${purpose} AND expires_at > ${new Date()}`;
  if (count === 0) throw new AppError("token_invalid");
}
