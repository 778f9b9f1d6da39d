import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { PLAIN_SESSION_COOKIE } from "@/lib/base/web/session-cookie-names";
import { createClient } from "@/lib/store/database/client";
import { generate } from "../bench/bench-data";
import { residentBytes, samplePeakMemory } from "../bench/memory";
import { runNode } from "@/scripts/process/child-process";
import { ROOT } from "@/scripts/root";
import { createUser, TEST_PASSWORD } from "@/tests/support/factories";
import { dropDatabase } from "@/scripts/postgres/throwaway-databases";
import { createSessions } from "./accounts";
import { startTrialApp, type TrialApp } from "./app";
import { findInconsistencies } from "./consistency";
import type { LoadOptions, LoadResult, LatencySummary } from "./load-driver";
import { withCleanup, recordFinding, type Finding, type Trial } from "./trial";

const MEMBERS = 2_000;
const ACCOUNTS = 50;
/** Number of connections that saturate the app; requests of further connections only wait. */
const SATURATING_CONNECTIONS = 20;
const OVERLOAD_FACTOR = 20;
/** Logins of an initial burst may wait up to 20 s; the measurement starts afterwards. */
const SETTLES_SECONDS = 30;
/**
 * Limit for the 99th percentile of the latency of all responses, including refusals, on an
 * otherwise idle machine.
 */
const MAX_LATENCY_MS = 1_000;
const MAX_RSS_GROWTH_BYTES = 150 * 1024 * 1024;
const PROBE_PAUSE_MS = 250;
/** Share of health checks that may be refused, because a shared machine is slow now and then. */
const MAX_REFUSED_SHARE = 0.05;
const EXPECTED_STATUS = /^(200|201|429|503|login)$/;
/**
 * Maximum ratio of the latency one minute after the load to that before it; allows for noise on a
 * shared machine.
 */
const MAX_SLOWDOWN = 2;

/** Returns the factor by which other programs on the machine slow down CPU-bound work. */
function measureSlowness(): number {
  const [startedAt, used] = [performance.now(), process.cpuUsage()];
  while (performance.now() - startedAt < 1_000);
  const { user, system } = process.cpuUsage(used);
  return 1_000_000 / Math.max(1, user + system);
}

const MB = 1024 * 1024;
const inMb = (bytes: number) => `${Math.round(bytes / MB)} MB`;
const formatSummary = ({ count, p50, p99, max }: LatencySummary) => `${count} (p50 ${p50}, p99 ${p99}, max ${max} ms)`;

async function drive(options: LoadOptions): Promise<LoadResult> {
  const file = path.join(ROOT, "lab/faults/load-driver.ts");
  const args = ["--import", "tsx", file, JSON.stringify(options)];
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
    checks: answers.length,
    refused: answers.filter(({ status }) => status !== 200).length,
    p99: times.at(Math.floor((times.length - 1) * 0.99)) ?? 0,
    max: times.at(-1) ?? 0,
  };
}

