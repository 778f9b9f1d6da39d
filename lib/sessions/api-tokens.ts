import { serializeDates } from "@/lib/model/pure/serialize-dates";
import type { TokenScope } from "@/lib/model/accounts/roles";
import { TOKENS_MAX } from "@/lib/model/limits";
import type { ApiToken, Database, User } from "@/lib/store/database/client";
import { raw } from "@/lib/store/database/sql";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { authorize } from "@/lib/base/access/permissions";
import { requireShownFactor } from "./required-factor";
import { HASH_PURPOSES, newToken, tokenHash } from "@/lib/base/web/crypto";

/*
 * API tokens: programs authenticate with one to act as the account that created it (contract §9).
 */

const DAY = 24 * 60 * 60_000;

/** Returns whether a token is an API token. */
export const isApiToken = (token: string) => token.startsWith(HASH_PURPOSES.api_token);

const SHOWN = { id: true, name: true, scope: true, created_at: true, expires_at: true, last_used_at: true } as const;
type Stored = Pick<ApiToken, keyof typeof SHOWN>;
// The cast is safe: the database allows no other scope.
const shown = (stored: Stored) => ({ ...serializeDates(stored), scope: stored.scope as TokenScope });
/** An API token as its owner sees it. */
type ShownToken = ReturnType<typeof shown>;

/** Returns an account's unexpired tokens, newest first. */
export async function liveTokens({ actor, connection }: Context<Database>, userId: number): Promise<ShownToken[]> {
  authorize(actor, "read", "ownAccount");
  const where = { user_id: userId, expires_at: { gt: new Date() } };
  const found = await connection.apiToken.findMany({ where, select: SHOWN, orderBy: { id: "desc" } });
  return found.map(shown);
}

/**
 * Creates an API token. It records whether its creator had logged in by single sign-on or had
 * shown the second factor (contract §9).
 * @param values `days` is the token's lifetime
 * @returns the token's data and the token itself, of which only a hash is stored
 * @throws AppError forbidden, second_factor_missing (also to a session that began before the account
 * had a second factor), validation_failed (`tokens`: `max`) beyond
 * `TOKENS_MAX` live tokens
 */
export async function createToken(
  context: Context,
  userId: number,
  { name, scope, days }: { name: string; scope: TokenScope; days: number },
): Promise<ShownToken & { token: string }> {
  const { actor } = context;
  authorize(actor, "write", "ownCredentials");
  const token = newToken("api_token");
  const now = Date.now();
  const { bySso = false, byFactor = false } = actor ?? {};
  const expires_at = new Date(now + days * DAY);
  const stored = await inTransaction(context, async ({ connection }) => {
    // Locks the account, so that concurrent requests count each other's tokens, and that a set-up of
    // the second factor revokes this one or is seen here.
    const [account] = await connection.$queryRaw<[Pick<User, "factor_since">]>`
      SELECT factor_since FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
    requireShownFactor(account, { bySso, byFactor });
    const [{ live }] = await connection.$queryRaw<[{ live: number }]>`
      SELECT count(*)::int AS live FROM api_tokens WHERE user_id = ${userId} AND expires_at > ${new Date(now)}`;
    if (live >= TOKENS_MAX) throw invalid({ tokens: ["max"] });
    const [stored] = await connection.$queryRaw<[Stored]>`
      INSERT INTO api_tokens (user_id, name, scope, token_hash, by_sso, by_factor, expires_at)
      VALUES (${userId}, ${name}, ${scope}, ${tokenHash("api_token", token)}, ${bySso}, ${byFactor}, ${expires_at})
      RETURNING ${raw(Object.keys(SHOWN).join(", "))}`;
    return stored;
  });
  return { ...shown(stored), token };
}

/**
 * Revokes a token: every instance refuses it from now on.
 * @throws AppError forbidden, data_not_found
 */
export async function withdrawToken(
  { actor, connection }: Context<Database>,
  userId: number,
  id: number,
): Promise<void> {
  authorize(actor, "write", "ownAccount");
  const { count } = await connection.apiToken.deleteMany({ where: { id, user_id: userId } });
  if (count === 0) throw new AppError("data_not_found");
}
