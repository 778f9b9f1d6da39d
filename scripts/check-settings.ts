import "./process/check-node";
import { reportFailure } from "./process/user-facing-error";
import { readSettings } from "./cli/settings";

/** Exit code EX_CONFIG of sysexits.h, which means that a restart will not help. */
const WRONG_CONFIGURATION = 78;

/**
 * First step of the container image: exits with one message if the configuration is wrong, before
 * anything is changed.
 */
try {
  readSettings(process.env, "production", { mayBeDemo: false });
} catch (error) {
  reportFailure(error);
  process.exitCode = WRONG_CONFIGURATION;
}
