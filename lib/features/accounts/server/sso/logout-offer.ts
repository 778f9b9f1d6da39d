import { cookies } from "next/headers";
import { db } from "@/lib/store/database/client";
import { logoutCookie, startLoginAttempt } from "./login-attempts";

/**
 * Stores the id token of a session that is being ended for ten minutes, because the provider needs
 * the token if the user logs out there too.
 * @returns the handle of the stored token; null when the session has no id token: it was not
 * started by single sign-on, or the provider has no logout
 */
export async function offerLogout(sessionId: number | null): Promise<string | null> {
  if (sessionId === null) return null;
  const session = await db().session.findUnique({ where: { id: sessionId }, select: { id_token: true } });
  return session?.id_token ? startLoginAttempt("log_out", session.id_token) : null;
}

/** Returns whether the login page offers to log out at the provider too. */
export const isLogoutOffered = async (): Promise<boolean> => (await cookies()).has(logoutCookie().name);
