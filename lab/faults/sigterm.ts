import { connect } from "node:net";
import { createClient } from "@/lib/store/database/client";
import { PLAIN_SESSION_COOKIE } from "@/lib/base/web/session-cookie-names";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { poll } from "@/scripts/process/poll";
import { createMember } from "@/tests/support/factories";
import { startCollector } from "@/tests/support/servers/collector";
import { createSessions } from "./accounts";
import { startTrialApp } from "./app";
import { startPgProxy } from "./pg-proxy";
import { withCleanup, recordFinding, createTrialDatabase, type Trial } from "./trial";

/**
 * The app waits 10 s for running requests (scripts/build/app-server.ts); the rest is a margin for a
 * slow machine.
 */
const MAX_SHUTDOWN_MS = 12_000;

/** True if the port refuses connections. */
const refusesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => resolve(true));
    socket.on("connect", () => {
      socket.destroy();
      resolve(false);
    });
  });

/**
 * Opens an idle keep-alive connection. @returns a function that returns true once the server has
 * closed it
 */
async function idleConnection(port: number): Promise<() => boolean> {
  let isClosed = false;
  const socket = connect(port, "127.0.0.1");
  socket.on("close", () => (isClosed = true)).on("error", () => undefined);
  const response = new Promise((resolve) => socket.once("data", resolve));
  socket.write(`GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  await response;
  return () => isClosed;
}

export const sigtermTrials: readonly Trial[] = [
  {
    name: "sigterm: while requests are running",
    run: (bench) =>
      withCleanup(async (cleanup) => {
        const databaseUrl = await createTrialDatabase(bench, cleanup);
        const client = createClient(databaseUrl, 1);
        await createMember(client);
        await client.$disconnect();
        const [token = ""] = await createSessions(databaseUrl);
        const proxy = await startPgProxy(databaseUrl);
        cleanup.add(proxy.close);
        const collector = await startCollector();
        cleanup.add(collector.close);
        const start = async () => {
          const app = await startTrialApp(proxy.url, token, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
          cleanup.add(app.stop);
          await app.call("GET", "/api/members/1");
          await app.call("GET", "/members/1", { headers: { cookie: `${PLAIN_SESSION_COOKIE}=${token}` } });
          return app;
        };
        /** Sends SIGTERM when a save has reached its COMMIT. */
        const stopAtCommit = async (telefon: string) => {
          const app = await start();
          const isClosed = await idleConnection(app.port);
          const commitReached = proxy.holdAt(/^COMMIT/);
          const save = app.call("PUT", "/api/members/1", { body: { telefon } });
          await commitReached;
          const startedAt = performance.now();
          process.kill(app.pid, "SIGTERM");
          const isPortClosed = await poll(() => refusesConnections(app.port), MAX_SHUTDOWN_MS);
          const waitForEnd = async () => {
            const { status } = await save;
            await app.waitForExit();
            const ms = performance.now() - startedAt;
            const { rows } = await runSql(databaseUrl, "SELECT telefon FROM members WHERE ph_id = 1");
            const wrong = [
              ...(isPortClosed ? [] : ["it still accepts connections"]),
              ...(isClosed() ? [] : ["an idle connection stays open"]),
              ...(ms < MAX_SHUTDOWN_MS ? [] : [`ended after ${Math.round(ms)} ms`]),
            ];
            return { status, ms, stored: String(rows[0].telefon), wrong };
          };
          return waitForEnd;
        };
        const finished = await recordFinding("a save whose COMMIT is in progress", async () => {
          const waitForEnd = await stopAtCommit("fertig");
          proxy.resume();
          const { status, ms, stored, wrong } = await waitForEnd();
          if (status !== 200 || stored !== "fertig") wrong.push(`answered ${status}, stored ${stored}`);
          // Only a build knows the routes of pages; the collector gets the last spans at the end.
          const names = collector.spans().map(({ name }) => name);
          for (const name of ["GET /members/[ph_id]", "PUT /api/members/{ph_id}"])
            if (!names.includes(name)) wrong.push(`no trace of ${name}`);
          if (/next\.|http\.(target|url)/.test(collector.received())) wrong.push("traces have Next's attributes");
          return {
            acknowledged: "yes",
            found: `new requests refused, the save finished and traced, ended after ${(ms / 1000).toFixed(1)} s`,
            wrong,
          };
        });
        if (bench.isShort) return [finished];
        const unresponsive = await recordFinding("a save whose database is silent", async () => {
          const waitForEnd = await stopAtCommit("nie");
          const { status, ms, stored, wrong } = await waitForEnd();
          proxy.resume();
          if (status !== 503) wrong.push(`answered ${status}`);
          if (stored !== "fertig") wrong.push(`stored ${stored}`);
          return { acknowledged: "no", found: `503, nothing stored, ended after ${(ms / 1000).toFixed(1)} s`, wrong };
        });
        return [finished, unresponsive];
      }),
  },
];
