import { cookies, headers } from "next/headers";
import { getLocale } from "next-intl/server";
import { cache } from "react";
import { requireUser } from "../accounts/page-session";
import type { SessionUser } from "../auth/session";
import type { Context } from "../database/transaction";
import type { Database } from "../database/client";
import { readWith } from "../database/replicas/read-routing";

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
