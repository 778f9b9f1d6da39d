import { setHashCost } from "@/lib/server/auth/password";
import { build, isBuilt } from "@/scripts/build/app-build";
import { type Lifecycle, runUntilStopped } from "@/scripts/process/lifecycle";
import { prepareDatabase } from "@/scripts/postgres/prepare-database";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { processIdentity } from "@/scripts/process/process-identity";
import { UserFacingError } from "@/scripts/process/user-facing-error";
import { databaseUrl, dropTemplate, uniqueName } from "@/scripts/postgres/throwaway-databases";
import { startTestServer } from "@/scripts/postgres/throwaway-server";

const RUNNER_CHECK_MS = 500;

/** Ends this process when Playwright was killed; otherwise Playwright ends it itself. */
function endWithRunner(pid: number, life: Lifecycle): void {
  const identity = processIdentity(pid);
  setInterval(() => {
    if (processIdentity(pid) !== identity) life.fail(new UserFacingError("Playwright has ended."));
  }, RUNNER_CHECK_MS).unref();
}

/**
 * Provides the browser tests, while they run, with the production build and a database of demo
 * data, which each worker copies (`app.ts`).
 */
await runUntilStopped(async (life) => {
  endWithRunner(Number(process.env.E2E_RUNNER), life);
  if (!isBuilt()) await build("collect", life.signal);

  const server = await startTestServer();
  life.onStop(server.stop);
  const template = uniqueName("e2e");
  await runSql(server.url, `CREATE DATABASE ${template} ENCODING 'UTF8' TEMPLATE template0`);
  life.onStop(() => dropTemplate(server.url, template));
  // Verifying a password costs as much as its stored hash; the tests log the demo account in very
  // often.
  setHashCost(4);
  await prepareDatabase(databaseUrl(server.url, template), { password: undefined });
  await runSql(server.url, `ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
  // playwright.config.ts waits for this line and passes both values to the workers.
  console.log(`Browser tests start from: ${server.url} ${template}`);
});
