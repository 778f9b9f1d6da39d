import type { Role } from "@/lib/model/accounts/roles";
import { lacksRequiredFactor } from "@/lib/sessions/required-factor";
import type { SessionUser } from "@/lib/sessions/session";
import { newToken, seal, tokenHash, unseal } from "@/lib/base/web/crypto";
import { db, type Database } from "@/lib/store/database/client";
import type { Actor, Context } from "@/lib/store/database/transaction";
import { authorize } from "@/lib/base/access/permissions";

/* The secret in the URL of an account's calendar feed (contract §11). Requests for the feed are
   looked up by the secret's hash; an encrypted copy lets the owner see the URL again. */

/** Generates a secret, and the hash and the encrypted copy that are stored in its place. */
function newSecret() {
  const secret = newToken("calendar_feed");
  return { secret, secret_hash: tokenHash("calendar_feed", secret), sealed_secret: seal(secret) };
}

/**
 * Returns an account's secret and its stored hash. `secret` is null if none is stored, or if it was
 * encrypted with another `AUTH_SECRET` and so cannot be decrypted.
 */
async function storedSecret(connection: Database, user_id: number) {
  const stored = await connection.calendarFeed.findUnique({ where: { user_id } });
  return { hash: stored?.secret_hash ?? null, secret: stored && unseal(stored.sealed_secret) };
}

type Maker = Pick<SessionUser, "id" | "bySso">;

/**
 * Returns the secret of an account's feed; creates one if none can be read.
 * @param maker the account, and whether it is logged in by single sign-on, which is stored with a
 * new secret
 * @throws AppError forbidden, second_factor_missing
 */
export async function feedSecretOf({ actor, connection }: Context<Database>, { id, bySso }: Maker): Promise<string> {
  authorize(actor, "read", "ownCredentials");
  const { hash, secret } = await storedSecret(connection, id);
  if (secret !== null) return secret;
  const { secret_hash, sealed_secret } = newSecret();
  // If two requests create a secret concurrently, both return the one that was stored first.
  await connection.$executeRaw`
    INSERT INTO calendar_feeds AS f (user_id, secret_hash, sealed_secret, by_sso)
    VALUES (${id}, ${secret_hash}, ${sealed_secret}, ${bySso})
    ON CONFLICT (user_id) DO UPDATE SET secret_hash = excluded.secret_hash, sealed_secret = excluded.sealed_secret,
        by_sso = excluded.by_sso, created_at = now()
      WHERE f.secret_hash = ${hash}`;
  const created = await storedSecret(connection, id);
  if (created.secret === null) throw new Error("The secret of a calendar feed cannot be unsealed");
  return created.secret;
}

/**
 * Replaces the secret of an account's feed, which invalidates the former URL.
 * @throws AppError forbidden, second_factor_missing
 */
export async function renewFeedSecret({ actor, connection }: Context<Database>, { id, bySso }: Maker): Promise<string> {
  authorize(actor, "write", "ownCredentials");
  const { secret, ...stored } = newSecret();
  const renewed = { ...stored, by_sso: bySso };
  const update = { ...renewed, created_at: new Date() };
  await connection.calendarFeed.upsert({ where: { user_id: id }, create: { user_id: id, ...renewed }, update });
  return secret;
}

/**
 * Returns the account to which the secret of a feed belongs; null when the secret is unknown or has
 * been replaced, or when the account is disabled.
 */
export async function ownerOfFeed(secret: string): Promise<(Actor & { language: string }) | null> {
  const found = await db().calendarFeed.findUnique({
    where: { secret_hash: tokenHash("calendar_feed", secret) },
    include: { user: true },
  });
  if (!found || found.user.disabled_at) return null;
  const { id, name, role, language, sso_subject } = found.user;
  const bySso = found.by_sso && sso_subject !== null;
  // A feed belongs to the account: it is back as soon as the account has its factor (contract §11).
  const lacksFactor = lacksRequiredFactor(found.user, { bySso, byFactor: true });
  // A constraint of the database allows only the values of `Role`.
  return { id, name, role: role as Role, language, bySso, lacksFactor };
}
