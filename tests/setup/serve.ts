import { build, isBuilt } from "@/scripts/app-build";
import { startAppServer } from "@/scripts/app-server";
import { type Lifecycle, runUntilStopped } from "@/scripts/lifecycle";
import { prepareDatabase } from "@/scripts/prepare-database";
import { runSql } from "@/scripts/postgres-cluster";
import { processIdentity } from "@/scripts/process-identity";
import { UserFacingError } from "@/scripts/user-facing-error";
import { databaseUrl, dropDatabase, uniqueName } from "./databases";
import { startTestServer } from "./server";

const RUNNER_CHECK_MS = 500;

/** Playwright ends this process itself, unless it is killed. */
function endWithRunner(pid: number, life: Lifecycle): void {
  const identity = processIdentity(pid);
  setInterval(() => {
    if (processIdentity(pid) !== identity) life.fail(new UserFacingError("Playwright has ended."));
  }, RUNNER_CHECK_MS).unref();
}

/** What the browser tests look at: the production build on a database of its own with the demo data. */
await runUntilStopped(async (life) => {
  const port = Number(process.env.E2E_PORT);
  if (!port) throw new UserFacingError("E2E_PORT says where to listen; playwright.config.ts sets it.");
  endWithRunner(Number(process.env.E2E_RUNNER), life);
  if (!isBuilt()) await build("collect", life.signal);

  const server = await startTestServer();
  life.onStop(server.stop);
  const name = uniqueName("e2e");
  await runSql(server.url, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  life.onStop(() => dropDatabase(server.url, name));
  const url = databaseUrl(server.url, name);
  await prepareDatabase(url, { demo: true });

  const host = "127.0.0.1";
  const startInstance = async (listen: number, appUrl: string) => {
    const app = await startAppServer({
      host,
      port: listen,
      env: {
        ...process.env,
        DATABASE_URL: url,
        AUTH_SECRET: "a-secret-for-tests-that-is-long-enough",
        APP_URL: appUrl,
        // A test that wants mails listens there.
        SMTP_URL: `smtp://${host}:${process.env.E2E_SMTP_PORT}`,
        REGISTRATION_DOMAINS: "example.org",
      },
    });
    life.onStop(app.stop);
    app.onUnexpectedEnd(() => life.fail(new UserFacingError("The app has ended during the browser tests.")));
  };
  // A second instance, as behind a proxy that speaks https; the tests bring the proxy. It stands first: the tests wait
  // for the other one.
  await startInstance(Number(process.env.E2E_SECURE_PORT), `https://${host}:${process.env.E2E_TLS_PORT}`);
  await startInstance(port, `http://${host}:${port}`);
});
