import "./process/check-node";
import { checkDatabases, prepareNamedDatabase } from "./postgres/prepare-database";
import { readSettings } from "./cli/settings";
import { reportFailure } from "./process/user-facing-error";

const TERMINATED = 143;
// Exits explicitly on SIGTERM: only then does the handler run that ends Prisma's command as well.
process.once("SIGTERM", () => process.exit(TERMINATED));

/**
 * The `prepare` command of the container image: migrates the database, adds new reference list
 * entries, and grants the app's role its rights.
 */
try {
  const { env, migrationUrl } = readSettings(process.env, "production", { mayBeDemo: false });
  const databaseUrl = env.DATABASE_URL;
  await checkDatabases({ databaseUrl, migrationUrl });
  await prepareNamedDatabase({ databaseUrl, migrationUrl });
  console.log("The database is ready.");
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
