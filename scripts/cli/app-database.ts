import { runningEmbeddedUrl } from "../postgres/embedded-database";
import { checkDatabase } from "../postgres/prepare-database";
import { UserFacingError } from "../process/user-facing-error";
import { loadEnvFile, readSettings } from "./settings";

async function databaseUrl(): Promise<string> {
  const { databaseUrl: configuredUrl } = readSettings({ DATABASE_URL: process.env.DATABASE_URL }, "development");
  if (configuredUrl !== undefined) {
    await checkDatabase(configuredUrl);
    return configuredUrl;
  }
  const url = await runningEmbeddedUrl();
  if (url === undefined) {
    throw new UserFacingError('No database: set DATABASE_URL, or start the embedded one with "npm start".');
  }
  return url;
}

/**
 * Loads the settings for a command that changes the app's database: the configured one, or the embedded one
 * while the app runs.
 * @returns its address, which also becomes DATABASE_URL, because the app's settings require it
 * @throws UserFacingError
 */
export async function configureAppDatabase(): Promise<string> {
  loadEnvFile();
  return (process.env.DATABASE_URL = await databaseUrl());
}
