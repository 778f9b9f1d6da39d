import bcrypt from "bcryptjs";
import { build, isBuilt } from "@/scripts/build/app-build";
import { type Lifecycle, runUntilStopped } from "@/scripts/process/lifecycle";
import { DEMO_USER } from "@/scripts/postgres/demo-user";
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
function exitWithPlaywright(life: Lifecycle): void {
  process.stdout.on("error", () => life.fail(new UserFacingError("Playwright has ended.")));
  setInterval(() => process.stdout.write("\n"), HEARTBEAT_MS).unref();
}

/**
 * Runs during the browser tests and provides the production build and a database with demo data,
 * which each worker copies (`app.ts`).
 */
await runUntilStopped(async (life) => {
  exitWithPlaywright(life);
  if (!isBuilt()) await build("collect", life.signal);

  const server = await startTestServer();
  life.onStop(server.stop);
  const template = uniqueName("e2e");
  await runSql(server.url, `CREATE DATABASE ${template} ENCODING 'UTF8' TEMPLATE template0`);
  life.onStop(() => dropTemplate(server.url, template));
  const url = databaseUrl(server.url, template);
  await prepareDatabase(url, { password: undefined });
  // The cost of the stored hash determines the time of each login, and the tests log in very often.
  await runSql(url, `UPDATE users SET password_hash = '${bcrypt.hashSync(DEMO_USER.password, 4)}'`);
  await runSql(server.url, `ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
  // playwright.config.ts waits for this output and passes both values to the workers.
  console.log(`Browser tests start from: ${server.url} ${template}`);
});
