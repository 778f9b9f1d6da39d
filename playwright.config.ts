import { existsSync } from "node:fs";
import { chromium, defineConfig, devices } from "@playwright/test";
import { freePort } from "./scripts/postgres-cluster";

/** The browser: the one that CHROMIUM_PATH names, Playwright's own, or the system's. Never skipped, never downloaded. */
function findChromium(): string {
  const found = [process.env.CHROMIUM_PATH, chromium.executablePath(), "/usr/bin/chromium"].find(
    (candidate) => candidate && existsSync(candidate),
  );
  if (found) return found;
  console.error(
    'No Chromium was found: install one with "apt-get install chromium" or "npx playwright install chromium", ' +
      "or name one in CHROMIUM_PATH.",
  );
  process.exit(1);
}

// Chosen once; the workers, which read this file again, inherit it.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_SMTP_PORT ??= String(await freePort());
process.env.E2E_SECURE_PORT ??= String(await freePort());
process.env.E2E_TLS_PORT ??= String(await freePort());
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // One database for all files: one after the other, so that no file sees another's half-done work.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL,
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    viewport: { width: 1440, height: 900 },
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: findChromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: "node --import tsx tests/setup/serve.ts",
    url: `${baseURL}/api/health`,
    // So that the server ends with the run, also when the run is killed.
    env: { E2E_RUNNER: String(process.pid) },
    // Includes the build, when the tests run alone and there is none.
    timeout: 300_000,
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  },
});
