import { DEFAULT_LOCALE, isLocale, type Locale } from "@/lib/model/messages/i18n";
import type { OwnPasswordValues, PasswordChangeValues, ProfileValues } from "../account";
import { dayOf } from "@/lib/model/fields/moments";
import type { Preferences } from "@/lib/model/lists/preferences";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { empty, sql } from "@/lib/store/database/sql";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { throttlePassword } from "@/lib/store/limits/login-throttle";
import { hashPassword, verifyPassword } from "@/lib/sessions/password";
import type { CurrentSession, SessionUser } from "@/lib/sessions/session";

/** Returns the language in which to write mails to an account. */
export const languageOf = ({ language }: { language: string }): Locale =>
  isLocale(language) ? language : DEFAULT_LOCALE;

/**
 * Updates a user's profile. If the frequency of the digest changes, marks the digests up to today as
 * sent, so that the first one is sent on the next due day, and not at once for a past day.
 * @throws AppError data_not_found when the account has just been deleted
 */
export async function updateProfile(
  context: Context,
  userId: number,
  { name, language, digest, digest_scope }: ProfileValues,
): Promise<void> {
  const count = await inTransaction(
    context,
    ({ connection }) => connection.$executeRaw`
      UPDATE users SET name = ${name}, language = coalesce(${language ?? null}, language),
        digest = coalesce(${digest ?? null}, digest), digest_scope = coalesce(${digest_scope ?? null}, digest_scope),
        digest_told = CASE WHEN ${digest ?? null}::text <> digest THEN ${dayOf(new Date())}::date ELSE digest_told END
      WHERE id = ${userId}`,
  );
  if (count === 0) throw new AppError("data_not_found");
}

/**
 * Merges the given preferences into the stored preferences of a user; omitted preferences stay as
 * they are. `columns` and `widths` are merged key by key, where null removes a key.
 */
export async function updatePreferences(context: Context, userId: number, preferences: Preferences): Promise<void> {
  await inTransaction(
    context,
    ({ connection }) => connection.$executeRaw`
      UPDATE users SET preferences = preferences || given || coalesce((
        SELECT jsonb_object_agg(name, jsonb_strip_nulls(coalesce(preferences -> name, '{}') || (given -> name)))
        FROM unnest(ARRAY['columns', 'widths']) AS name WHERE given ? name), '{}')
      FROM (SELECT ${JSON.stringify(preferences)}::jsonb AS given) AS chosen WHERE id = ${userId}`,
  );
}

/**
 * Checks the current password, which a logged-in user must enter again.
 * @returns the stored hash that the password matches; null when the password is wrong
 * @throws AppError too_many_requests
 */
async function ownPassword(user: SessionUser, password: string, client: string): Promise<string | null> {
  const { password_hash } = await db().user.findUniqueOrThrow({ where: { id: user.id } });
  return (await throttlePassword(user.email, client, () => verifyPassword(password, password_hash)))
    ? password_hash
    : null;
}

/**
 * Requires a logged-in user's current password.
 * @throws AppError validation_failed when the password is wrong, too_many_requests
 */
export async function demandPassword(
  user: SessionUser,
  { current_password }: OwnPasswordValues,
  client: string,
): Promise<void> {
  if ((await ownPassword(user, current_password, client)) === null) throw invalid({ current_password: ["mismatch"] });
}

/**
 * Changes a password, ends the user's other sessions and invalidates reset links. Replaces only the
 * password that was checked: a password that a concurrent reset has set is not overwritten.
 * @returns whether the entered password was right, and still the current one when it was replaced
 * @throws AppError too_many_requests
 */
export async function changePassword(
  context: Context,
  { id, user }: CurrentSession,
  { current_password, password }: PasswordChangeValues,
  client: string,
): Promise<boolean> {
  const current = await ownPassword(user, current_password, client);
  if (current === null) return false;
  const password_hash = await hashPassword(password);
  return inTransaction(context, async ({ connection }) => {
    // Locks the reset tokens before the account, as a password reset does, to avoid a deadlock
    // between the two.
    await connection.$executeRaw`
      SELECT FROM tokens WHERE user_id = ${user.id} AND purpose = 'reset_password' ORDER BY token_hash FOR UPDATE`;
    const count = await connection.$executeRaw`
      UPDATE users SET password_hash = ${password_hash} WHERE id = ${user.id} AND password_hash = ${current}`;
    if (count === 0) return false;
    const others = id === null ? empty : sql`AND id <> ${id}`;
    await connection.$executeRaw`DELETE FROM sessions WHERE user_id = ${user.id} ${others}`;
    await connection.$executeRaw`DELETE FROM tokens WHERE user_id = ${user.id} AND purpose = 'reset_password'`;
    return true;
  });
}