export const loadTrials: readonly Trial[] = [
  {
    name: "load: twenty times the capacity",
    run: ({ serverUrl, isShort }) =>
      withCleanup(async (cleanup) => {
        const databaseUrl = await generate(serverUrl, MEMBERS);
        cleanup.add(() => dropDatabase(serverUrl, new URL(databaseUrl).pathname.slice(1)));
        const client = createClient(databaseUrl, 1);
        const logins: LoadOptions["logins"] = [];
        for (let index = 0; index < 5; index += 1) {
          const { email } = await createUser(client);
          logins.push({ email, password: TEST_PASSWORD });
        }
        await client.$disconnect();
        const tokens = await createSessions(databaseUrl, { count: ACCOUNTS });
        const app = await startTrialApp(databaseUrl, tokens[0] ?? "");
        cleanup.add(app.stop);
        const cookies = tokens.map((token) => `${PLAIN_SESSION_COOKIE}=${token}`);
        const order = { url: app.url, tokens, cookies, logins, members: MEMBERS };
        const seconds = isShort ? 3 : 20;
        const maxLatencyMs = Math.round(MAX_LATENCY_MS * Math.max(1, measureSlowness()));
        const runLightLoad = () =>
          drive({ ...order, logins: logins.slice(0, 1), connections: 4, seconds: isShort ? 2 : 8, settles: 3 });
        const before = await runLightLoad();
        const capacity = isShort
          ? before
          : await drive({ ...order, connections: SATURATING_CONNECTIONS, seconds: 8, settles: 2 });
        const atStart = residentBytes(app.pid);
        const findings: Finding[] = [];
        for (const connections of isShort
          ? [SATURATING_CONNECTIONS * OVERLOAD_FACTOR]
          : [SATURATING_CONNECTIONS * OVERLOAD_FACTOR, 1_000]) {
          findings.push(
            await recordFinding(`${connections} connections`, async () => {
              let isOver = false;
              const load = drive({ ...order, connections, seconds, settles: isShort ? 3 : SETTLES_SECONDS });
              const probes = probe(app, () => isOver);
              const { result, peak } = await samplePeakMemory(
                app.pid,
                load.finally(() => (isOver = true)),
              );
              const { checks, refused, p99, max } = await probes;
              const wrong: string[] = [];
              const others = Object.keys(result.byStatus).filter((status) => !EXPECTED_STATUS.test(status));
              if (others.length > 0)
                wrong.push(
                  `answers with ${others.map((status) => `${status}: ${result.byStatus[status]?.count}`).join(", ")}`,
                );
              if (result.withoutRetryAfter > 0) wrong.push(`${result.withoutRetryAfter} refusals without Retry-After`);
              if (refused > checks * (isShort ? 0.5 : MAX_REFUSED_SHARE))
                wrong.push(`${refused} of ${checks} health checks refused`);
              if (peak - atStart > MAX_RSS_GROWTH_BYTES) wrong.push(`RSS grew to ${inMb(peak)}`);
              // The short form measures only three seconds on a busy machine, so its latencies are
              // not checked.
              if (!isShort && result.all.p99 > maxLatencyMs) wrong.push(`p99 ${result.all.p99} ms`);
              // If no response of a status arrived, its latency is infinite, which fails the checks
              // below.
              const p99Of = (status: string) => result.byStatus[status]?.p99 ?? Number.POSITIVE_INFINITY;
              if (!isShort && connections === SATURATING_CONNECTIONS * OVERLOAD_FACTOR && p99Of("200") > maxLatencyMs)
                wrong.push(`p99 of successful responses ${p99Of("200")} ms`);
              // Above the load that the goal is defined for, a login may take twice as long.
              const maxLoginLatencyMs =
                connections === SATURATING_CONNECTIONS * OVERLOAD_FACTOR ? maxLatencyMs : 2 * maxLatencyMs;
              if (!isShort && p99Of("login") > maxLoginLatencyMs) wrong.push(`p99 of logins ${p99Of("login")} ms`);
              if (!isShort && p99 > maxLatencyMs) wrong.push(`health p99 ${p99} ms`);
              const figures = Object.entries(result.byStatus).map(
                ([status, summary]) => `${status}: ${formatSummary(summary)}`,
              );
              const goodput = `${result.perSecond.toFixed(0)}/s answered (calm at most ${capacity.perSecond.toFixed(0)}/s)`;
              const summary = `${goodput}; ${figures.join("; ")}; health ${checks} asked, p99 ${p99}, max ${max} ms; RSS ${inMb(atStart)} → ${inMb(peak)}`;
              return {
                acknowledged: summary,
                found: `all answered or refused, p99 ${result.all.p99} of ${maxLatencyMs} ms`,
                wrong,
              };
            }),
          );
        }
        findings.push(
          await recordFinding("a while later", async () => {
            if (!isShort) await delay(60_000);
            const after = await runLightLoad();
            const wrong = await findInconsistencies(databaseUrl, true);
            const others = Object.keys(after.byStatus).filter((status) => !/^(20[01]|login)$/.test(status));
            if (others.length > 0) wrong.push(`answers with ${others.join(", ")}`);
            if (!isShort && after.all.p50 > MAX_SLOWDOWN * before.all.p50 + 5)
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
