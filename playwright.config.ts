import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/process/find-chromium";
import { reportFailure } from "./scripts/process/user-facing-error";

/**
 * Returns the path of Chromium. Ends the run if there is no Chromium, because browser tests are
 * never skipped.
 */
function chromiumOrExit(): string {
  try {
    return findChromium();
  } catch (error) {
    reportFailure(error);
    process.exit(1);
  }
}

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  forbidOnly: Boolean(process.env.CI),
  // Timing on a shared machine may fail once; the report lists tests that passed only on retry as
  // flaky.
  retries: 1,
  // Tests are independent, and each worker has its own app and database
  // (tests/support/browser/fixtures.ts).
  fullyParallel: true,
  workers: 2,
  // Long enough for tests that visit twenty pages on a busy machine.
  timeout: 120_000,
  // Ends a run that hangs; a slow machine that also runs the API tests takes forty minutes.
  globalTimeout: 4_200_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    viewport: { width: 1440, height: 900 },
    // Animations cost a seventh of the CPU time, and each click waits for them to end.
    contextOptions: { reducedMotion: "reduce" },
    // Tracing costs a sixth of the CPU time; enable it for debugging with "--trace on".
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromiumOrExit(),
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
    command: "node --import tsx tests/support/databases/browser-template.ts",
    // Named groups become environment variables of the workers.
    wait: { stdout: /^Browser tests start from: (?<e2e_server>\S+) (?<e2e_template>\S+)\n/m },
    // Includes the time to build the app if there is no build yet.
    timeout: 300_000,
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  },
});
