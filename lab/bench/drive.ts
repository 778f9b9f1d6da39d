import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import pg from "pg";
import type { LoadRequest } from "./workloads";

/**
 * A server under load: its URL, its process, and the application name of its database connections.
 */
export type Target = { url: string; pid: number; application: string };
export type Figures = { perSecond: number; p50: number; p95: number; p99: number; appCpu: number; databaseCpu: number };

const TICKS_PER_SECOND = 100;

/**
 * Returns the CPU time of a process, including all its threads, in ms; 0 if the system does not
 * report it.
 */
function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/**
 * Returns the CPU time of a process of PostgreSQL, which has one thread, in ms; 0 if the system does
 * not report it, or the process is gone.
 */
export function databaseCpuOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
}

async function backendsOf(databaseUrl: string, application: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pid FROM pg_stat_activity WHERE application_name = $1", [
    application,
  ]);
  await client.end();
  return rows.map(({ pid }) => pid);
}

let time = 0;

const percentile = (sorted: number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;

/** Adds an application name to a database URL, by which PostgreSQL reports its connections. */
export function asApplication(databaseUrl: string, application: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("application_name", application);
  return url.href;
}

/** How long a workload is driven: in seconds, or in requests. */
export type Length = { seconds: number } | { requests: number };

/**
 * Returns the options of autocannon for a run of this length, and for a warm-up of a third of it.
 */
const runOptions = (length: Length) =>
  "seconds" in length
    ? { warmUp: { duration: length.seconds / 3 }, measured: { duration: length.seconds } }
    : { warmUp: { amount: Math.ceil(length.requests / 3) }, measured: { amount: length.requests } };

/**
 * Measures one workload on one server, after a warm-up.
 * @throws Error if a response is not 2xx
 */
export async function drive(
  target: Target,
  databaseUrl: string,
  headers: Record<string, string>,
  requests: LoadRequest[],
  { connections, length }: { connections: number; length: Length },
): Promise<Figures> {
  const options = {
    url: target.url,
    connections,
    headers: { ...headers, "content-type": "application/json" },
    requests: requests.map(({ method, path, body }) => ({
      ...{ method, path },
      ...(body && {
        setupRequest: (request: autocannon.Request) => ({ ...request, body: JSON.stringify(body((time += 1))) }),
      }),
    })),
  };
  const { warmUp, measured } = runOptions(length);
  await autocannon({ ...options, ...warmUp });
  const backends = await backendsOf(databaseUrl, target.application);
  const before = { app: cpuOf(target.pid), database: new Map(backends.map((pid) => [pid, databaseCpuOf(pid)])) };
  const times: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon({ ...options, ...measured }, (error: Error | null, end) =>
      error ? reject(error) : resolve(end),
    );
    running.on("response", (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${requests[0]?.path} of ${target.application}: ${result.non2xx} refusals, ${result.errors} errors`,
    );
  }
  const appCpu = cpuOf(target.pid) - before.app;
  // A connection that was closed meanwhile takes its time with it, and one that was opened brings it along.
  const databaseCpu = (await backendsOf(databaseUrl, target.application))
    .map((pid) => databaseCpuOf(pid) - (before.database.get(pid) ?? 0))
    .reduce((sum, each) => sum + each, 0);
  times.sort((one, other) => one - other);
  return {
    perSecond: times.length / result.duration,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    appCpu: appCpu / times.length,
    databaseCpu: databaseCpu / times.length,
  };
}
