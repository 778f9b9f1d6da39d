import { claimEmbeddedDatabase, startEmbeddedDatabase } from "./embedded-database";
import type { Lifecycle } from "../process/lifecycle";
import { checkDatabases, prepareDatabase, prepareNamedDatabase } from "./prepare-database";
import { UserFacingError } from "../process/user-facing-error";
import { backupFolder, mailFolder, type Settings } from "../cli/settings";

/** Environment variables that the app's process gets. */
export type DatabaseVariables = {
  DATABASE_URL: string;
  /** Always unset: the app must not know the URL with which the owner of the database logs in. */
  MIGRATION_DATABASE_URL: undefined;
  AUTH_SECRET?: string;
  DEMO?: string;
  MAIL_DIR?: string;
  BACKUP_DIR: string;
};

const OWNER_ONLY_SETTINGS = { MIGRATION_DATABASE_URL: undefined, BACKUP_KEY: undefined };

/**
 * Checks that the configured database is usable or, for the embedded one, claims its folder. Fails
 * before the build if the database is down or if another start uses the folder.
 */
export async function claimDatabase(settings: Settings, lifecycle: Lifecycle): Promise<void> {
  const { databaseUrl, migrationUrl } = settings;
  if (databaseUrl !== undefined) await checkDatabases({ databaseUrl, migrationUrl });
  else lifecycle.onStop(await claimEmbeddedDatabase(lifecycle.fail));
}

/**
 * Migrates the database of DATABASE_URL and adds missing reference list entries. Without
 * DATABASE_URL, starts the embedded database, which also gets demo data.
 */
export async function startDatabase(settings: Settings, lifecycle: Lifecycle): Promise<DatabaseVariables> {
  const { databaseUrl, migrationUrl } = settings;
  const shared = { ...OWNER_ONLY_SETTINGS, MAIL_DIR: mailFolder(settings), BACKUP_DIR: backupFolder(settings) };
  if (databaseUrl !== undefined) {
    await prepareNamedDatabase({ databaseUrl, migrationUrl });
    return { ...shared, DATABASE_URL: databaseUrl };
  }
  const database = await startEmbeddedDatabase();
  lifecycle.onStop(database.stop);
  void database.ended.then(() =>
    lifecycle.fail(
      new UserFacingError(`The embedded PostgreSQL has ended again, so the app ends, too: see ${database.logFile}.`),
    ),
  );
  if (database.fallbackFolder) {
    console.log(`PostgreSQL's user cannot enter this folder, so the data lies in ${database.fallbackFolder}.`);
  }
  await prepareDatabase(database.url, settings.demo);
  return {
    ...shared,
    DATABASE_URL: database.url,
    AUTH_SECRET: process.env.AUTH_SECRET || database.authSecret,
    DEMO: "1",
  };
}
