import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { PLAIN_SESSION_COOKIE } from "@/lib/base/web/session-cookie-names";
import { createClient } from "@/lib/store/database/client";
import { generate } from "../bench/bench-data";
import { residentBytes, watched } from "../bench/memory";
import { runNode } from "@/scripts/process/child-process";
import { ROOT } from "@/scripts/root";
import { createUser, TEST_PASSWORD } from "@/tests/support/factories";
import { dropDatabase } from "@/scripts/postgres/throwaway-databases";
import { makeSessions } from "./accounts";
import { startTrialApp, type TrialApp } from "./app";
import { contradictions } from "./consistency";
import type { LoadOrder, LoadResult, Seen } from "./load-driver";
import { cleaned, finding, type Finding, type Trial } from "./trial";

const MEMBERS = 2_000;
const ACCOUNTS = 50;
/** Number of connections that saturate the app; requests of further connections only wait. */
const SATURATED = 20;
const TIMES = 20;
/** Logins of an initial burst may wait up to 20 s; the measurement starts afterwards. */
const SETTLES_SECONDS = 30;
/**
 * Limit for the 99th percentile of the latency of all responses, including refusals, on an
 * otherwise idle machine.
 */
const ANSWERED_WITHIN_MS = 1_000;
const RSS_GROWTH = 150 * 1024 * 1024;
const PROBE_PAUSE_MS = 250;
/** Share of health checks that may be refused, because a shared machine is slow now and then. */
const REFUSED_CHECKS = 0.05;
const EXPECTED = /^(200|201|429|503|login)$/;
/**
 * Maximum ratio of the latency one minute after the load to that before it; allows for noise on a
 * shared machine.
 */
const AS_BEFORE = 2;

/** Returns the factor by which other programs on the machine slow down CPU-bound work. */
function slowness(): number {
  const [begun, used] = [performance.now(), process.cpuUsage()];
  while (performance.now() - begun < 1_000);
  const { user, system } = process.cpuUsage(used);
  return 1_000_000 / Math.max(1, user + system);
}

const MB = 1024 * 1024;
const inMb = (bytes: number) => `${Math.round(bytes / MB)} MB`;
const told = ({ count, p50, p99, max }: Seen) => `${count} (p50 ${p50}, p99 ${p99}, max ${max} ms)`;

async function drive(order: LoadOrder): Promise<LoadResult> {
  const file = path.join(ROOT, "lab/faults/load-driver.ts");
  const args = ["--import", "tsx", file, JSON.stringify(order)];
  const { output, code } = await runNode(args, { cwd: ROOT, env: process.env, output: "collect" });
  if (code !== 0) throw new Error(`The load driver failed: ${output}`);
  return JSON.parse(output.slice(output.indexOf("{"))) as LoadResult;
}

/**
 * Polls `/api/health` and `/api/ready`. @returns the number of checks, how many of them were
 * refused, and their latencies in ms
 */
async function probe(app: TrialApp, isOver: () => boolean) {
  const answers: { status: number; ms: number }[] = [];
  while (!isOver()) {
    answers.push(await app.call("GET", "/api/health"), await app.call("GET", "/api/ready"));
    await delay(PROBE_PAUSE_MS);
  }
  const times = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return {
    asked: answers.length,
    refused: answers.filter(({ status }) => status !== 200).length,
    p99: times.at(Math.floor((times.length - 1) * 0.99)) ?? 0,
    max: times.at(-1) ?? 0,
  };
}

