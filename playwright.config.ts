import { existsSync } from "node:fs";
import { chromium, defineConfig, devices } from "@playwright/test";

/**
 * The browser: the one that CHROMIUM_PATH names, Playwright's own, or the system's, preferably without the frame of windows
 * and menus that nobody sees here. Never skipped, never downloaded.
 */
function findChromium(): string {
  const system = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
  const found = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...system].find(
    (candidate) => candidate && existsSync(candidate),
  );
  if (found) return found;
  console.error(
    'No Chromium was found: install one with "apt-get install chromium" or "npx playwright install chromium", ' +
      "or name one in CHROMIUM_PATH.",
  );
  process.exit(1);
}

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  forbidOnly: Boolean(process.env.CI),
  // A browser on a shared machine may miss a moment; what does so twice is wrong, what does so once is named at the end.
  retries: 1,
  // Each worker has an app and a database of its own (tests/support/browser/fixtures.ts), and no test needs another.
  fullyParallel: true,
  workers: 2,
  // Walks of twenty pages, on machines that have other things to do.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    viewport: { width: 1440, height: 900 },
    // Drawing what fades and slides costs a seventh of the processors, and each click waits for it to end.
    contextOptions: { reducedMotion: "reduce" },
    // Recording every step costs a sixth of the processors; whoever looks for a fault asks for it with "--trace on".
    trace: "off",
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
    command: "node --import tsx tests/support/databases/browser-template.ts",
    // Named groups become variables of the workers.
    wait: { stdout: /^Browser tests start from: (?<e2e_server>\S+) (?<e2e_template>\S+)\n/m },
    // So that the server ends with the run, also when the run is killed.
    env: { E2E_RUNNER: String(process.pid) },
    // Includes the build, when the tests run alone and there is none.
    timeout: 300_000,
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  },
});
