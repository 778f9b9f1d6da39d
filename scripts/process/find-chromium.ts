import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { UserFacingError } from "./user-facing-error";

/** The system's browsers, preferably the headless shell, which costs less. */
const SYSTEM_BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/**
 * Returns the browser's path: CHROMIUM_PATH, Playwright's own, or the system's. Never downloads one.
 * @throws UserFacingError if there is none
 */
export function findChromium(): string {
  const found = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...SYSTEM_BROWSERS].find(
    (candidate) => candidate && existsSync(candidate),
  );
  if (found) return found;
  throw new UserFacingError(
    'No Chromium was found: install one with "apt-get install chromium" or "npx playwright install chromium", ' +
      "or name one in CHROMIUM_PATH.",
  );
}