export const loadTrials: readonly Trial[] = [
  {
    name: "load: twenty times the capacity",
    run: ({ serverUrl, isShort }) =>
      cleaned(async (cleanup) => {
        const databaseUrl = await generate(serverUrl, MEMBERS);
        cleanup.add(() => dropDatabase(serverUrl, new URL(databaseUrl).pathname.slice(1)));
        const client = createClient(databaseUrl, 1);
        const logins: LoadOrder["logins"] = [];
        for (let index = 0; index < 5; index += 1) {
          const { email } = await createUser(client);
          logins.push({ email, password: TEST_PASSWORD });
        }
        await client.$disconnect();
        const tokens = await makeSessions(databaseUrl, { count: ACCOUNTS });
        const app = await startTrialApp(databaseUrl, tokens[0] ?? "");
        cleanup.add(app.stop);
        const cookies = tokens.map((token) => `${PLAIN_SESSION_COOKIE}=${token}`);
        const order = { url: app.url, tokens, cookies, logins, members: MEMBERS };
        const seconds = isShort ? 3 : 20;
        const within = Math.round(ANSWERED_WITHIN_MS * Math.max(1, slowness()));
        const calm = () =>
          drive({ ...order, logins: logins.slice(0, 1), connections: 4, seconds: isShort ? 2 : 8, settles: 3 });
        const before = await calm();
        const most = isShort ? before : await drive({ ...order, connections: SATURATED, seconds: 8, settles: 2 });
        const atStart = residentBytes(app.pid);
        const findings: Finding[] = [];
        for (const connections of isShort ? [SATURATED * TIMES] : [SATURATED * TIMES, 1_000]) {
          findings.push(
            await finding(`${connections} connections`, async () => {
              let isOver = false;
              const load = drive({ ...order, connections, seconds, settles: isShort ? 3 : SETTLES_SECONDS });
              const probes = probe(app, () => isOver);
              const { result, peak } = await watched(
                app.pid,
                load.finally(() => (isOver = true)),
              );
              const { asked, refused, p99, max } = await probes;
              const wrong: string[] = [];
              const others = Object.keys(result.byStatus).filter((status) => !EXPECTED.test(status));
              if (others.length > 0)
                wrong.push(
                  `answers with ${others.map((status) => `${status}: ${result.byStatus[status]?.count}`).join(", ")}`,
                );
              if (result.withoutRetryAfter > 0) wrong.push(`${result.withoutRetryAfter} refusals without Retry-After`);
              if (refused > asked * (isShort ? 0.5 : REFUSED_CHECKS))
                wrong.push(`${refused} of ${asked} health checks refused`);
              if (peak - atStart > RSS_GROWTH) wrong.push(`RSS grew to ${inMb(peak)}`);
              // The short form measures only three seconds on a busy machine, so its latencies are
              // not checked.
              if (!isShort && result.all.p99 > within) wrong.push(`p99 ${result.all.p99} ms`);
              // If no response of a status arrived, its latency is infinite, which fails the checks
              // below.
              const p99Of = (status: string) => result.byStatus[status]?.p99 ?? Number.POSITIVE_INFINITY;
              if (!isShort && connections === SATURATED * TIMES && p99Of("200") > within)
                wrong.push(`p99 of successful responses ${p99Of("200")} ms`);
              // Above the load that the goal is defined for, a login may take twice as long.
              const loginWithin = connections === SATURATED * TIMES ? within : 2 * within;
              if (!isShort && p99Of("login") > loginWithin) wrong.push(`p99 of logins ${p99Of("login")} ms`);
              if (!isShort && p99 > within) wrong.push(`health p99 ${p99} ms`);
              const figures = Object.entries(result.byStatus).map(([status, seen]) => `${status}: ${told(seen)}`);
              const goodput = `${result.perSecond.toFixed(0)}/s answered (calm at most ${most.perSecond.toFixed(0)}/s)`;
              const said = `${goodput}; ${figures.join("; ")}; health ${asked} asked, p99 ${p99}, max ${max} ms; RSS ${inMb(atStart)} → ${inMb(peak)}`;
              return {
                acknowledged: said,
                found: `all answered or refused, p99 ${result.all.p99} of ${within} ms`,
                wrong,
              };
            }),
          );
        }
        findings.push(
          await finding("a while later", async () => {
            if (!isShort) await delay(60_000);
            const after = await calm();
            const wrong = await contradictions(databaseUrl, true);
            const others = Object.keys(after.byStatus).filter((status) => !/^(20[01]|login)$/.test(status));
            if (others.length > 0) wrong.push(`answers with ${others.join(", ")}`);
            if (!isShort && after.all.p50 > AS_BEFORE * before.all.p50 + 5)
              wrong.push(`p50 ${before.all.p50} → ${after.all.p50} ms`);
            const rss = inMb(residentBytes(app.pid));
            return {
              acknowledged: "–",
              found: `p50 ${before.all.p50} ms before, ${after.all.p50} ms after; RSS ${rss}; consistent`,
              wrong,
            };
          }),
        );
        return findings;
      }),
  },
];
