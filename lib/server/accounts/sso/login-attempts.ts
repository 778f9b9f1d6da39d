import type { NextResponse } from "next/server";
import { db } from "../../database/client";
import type { CallRequest } from "../../web/call";
import { keyedHash, newToken, tokenHash } from "../../web/crypto";
import { isSecure } from "../../web/login-of-request";
import type { Proof } from "./provider";

/* Browsers that are under way between the app and the provider, each with a handle in a cookie that opens once. */

type Errand = "sign_in" | "log_out";

/** How long somebody may take at the provider, and how long the login page offers to log out there, too. */
const LIFETIME_SECONDS = 10 * 60;

const COOKIES: Readonly<Record<Errand, string>> = { sign_in: "sso", log_out: "sso-logout" };

/** The name of an errand's cookie, which is ours alone under https. */
export const errandCookie = (errand: Errand) => (isSecure() ? `__Host-${COOKIES[errand]}` : COOKIES[errand]);

/** Sends a browser off. @param content what is needed when it comes back, kept here @returns the handle */
export async function beginErrand(errand: Errand, content = ""): Promise<string> {
  const handle = newToken("sso_handle");
  const expires_at = new Date(Date.now() + LIFETIME_SECONDS * 1000);
  await db().ssoErrand.create({ data: { handle_hash: tokenHash("sso_handle", handle), errand, content, expires_at } });
  return handle;
}

/** Takes a browser back, once. @returns the content; null when the handle is unknown, used or too old */
export async function endErrand(errand: Errand, handle: string): Promise<string | null> {
  const [found] = await db().$queryRaw<{ content: string; expires_at: Date }[]>`
    DELETE FROM sso_errands WHERE handle_hash = ${tokenHash("sso_handle", handle)} AND errand = ${errand} RETURNING content, expires_at`;
  return found && found.expires_at > new Date() ? found.content : null;
}

/** What proves that a browser is the one that began: made of its handle, so that the database holds nothing of it. */
export const proofOf = (handle: string): Proof => ({
  state: keyedHash("sso_state", handle),
  nonce: keyedHash("sso_nonce", handle),
  verifier: keyedHash("sso_verifier", handle),
});

/** Gives a browser its handle, and where it wanted to go. */
export function setErrandCookie(response: NextResponse, errand: Errand, handle: string, next = ""): void {
  const options = { httpOnly: true, sameSite: "lax", secure: isSecure(), path: "/" } as const;
  response.cookies.set(errandCookie(errand), `${handle} ${next}`, { ...options, maxAge: LIFETIME_SECONDS });
}

/** Takes a handle out of the browser. */
export function clearErrandCookie(response: NextResponse, errand: Errand): void {
  const options = { httpOnly: true, sameSite: "lax", secure: isSecure(), path: "/" } as const;
  response.cookies.set(errandCookie(errand), "", { ...options, maxAge: 0 });
}

/** What a browser brings back: its handle, and where it wanted to go. */
export function readErrandCookie(request: CallRequest, errand: Errand): { handle: string; next: string } {
  const [handle = "", ...next] = (request.cookies.get(errandCookie(errand))?.value ?? "").split(" ");
  return { handle: handle.slice(0, 200), next: next.join(" ") };
}

/** Where the login page is, with what it is to say and where it is to lead. */
export const loginPath = (parameters: Record<string, string>) => {
  const filled = Object.entries(parameters).filter(([, value]) => value !== "");
  return filled.length === 0 ? "/login" : `/login?${new URLSearchParams(filled)}`;
};

/** The longest path that is kept for after the login; a longer one would not fit into the cookie. */
export const LONGEST_NEXT = 1_500;
