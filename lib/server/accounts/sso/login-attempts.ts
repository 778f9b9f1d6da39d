import type { NextResponse } from "next/server";
import { db } from "../../database/client";
import type { CallRequest } from "../../web/call";
import { keyedHash, newToken, tokenHash } from "../../web/crypto";
import { isSecure } from "../../web/bearer-token";
import type { Proof } from "./provider";

/* Round trips of a browser to the single sign-on provider and back, to log in or out. Each is
   identified by a single-use handle in a cookie. */

type Errand = "sign_in" | "log_out";

/**
 * Lifetime of a round trip: the time to log in at the provider, or to accept the login page's offer
 * to log out at the provider too.
 */
const LIFETIME_SECONDS = 10 * 60;

const COOKIES: Readonly<Record<Errand, string>> = { sign_in: "sso", log_out: "sso-logout" };

/**
 * Returns the name of a round trip's cookie. Under https, the prefix `__Host-` prevents other hosts
 * from setting the cookie.
 */
export const loginAttemptCookie = (errand: Errand) => (isSecure() ? `__Host-${COOKIES[errand]}` : COOKIES[errand]);

/**
 * Starts a round trip.
 * @param content text to store until the browser returns
 * @returns the handle
 */
export async function startLoginAttempt(errand: Errand, content = ""): Promise<string> {
  const handle = newToken("sso_handle");
  const expires_at = new Date(Date.now() + LIFETIME_SECONDS * 1000);
  await db().ssoErrand.create({ data: { handle_hash: tokenHash("sso_handle", handle), errand, content, expires_at } });
  return handle;
}

/**
 * Ends a round trip and deletes its handle.
 * @returns the stored content; null when the handle is unknown, used or expired
 */
export async function endLoginAttempt(errand: Errand, handle: string): Promise<string | null> {
  const [found] = await db().$queryRaw<{ content: string; expires_at: Date }[]>`
    DELETE FROM sso_errands WHERE handle_hash = ${tokenHash("sso_handle", handle)} AND errand = ${errand} RETURNING content, expires_at`;
  return found && found.expires_at > new Date() ? found.content : null;
}

/**
 * Derives, from the handle of a login, the secrets that prove which browser started the login.
 * Derived secrets need not be stored in the database.
 */
export const proofOf = (handle: string): Proof => ({
  state: keyedHash("sso_state", handle),
  nonce: keyedHash("sso_nonce", handle),
  verifier: keyedHash("sso_verifier", handle),
});

/** Sets a round trip's cookie, which holds the handle and the path to open after the round trip. */
export function setLoginAttemptCookie(response: NextResponse, errand: Errand, handle: string, next = ""): void {
  const options = { httpOnly: true, sameSite: "lax", secure: isSecure(), path: "/" } as const;
  response.cookies.set(loginAttemptCookie(errand), `${handle} ${next}`, { ...options, maxAge: LIFETIME_SECONDS });
}

/** Deletes a round trip's cookie. */
export function clearLoginAttemptCookie(response: NextResponse, errand: Errand): void {
  const options = { httpOnly: true, sameSite: "lax", secure: isSecure(), path: "/" } as const;
  response.cookies.set(loginAttemptCookie(errand), "", { ...options, maxAge: 0 });
}

/** Reads the handle and the path to open after the round trip from the cookie. */
export function readLoginAttemptCookie(request: CallRequest, errand: Errand): { handle: string; next: string } {
  const [handle = "", ...next] = (request.cookies.get(loginAttemptCookie(errand))?.value ?? "").split(" ");
  return { handle: handle.slice(0, 200), next: next.join(" ") };
}

/**
 * Returns the login page's path, with query parameters for a message and for the page to open after
 * the login. Leaves out empty parameters.
 */
export const loginPath = (parameters: Record<string, string>) => {
  const filled = Object.entries(parameters).filter(([, value]) => value !== "");
  return filled.length === 0 ? "/login" : `/login?${new URLSearchParams(filled)}`;
};

/**
 * Maximum length of the path to open after the login; a longer path would not fit into the cookie.
 */
export const MAX_NEXT_LENGTH = 1_500;
