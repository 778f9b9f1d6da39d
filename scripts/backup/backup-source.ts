import { claimEmbeddedDatabase, runningEmbeddedUrl, startEmbeddedDatabase } from "../postgres/embedded-database";
import { checkDatabases } from "../postgres/prepare-database";
import { readSettings } from "../cli/settings";

/** The database that is backed up or restored. */
export type BackupSource = {
  /** Its address, as its owner where that is another role than the app's. */
  url: string;
  /** As the app, where that is another role. */
  appUrl: string | undefined;
  close: () => Promise<void>;
};

/** Opens the database of DATABASE_URL, or else the embedded one, which is started for as long as it is needed. */
export async function openBackupSource(variables: Record<string, string | undefined>): Promise<BackupSource> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = variables;
  const { databaseUrl, migrationUrl } = readSettings({ DATABASE_URL, MIGRATION_DATABASE_URL }, "development");
  if (databaseUrl !== undefined) {
    await checkDatabases({ databaseUrl, migrationUrl });
    const appUrl = migrationUrl === undefined ? undefined : databaseUrl;
    return { url: migrationUrl ?? databaseUrl, appUrl, close: () => Promise.resolve() };
  }
  const running = await runningEmbeddedUrl();
  if (running !== undefined) return { url: running, appUrl: undefined, close: () => Promise.resolve() };
  const release = await claimEmbeddedDatabase();
  try {
    const { url, stop } = await startEmbeddedDatabase();
    return { url, appUrl: undefined, close: () => stop().finally(release) };
  } catch (error) {
    await release();
    throw error;
  }
}
