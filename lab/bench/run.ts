/**
 * `npm run bench`: compares the app with large tables to a server of hand-tuned SQL and to an empty
 * route of its own, alternately in one run, so that the ratios hold on any machine. Before anything
 * is timed, both must respond equally.
 *
 *   npm run bench -- [--sizes 1k,100k,1m] [--seconds 3] [--rounds 3] [--write]
 *   npm run bench -- --only statistics      100,000 projects and 200,000 links (statistics.ts)
 *   npm run bench:smoke      10,000 rows, one short round; compares what PostgreSQL's processor
 * spends on a request with `recorded-costs.ts`; a part of `npm test`
 *
 * `--write` writes the tables into lab/results/performance.md.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { build, isBuilt } from "@/scripts/build/app-build";
import { startNodeServer } from "@/scripts/build/app-server";
import { freePort } from "@/scripts/postgres/postgres-cluster";
import { reportFailure, UserFacingError } from "@/scripts/process/user-facing-error";
import { ROOT } from "@/scripts/root";
import { startTestServer } from "@/scripts/postgres/throwaway-server";
import { dropDatabase } from "@/scripts/postgres/throwaway-databases";
import { HOST, logIn, startApp } from "./app-under-load";
import { generate } from "./bench-data";
import { compareAnswers } from "./compare";
import { checkCosts, costsOf, type Cost } from "./costs";
import { asApplication, drive, type Figures, type Target, type Length } from "./drive";
import { samplePeakMemory } from "./memory";
import { measureStatistics } from "./statistics";
import { tableOf, writeTables, type Measured } from "./tables";
import { workloads } from "./workloads";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1k,100k" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
    only: { type: "string" },
    smoke: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

/** With fewer members, PostgreSQL chooses now an index and now the whole table, at twice the cost. */
const SMOKE_SIZE = "10k";

/** The name of the measurements that have their own data, and run only if they are asked for. */
const STATISTICS = "statistics";

/** Parses sizes such as `100k` and `1m`. */
function sizeOf(text: string): number {
  const [, digits, unit] = /^(\d+)([km]?)$/i.exec(text) ?? [];
  if (!digits) throw new Error(`Not a number of rows: ${text}`);
  return Number(digits) * ({ k: 1_000, m: 1_000_000 }[unit?.toLowerCase() ?? ""] ?? 1);
}

async function startReference(databaseUrl: string): Promise<Target & { stop: () => Promise<void> }> {
  const port = await freePort();
  const args = ["--import", "tsx", path.join(ROOT, "lab/bench/reference-server.ts")];
  const { stop, pid } = await startNodeServer("The reference server", args, {
    host: HOST,
    port,
    cwd: ROOT,
    stdout: "ignore",
    env: { ...process.env, DATABASE_URL: asApplication(databaseUrl, "bench_reference"), PORT: String(port) },
  });
  return { url: `http://${HOST}:${port}`, pid, application: "bench_reference", stop };
}

const medianOf = (all: Figures[]): Figures => {
  const sorted = all.toSorted((one, other) => one.perSecond - other.perSecond);
  const figures = sorted[Math.floor(sorted.length / 2)];
  if (!figures) throw new Error("Nothing was measured");
  return figures;
};

/**
 * For each workload: the length of a round, the number of rounds, and the connection counts to
 * test.
 */
type Effort = { length: Length; rounds: number; levels: number[] };

/** Makes a database and starts both servers on it, compares and measures them. `costs` is measured if `smoke` is set. */
async function measure(
  serverUrl: string,
  members: number,
  { length, rounds, levels }: Effort,
): Promise<Measured & { costs: Cost[] }> {
  const start = Date.now();
  const databaseUrl = await generate(serverUrl, members);
  console.log(`${members} members made in ${((Date.now() - start) / 1000).toFixed(0)} s`);
  const headers = await logIn(databaseUrl);
  const [app, reference] = [await startApp(databaseUrl), await startReference(databaseUrl)];
  const results: Measured["results"] = [];
  let costs: Cost[] = [];
  const selected = workloads(members).filter(({ name }) => !values.only || name.includes(values.only));
  const work = async () => {
    for (const workload of selected) {
      if (workload.isCompared && !workload.mayDiffer) {
        const urls = { app: app.url, reference: reference.url };
        // The app builds its pagination anchors on the first request of a deep page and uses them
        // from the second on.
        await compareAnswers(workload, urls, headers.program);
        await compareAnswers(workload, urls, headers.program);
      }
      for (const connections of levels) {
        const measurements: Record<"app" | "reference", Figures[]> = { app: [], reference: [] };
        for (let round = 0; round < rounds; round += 1) {
          for (const [name, target] of [
            ["reference", reference],
            ["app", app],
          ] as const) {
            if (name === "reference" && !workload.isCompared) continue;
            const sessionHeaders = workload.isRendered ? headers.browser : headers.program;
            const options = { connections, length };
            measurements[name].push(await drive(target, databaseUrl, sessionHeaders, workload.requests, options));
          }
        }
        results.push({
          workload,
          connections,
          app: medianOf(measurements.app),
          reference: workload.isCompared ? medianOf(measurements.reference) : null,
        });
      }
    }
    if (values.smoke) costs = await costsOf(app, databaseUrl, headers.program, selected);
  };
  try {
    const { peak } = await samplePeakMemory(app.pid, work());
    return { members, results, costs, peak };
  } finally {
    await Promise.all([app.stop(), reference.stop()]);
    await dropDatabase(serverUrl, new URL(databaseUrl).pathname.slice(1));
  }
}

async function main(): Promise<void> {
  const sizes = (values.smoke ? SMOKE_SIZE : values.sizes).split(",").map(sizeOf);
  const effort = values.smoke
    ? { length: { requests: 24 }, rounds: 1, levels: [4] }
    : { length: { seconds: Number(values.seconds) }, rounds: Number(values.rounds), levels: [1, 16] };
  if (!isBuilt() && values.only !== STATISTICS) await build("collect");
  const server = await startTestServer();
  try {
    if (values.only === STATISTICS) {
      if (!(await measureStatistics(server.url))) throw new UserFacingError("A goal was not met.");
      return;
    }
    const all: Measured[] = [];
    for (const size of sizes) {
      const measured = await measure(server.url, size, effort);
      if (values.smoke) {
        console.log(`${measured.results.length} workloads ran, with responses equal to the reference's.`);
        const { lines, failures } = checkCosts(measured.costs);
        console.log(lines.join("\n") || "This system does not report the processor time of PostgreSQL's processes.");
        if (failures.length > 0) throw new UserFacingError(failures.join("\n"));
      } else console.log(tableOf(measured));
      all.push(measured);
    }
    if (values.write) writeTables(all);
  } finally {
    await server.stop();
  }
}

const hasFailed = await main().then(
  () => false,
  (error: unknown) => {
    reportFailure(error);
    return true;
  },
);
// Exits explicitly, because open handles would keep the process running.
process.exit(hasFailed ? 1 : 0);
