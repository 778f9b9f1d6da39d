import { getLocale } from "next-intl/server";
import { requireUser, type SessionUser } from "./accounts/session";
import type { Context } from "./context";
import { db, type Database } from "./db";

/** What a page reads with: who looks at it, and in which language. A guest is sent to log in, and comes back. */
export async function pageContext(): Promise<Context<Database> & { actor: SessionUser }> {
  const [actor, locale] = await Promise.all([requireUser(), getLocale()]);
  return { actor, connection: db(), locale, source: "app" };
}
