import { cookies } from "next/headers";
import { getLocale } from "next-intl/server";
import { requireUser, type SessionUser } from "./accounts/session";
import type { Context } from "./context";
import type { Database } from "./db";
import { POSITION_COOKIE, positionOfCookie } from "./replicas/position";
import { databaseFor } from "./replicas/reading";

/** What a page reads with: who looks at it, and in which language. A guest is sent to log in, and comes back. */
export async function pageContext(): Promise<Context<Database> & { actor: SessionUser }> {
  const [actor, locale, { get }] = await Promise.all([requireUser(), getLocale(), cookies()]);
  const connection = databaseFor(positionOfCookie(get(POSITION_COOKIE)?.value), actor.id);
  return { actor, connection, locale, source: "app" };
}
