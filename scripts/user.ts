import "./process/check-node";
import { createClient } from "../lib/store/database/client";
import { runningEmbeddedUrl } from "./postgres/embedded-database";
import { checkDatabase } from "./postgres/prepare-database";
import { readPassword } from "./cli/read-password";
import { codeOf, reportFailure, UserFacingError } from "./process/user-facing-error";
import { loadEnvFile, readSettings } from "./cli/settings";
import { parseUserCommand, USAGE, UsageError } from "./cli/user-arguments";
import { runUserCommand } from "./cli/user-command";

/** Codes of a missing table: of Prisma's models and of SQL. */
const MISSING_TABLE: readonly unknown[] = ["P2021", "42P01"];

/**
 * `npm run user`: manages accounts. Exits with 0 on success, 1 if the app refuses the command, and
 * 2 if the command line is invalid.
 */
async function main(): Promise<void> {
  const command = parseUserCommand(process.argv.slice(2));
  if (command.command === "help") return console.log(USAGE);
  loadEnvFile();
  const url = await databaseUrl();
  // The configuration, which the rules of accounts read, requires it also for the embedded database.
  process.env.DATABASE_URL = url;
  const client = createClient(url, 1);
  try {
    console.log(await runUserCommand(client, command, readPassword));
  } catch (error) {
    if (!MISSING_TABLE.includes(codeOf(error))) throw error;
    throw new UserFacingError('The database has no tables yet: run "npx prisma migrate deploy" or "npm start" first.');
  } finally {
    await client.$disconnect();
  }
}

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

await main().catch((error: unknown) => {
  if (error instanceof UsageError) console.error(`${error.message} See: npm run user -- help`);
  else reportFailure(error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
