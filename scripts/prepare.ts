import "./process/check-node";
import { checkDatabases, prepareNamedDatabase } from "./postgres/prepare-database";
import { readSettings } from "./cli/settings";
import { reportFailure, UserFacingError } from "./process/user-facing-error";

/** The image's `prepare`: migrates, adds new reference entries, and grants the app its rights. */
const TERMINATED = 143;
// A way out of our own, by which Prisma's command ends as well.
process.once("SIGTERM", () => process.exit(TERMINATED));

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
