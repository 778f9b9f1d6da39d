import "./process/check-node";
import { checkDatabases, prepareNamedDatabase } from "./postgres/prepare-database";
import { readSettings } from "./cli/settings";
import { reportFailure, UserFacingError } from "./process/user-facing-error";

const TERMINATED = 143;
// Exits explicitly on SIGTERM: only then does the handler run that ends Prisma's command as well.
process.once("SIGTERM", () => process.exit(TERMINATED));

/**
 * The `prepare` command of the container image: migrates the database, adds new reference list
 * entries, and grants the app's role its rights.
 */
try {
  const { databaseUrl, migrationUrl } = readSettings(process.env, "production");
  if (databaseUrl === undefined)
    throw new UserFacingError("DATABASE_URL is not set: it names the database of the app.");
  await checkDatabases({ databaseUrl, migrationUrl });
  await prepareNamedDatabase({ databaseUrl, migrationUrl });
  console.log("The database is ready.");
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
