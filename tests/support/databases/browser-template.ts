import { setHashCost } from "@/lib/server/auth/password";
import { build, isBuilt } from "@/scripts/build/app-build";
import { type Lifecycle, runUntilStopped } from "@/scripts/process/lifecycle";
import { prepareDatabase } from "@/scripts/postgres/prepare-database";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { UserFacingError } from "@/scripts/process/user-facing-error";
import { databaseUrl, dropTemplate, uniqueName } from "@/scripts/postgres/throwaway-databases";
import { startTestServer } from "@/scripts/postgres/throwaway-server";

const HEARTBEAT_MS = 500;

/**
 * Ends this process when Playwright, which reads its output, was killed and can no longer do so
 * itself.
 */
function endWithReader(life: Lifecycle): void {
  process.stdout.on("error", () => life.fail(new UserFacingError("Playwright has ended.")));
  setInterval(() => process.stdout.write("\n"), HEARTBEAT_MS).unref();
}

/**
 * Runs during the browser tests and provides the production build and a database with demo data,
 * which each worker copies (`app.ts`).
 */
await runUntilStopped(async (life) => {
  endWithReader(life);
  if (!isBuilt()) await build("collect", life.signal);

  const server = await startTestServer();
  life.onStop(server.stop);
  const template = uniqueName("e2e");
  await runSql(server.url, `CREATE DATABASE ${template} ENCODING 'UTF8' TEMPLATE template0`);
  life.onStop(() => dropTemplate(server.url, template));
  // Reduces the cost of the stored password hash, which determines the time of each login, because
  // the tests log in very often.
  setHashCost(4);
  await prepareDatabase(databaseUrl(server.url, template), { password: undefined });
  await runSql(server.url, `ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
  // playwright.config.ts waits for this output and passes both values to the workers.
  console.log(`Browser tests start from: ${server.url} ${template}`);
});
