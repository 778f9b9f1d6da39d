import "./check-node";
import { checkDatabase } from "./prepare-database";
import { reportFailure, UserFacingError } from "./user-facing-error";
import { readSettings } from "./settings";

/** The image's first step: what is wrong with the configuration ends it with one sentence, before anything is changed. */
try {
  const { databaseUrl } = readSettings(process.env, "production");
  if (databaseUrl === undefined)
    throw new UserFacingError("DATABASE_URL is not set: it names the database of the app.");
  await checkDatabase(databaseUrl);
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
