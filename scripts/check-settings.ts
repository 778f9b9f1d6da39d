import "./process/check-node";
import { reportFailure, UserFacingError } from "./process/user-facing-error";
import { readSettings } from "./cli/settings";

/** Exit code EX_CONFIG of sysexits.h, which means that a restart will not help. */
const WRONG_CONFIGURATION = 78;

/**
 * First step of the container image: exits with a one-sentence message if the configuration is
 * wrong, before anything is changed.
 */
try {
  const { databaseUrl } = readSettings(process.env, "production");
  if (databaseUrl === undefined)
    throw new UserFacingError("DATABASE_URL is not set: it names the database of the app.");
} catch (error) {
  reportFailure(error);
  process.exitCode = WRONG_CONFIGURATION;
}
