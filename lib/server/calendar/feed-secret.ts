import type { Role } from "../../records/account";
import { isFactorMissing } from "../accounts/session";
import { newToken, seal, tokenHash, unseal } from "../accounts/secret-token";
import { db, type Database } from "../db";
import type { Actor } from "../context";

/* The secret in the address of an account's calendar feed (contract §11): found by its hash, told again by its seal. */

/** What is stored of a new secret. */
function newSecret() {
  const secret = newToken("calendar_feed");
  return { secret, secret_hash: tokenHash("calendar_feed", secret), sealed_secret: seal(secret) };
}

/** An account's secret, or null where it has none, or one that was sealed with another `AUTH_SECRET` and opens nothing. */
async function storedSecret(connection: Database, user_id: number) {
  const stored = await connection.calendarFeed.findUnique({ where: { user_id } });
  return { hash: stored?.secret_hash ?? null, secret: stored && unseal(stored.sealed_secret) };
}

/** The secret of an account's feed, which is made when it is asked for the first time. */
export async function feedSecretOf(connection: Database, userId: number): Promise<string> {
  const { hash, secret } = await storedSecret(connection, userId);
  if (secret !== null) return secret;
  const { secret_hash, sealed_secret } = newSecret();
  // Of two who ask at once, both are told the one that came first.
  await connection.$executeRaw`
    INSERT INTO calendar_feeds AS f (user_id, secret_hash, sealed_secret) VALUES (${userId}, ${secret_hash}, ${sealed_secret})
    ON CONFLICT (user_id) DO UPDATE SET secret_hash = excluded.secret_hash, sealed_secret = excluded.sealed_secret, created_at = now()
      WHERE f.secret_hash = ${hash}`;
  const made = await storedSecret(connection, userId);
  if (made.secret === null) throw new Error("The secret of a calendar feed cannot be unsealed");
  return made.secret;
}

/** Makes a new secret for an account's feed: the address of before leads nowhere from then on. */
export async function renewFeedSecret(connection: Database, user_id: number): Promise<string> {
  const { secret, ...stored } = newSecret();
  const update = { ...stored, created_at: new Date() };
  await connection.calendarFeed.upsert({ where: { user_id }, create: { user_id, ...stored }, update });
  return secret;
}

/** Whose feed a secret opens, or null: unknown, renewed, or of a disabled account. */
export async function ownerOfFeed(secret: string): Promise<(Actor & { language: string }) | null> {
  const found = await db().calendarFeed.findUnique({
    where: { secret_hash: tokenHash("calendar_feed", secret) },
    include: { user: true },
  });
  if (!found || found.user.disabled_at) return null;
  const { id, name, role, language, sso_subject } = found.user;
  const lacksFactor = sso_subject === null && isFactorMissing(found.user);
  // The database knows no other role.
  return { id, name, role: role as Role, language, lacksFactor };
}
