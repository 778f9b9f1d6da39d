import { getLocale } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { ACCOUNT_PATH } from "@/lib/model/own-path";
import { hasSessionCookie, sessionCookie, type SessionUser } from "./session";
import type { Database } from "@/lib/store/database/client";
import { readWith } from "@/lib/store/database/replicas/read-routing";
import type { Context } from "@/lib/store/database/transaction";
import { readSession } from "./auth-step";
import { sessionOptions } from "./session-options";

/*
 * The session of a page, and the database that its parts read from. Separate from `session.ts`, because
 * `next/headers` and `next/navigation` are not available in the bundle of `server.ts`.
 */

/** Returns the user who requests a page, or null for a guest; reads the session once per page. */
export const currentUser = cache(async (): Promise<SessionUser | null> => {
  const token = (await cookies()).get(sessionCookie().name)?.value;
  const session = token ? await readSession(sessionOptions(), token) : null;
  return session?.user ?? null;
});

/** Returns whether a page is requested with a session cookie, which may have expired. */
export const hasPageCookie = async (): Promise<boolean> => hasSessionCookie({ cookies: await cookies() });

/**
 * Returns the user who requests a page. Redirects guests to the login page, which redirects back
 * after the login, and users who lack their required second factor to the account page, where they
 * can set it up.
 */
async function requireUser(): Promise<SessionUser> {
  const user = await currentUser();
  const path = (await headers()).get("x-pathname") ?? "/dashboard";
  if (user?.lacksFactor && path.split("?")[0] !== ACCOUNT_PATH) redirect(ACCOUNT_PATH);
  if (user) return user;
  return redirect(`/login?next=${encodeURIComponent(path)}`);
}

export type PageContext = Context<Database> & { actor: SessionUser };

/**
 * Returns a page's user, language and database. Redirects guests to the login and back. All parts of
 * a page get the same context, and thus read the same database.
 */
export const pageContext = cache(async (): Promise<PageContext> => {
  const [actor, locale, requestCookies, requestHeaders] = await Promise.all([
    requireUser(),
    getLocale(),
    cookies(),
    headers(),
  ]);
  const connection = readWith({ cookies: requestCookies, headers: requestHeaders }, actor.id);
  return { actor, connection, locale, source: "app" };
});
