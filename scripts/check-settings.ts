import "./process/check-node";
import { reportFailure, UserFacingError } from "./process/user-facing-error";
import { readSettings } from "./cli/settings";

/** EX_CONFIG of sysexits.h: a restart will not help. */
const WRONG_CONFIGURATION = 78;

/**
 * The image's first step: a wrong configuration ends it with one sentence, before anything is
 * changed.
 */
try {
  const { databaseUrl } = readSettings(process.env, "production");
  if (databaseUrl === undefined)
    throw new UserFacingError("DATABASE_URL is not set: it names the database of the app.");
} catch (error) {
  reportFailure(error);
  process.exitCode = WRONG_CONFIGURATION;
}
