import { createClient } from "@/lib/store/database/client";
import { PLAIN_SESSION_COOKIE } from "@/lib/base/web/session-cookie-names";
import { poll } from "@/scripts/process/poll";
import { createMember, createUser, memberValues, TEST_PASSWORD } from "@/tests/support/factories";
import { createSessions } from "./accounts";
import { startTrialApp, type Answer, type TrialApp } from "./app";
import { findInconsistencies } from "./consistency";
import { startPgProxy } from "./pg-proxy";
import {
  withCleanup,
  recordFinding,
  createTrialDatabase,
  type Bench,
  type Cleanup,
  type Finding,
  type Trial,
} from "./trial";
import { maxOf } from "@/lib/model/pure/long-lists";

/**
 * Sum of the wait for a connection (5 s), the statement timeout (5 s plus 1 s of grace), and a
 * margin for a slow machine.
 */
const MAX_RESPONSE_MS = 13_000;
const MAX_RECOVERY_MS = 20_000;
/**
 * Time within which the locks of an abandoned transaction are released, so that statements waiting
 * for them continue.
 */
const MAX_LOCK_MS = 30_000;

type Prepared = {
  app: TrialApp;
  proxy: Awaited<ReturnType<typeof startPgProxy>>;
  databaseUrl: string;
  token: string;
  email: string;
};

/** Removes the errors that Next prints with all their properties, stack traces among them. */
function withoutNextErrors(log: string): string {
  const [before = "", ...reports] = log.split("⨯");
  const after = reports.map((report) => {
    const end = report.indexOf("\n}");
    return end < 0 ? report : report.slice(end + 2);
  });
  return before + after.join("");
}

async function prepare(bench: Bench, cleanup: Cleanup): Promise<Prepared> {
  const databaseUrl = await createTrialDatabase(bench, cleanup);
  const client = createClient(databaseUrl, 1);
  await createMember(client);
  const { email } = await createUser(client);
  await client.$disconnect();
  const [token = ""] = await createSessions(databaseUrl);
  const proxy = await startPgProxy(databaseUrl);
  cleanup.add(proxy.close);
  const app = await startTrialApp(proxy.url, token);
  cleanup.add(app.stop);
  await app.call("GET", "/api/members/1");
  return { app, proxy, databaseUrl, token, email };
}

/** Sends one request of each type that needs the database. */
const sendEachRequestType = ({ app, token, email }: Prepared): Promise<Answer[]> =>
  Promise.all([
    app.call("GET", "/api/members"),
    app.call("GET", "/api/members/1"),
    app.call("GET", "/api/global"),
    app.call("GET", "/api/search?q=muster"),
    app.call("GET", "/api/members/export?format=csv"),
    app.call("PUT", "/api/members/1", { body: { telefon: "1" } }),
    app.call("POST", "/api/members/new", { body: memberValues() }),
    app.call("DELETE", "/api/members/1"),
    app.call("POST", "/api/auth/login", { token: "", body: { email, password: TEST_PASSWORD } }),
    app.call("GET", "/api/health"),
    app.call("GET", "/api/ready"),
    app.call("GET", "/members", { token: "", headers: { cookie: `${PLAIN_SESSION_COOKIE}=${token}` } }),
  ]);

/**
 * Retries a save until it succeeds, for at most `deadline` ms. @returns the time that it took in
 * seconds, or undefined if it did not succeed in time
 */
async function waitUntilSaved({ app }: Prepared, deadlineMs: number): Promise<number | undefined> {
  const startedAt = performance.now();
  const saved = await poll(async () => {
    const { status } = await app.call("PUT", "/api/members/1", { body: { telefon: String(performance.now()) } });
    return status === 200;
  }, deadlineMs);
  return saved && (performance.now() - startedAt) / 1000;
}

const unresponsiveDatabase: Trial = {
  name: "hang: the database stops responding",
  run: (bench): Promise<Finding[]> =>
    withCleanup(async (cleanup) => {
      const prepared = await prepare(bench, cleanup);
      const { app, proxy, databaseUrl } = prepared;
      proxy.hang();
      const tries = bench.isShort ? 1 : 3;
      const findings: Finding[] = [];
      for (let round = 1; round <= tries; round += 1) {
        findings.push(
          await recordFinding(`every kind of request, round ${round}`, async () => {
            const answers = await sendEachRequestType(prepared);
            const slowest = maxOf(
              answers.map(({ ms }) => ms),
              0,
            );
            const statuses = answers.map(({ status }) => status);
            const wrong = [
              ...(slowest > MAX_RESPONSE_MS ? [`the slowest took ${slowest} ms`] : []),
              ...statuses.flatMap((status, at) => (status === 503 ? [] : [`call ${at}: ${status}`])),
            ];
            return { acknowledged: "no", found: `503 after ${(slowest / 1000).toFixed(1)} s at most`, wrong };
          }),
        );
      }
      findings.push(
        await recordFinding("the database responds again", async () => {
          proxy.resume();
          const seconds = await waitUntilSaved(prepared, MAX_RECOVERY_MS);
          const wrong = await findInconsistencies(databaseUrl);
          if (seconds === undefined) wrong.push("not saved within 20 s");
          if (/^[ \t]+at /m.test(withoutNextErrors(app.log()))) wrong.push("a stack trace in the log");
          return { acknowledged: "yes", found: `saved after ${seconds?.toFixed(1)} s, without a restart`, wrong };
        }),
      );
      return findings;
    }),
};

const vanishedApp: Trial = {
  name: "hang: the app's machine vanishes in the middle of a save",
  run: (bench) =>
    withCleanup(async (cleanup) => {
      const prepared = await prepare(bench, cleanup);
      const { proxy, databaseUrl, app } = prepared;
      return [
        await recordFinding("after the UPDATE, before the COMMIT", async () => {
          proxy.arm(/^\s*UPDATE "members"/, "after", proxy.vanish);
          const { status } = await app.call("PUT", "/api/members/1", { body: { telefon: "verloren" } });
          proxy.resume();
          // An abandoned transaction locks the record.
          const seconds = await waitUntilSaved(prepared, MAX_LOCK_MS);
          const wrong = await findInconsistencies(databaseUrl);
          if (status !== 503) wrong.push(`answered ${status}`);
          if (seconds === undefined) wrong.push("the record stays locked");
          return { acknowledged: "no", found: `503; the record is free after ${seconds?.toFixed(1)} s`, wrong };
        }),
      ];
    }),
};

export const hangTrials: readonly Trial[] = [unresponsiveDatabase, vanishedApp];
