import { verifyPassword } from "@/lib/sessions/password";
import { createClient, type Database } from "@/lib/store/database/client";
import { commandContext } from "@/lib/store/database/transaction";
import { grantToApp } from "./app-role";
import { fillGazetteer } from "../gazetteer/fill-gazetteer";
import type { Demo } from "./demo";
import { DEMO_USER } from "./demo-user";
import { withAdvisoryLock } from "../process/advisory-lock";
import { refuseUnknownSchema } from "./own-migrations";
import { prisma } from "./prisma-command";
import { runSql } from "./postgres-cluster";
import { codeOf, messageOf, UserFacingError } from "../process/user-facing-error";

const OLDEST_SERVER = 150_000;

/** Explains why a database cannot be reached, from the error code of Node.js or PostgreSQL. */
function whyUnreachable(error: unknown, url: URL): string {
  const server = `${url.hostname || "localhost"}:${url.port || "5432"}`;
  switch (codeOf(error)) {
    case "ECONNREFUSED":
      return `no PostgreSQL listens on ${server}`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `the host ${url.hostname} is not known`;
    case "28P01":
    case "28000":
      return `PostgreSQL on ${server} refuses the login of "${decodeURIComponent(url.username)}" (user or password is wrong)`;
    case "3D000":
      return `PostgreSQL on ${server} has no database "${url.pathname.slice(1)}": create it first`;
    default:
      return `${server}: ${messageOf(error)}`;
  }
}

/**
 * Connects once to the configured database, before anything is built for it.
 * @throws UserFacingError with the reason if it cannot be used
 */
export async function checkDatabase(databaseUrl: string, variable = "DATABASE_URL"): Promise<void> {
  const result = await runSql(databaseUrl, "SHOW server_version_num").catch((error: unknown) => {
    throw new UserFacingError(
      `The database of ${variable} cannot be reached: ${whyUnreachable(error, new URL(databaseUrl))}.`,
    );
  });
  if (Number(result.rows[0]?.server_version_num) < OLDEST_SERVER) {
    throw new UserFacingError(`The database of ${variable} is older than PostgreSQL 15, the oldest that works.`);
  }
}

/**
 * URLs of a configured database for the app's role and, if that is a different role, for the
 * database's owner.
 */
export type NamedDatabase = { databaseUrl: string; migrationUrl: string | undefined };

/**
 * Connects once as each role for which a URL is configured.
 * @throws UserFacingError with the reason if a URL cannot be used
 */
export async function checkDatabases({ databaseUrl, migrationUrl }: NamedDatabase): Promise<void> {
  await checkDatabase(databaseUrl);
  if (migrationUrl !== undefined) await checkDatabase(migrationUrl, "MIGRATION_DATABASE_URL");
}

/** Sets the demo account's password, unless it is that already. */
export async function setDemoPassword(client: Database, password: string): Promise<void> {
  const user = await client.user.findUnique({ where: { email: DEMO_USER.email } });
  if (!user || (await verifyPassword(password, user.password_hash))) return;
  const { setPassword } = await import("@/lib/features/accounts/server/administration");
  await setPassword(commandContext(client), user.id, password);
}

/**
 * Migrates the database, seeds the reference lists and fills the gazetteer. Concurrent starts run one after the other,
 * so that only the first does the work.
 * @param demo given for the embedded database, which also gets demo data and the demo account
 * @throws UserFacingError if the database is one of an earlier version or of another program
 */
export const prepareDatabase = (databaseUrl: string, demo?: Pick<Demo, "password">): Promise<void> =>
  withAdvisoryLock(databaseUrl, () => prepare(databaseUrl, demo));

async function prepare(databaseUrl: string, demo?: Pick<Demo, "password">): Promise<void> {
  await refuseUnknownSchema(databaseUrl);
  await prisma(["migrate", "deploy"], databaseUrl);
  await fillGazetteer(databaseUrl);
  const { seedReferenceData, ensureUser, seedDemoData } = await import("@/prisma/seed-data");
  const client = createClient(databaseUrl, 2);
  try {
    await seedReferenceData(client);
    if (!demo) return;
    await seedDemoData(client);
    await ensureUser(client, { ...DEMO_USER, password: demo.password ?? DEMO_USER.password });
    if (demo.password !== undefined) await setDemoPassword(client, demo.password);
  } finally {
    await client.$disconnect();
  }
}

/**
 * Migrates a configured database. If the URL of its owner is given, migrates as the owner and then
 * grants the app's role its rights.
 */
export async function prepareNamedDatabase({ databaseUrl, migrationUrl }: NamedDatabase): Promise<void> {
  await prepareDatabase(migrationUrl ?? databaseUrl);
  if (migrationUrl !== undefined) await grantToApp(migrationUrl, databaseUrl);
}
