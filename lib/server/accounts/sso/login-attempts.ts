import type { NextResponse } from "next/server";
import { db } from "../../database/client";
import type { CallRequest } from "../../web/call";
import { keyedHash, newToken, tokenHash } from "../../web/crypto";
import { isSecure } from "../../web/bearer-token";
import type { Proof } from "./provider";

/* Round trips of browsers between the app and the provider, each with a single-use handle in a
   cookie. */

type Errand = "sign_in" | "log_out";

/**
 * Time limit for the login at the provider, and for the login page's offer to log out there too.
 */
const LIFETIME_SECONDS = 10 * 60;

const COOKIES: Readonly<Record<Errand, string>> = { sign_in: "sso", log_out: "sso-logout" };

/** Returns the cookie's name. Under https, `__Host-` keeps other hosts from setting the cookie. */
export const loginAttemptCookie = (errand: Errand) => (isSecure() ? `__Host-${COOKIES[errand]}` : COOKIES[errand]);

/** Starts a round trip. @param content stored until the browser returns @returns the handle */
export async function startLoginAttempt(errand: Errand, content = ""): Promise<string> {
  const handle = newToken("sso_handle");
  const expires_at = new Date(Date.now() + LIFETIME_SECONDS * 1000);
  await db().ssoErrand.create({ data: { handle_hash: tokenHash("sso_handle", handle), errand, content, expires_at } });
  return handle;
}

/**
 * Consumes a handle.
 * @returns the stored content; null when the handle is unknown, used or expired
 */
export async function endLoginAttempt(errand: Errand, handle: string): Promise<string | null> {
  const [found] = await db().$queryRaw<{ content: string; expires_at: Date }[]>`
    DELETE FROM sso_errands WHERE handle_hash = ${tokenHash("sso_handle", handle)} AND errand = ${errand} RETURNING content, expires_at`;
  return found && found.expires_at > new Date() ? found.content : null;
}

/**
 * Derives the secrets that prove which browser started the login from its handle, so that the
 * database stores none of them.
 */
export const proofOf = (handle: string): Proof => ({
  state: keyedHash("sso_state", handle),
  nonce: keyedHash("sso_nonce", handle),
  verifier: keyedHash("sso_verifier", handle),
});

/** Sets the cookie, with the handle and the path to open afterwards. */
export function setLoginAttemptCookie(response: NextResponse, errand: Errand, handle: string, next = ""): void {
  const options = { httpOnly: true, sameSite: "lax", secure: isSecure(), path: "/" } as const;
  response.cookies.set(loginAttemptCookie(errand), `${handle} ${next}`, { ...options, maxAge: LIFETIME_SECONDS });
}

/** Clears the cookie. */
export function clearLoginAttemptCookie(response: NextResponse, errand: Errand): void {
  const options = { httpOnly: true, sameSite: "lax", secure: isSecure(), path: "/" } as const;
  response.cookies.set(loginAttemptCookie(errand), "", { ...options, maxAge: 0 });
}

/** Reads the handle and the path to open afterwards from the cookie. */
export function readLoginAttemptCookie(request: CallRequest, errand: Errand): { handle: string; next: string } {
  const [handle = "", ...next] = (request.cookies.get(loginAttemptCookie(errand))?.value ?? "").split(" ");
  return { handle: handle.slice(0, 200), next: next.join(" ") };
}

/**
 * Returns the login page's path, with parameters for its message and the page to open afterwards.
 */
export const loginPath = (parameters: Record<string, string>) => {
  const filled = Object.entries(parameters).filter(([, value]) => value !== "");
  return filled.length === 0 ? "/login" : `/login?${new URLSearchParams(filled)}`;
};

/** Longest path remembered for after the login; a longer one would not fit into the cookie. */
export const MAX_NEXT_LENGTH = 1_500;
