import "./process/check-node";
import { createClient } from "../lib/store/database/client";
import { readPassword } from "./cli/read-password";
import { codeOf, reportFailure, UserFacingError } from "./process/user-facing-error";
import { configureAppDatabase } from "./cli/app-database";
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
  const client = createClient(await configureAppDatabase(), 1);
  try {
    console.log(await runUserCommand(client, command, readPassword));
  } catch (error) {
    if (!MISSING_TABLE.includes(codeOf(error))) throw error;
    throw new UserFacingError('The database has no tables yet: run "npx prisma migrate deploy" or "npm start" first.');
  } finally {
    await client.$disconnect();
  }
}

await main().catch((error: unknown) => {
  if (error instanceof UsageError) console.error(`${error.message} See: npm run user -- help`);
  else reportFailure(error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
