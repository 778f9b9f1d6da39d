import "./process/check-node";
import { reportFailure, UserFacingError } from "./process/user-facing-error";
import { readSettings } from "./cli/settings";

/** What sysexits.h calls EX_CONFIG: starting again will not help. */
const WRONG_CONFIGURATION = 78;

/** The image's first step: what is wrong with the configuration ends it with one sentence, before anything is changed. */
try {
  const { databaseUrl } = readSettings(process.env, "production");
  if (databaseUrl === undefined)
    throw new UserFacingError("DATABASE_URL is not set: it names the database of the app.");
} catch (error) {
  reportFailure(error);
  process.exitCode = WRONG_CONFIGURATION;
}
