import { db } from "@/lib/store/database/client";
import { keyedHash, newToken } from "@/lib/base/web/crypto";
import { hostCookie } from "@/lib/base/web/host-cookie";

/* Round trips of a browser to the single sign-on provider and back, to log in or out. Each is
   identified by a handle that works once: the `state` of a login, or the value of `logoutCookie`. */

type LoginAttemptPurpose = "sign_in" | "log_out";

/**
 * Lifetime of a round trip: the time to log in at the provider, or to accept the login page's offer
 * to log out at the provider too.
 */
export const LOGIN_ATTEMPT_SECONDS = 10 * 60;

/** The cookie with the handle of a logout. */
export const logoutCookie = () => hostCookie("sso-logout", LOGIN_ATTEMPT_SECONDS);

/**
 * Starts a round trip.
 * @param content text to store until the browser returns
 * @returns the handle
 */
export async function startLoginAttempt(
  purpose: LoginAttemptPurpose,
  content = "",
  handle = newToken("sso_handle"),
): Promise<string> {
  const expires_at = new Date(Date.now() + LOGIN_ATTEMPT_SECONDS * 1000);
  await db().ssoErrand.create({
    data: { handle_hash: keyedHash("sso_handle", handle), errand: purpose, content, expires_at },
  });
  return handle;
}

/**
 * Ends a round trip and deletes its handle.
 * @returns the stored content; null when the handle is unknown, used or expired
 */
export async function endLoginAttempt(purpose: LoginAttemptPurpose, handle = ""): Promise<string | null> {
  const [found] = await db().$queryRaw<{ content: string; expires_at: Date }[]>`
    DELETE FROM sso_errands WHERE handle_hash = ${keyedHash("sso_handle", handle)} AND errand = ${purpose} RETURNING content, expires_at`;
  return found && found.expires_at > new Date() ? found.content : null;
}
