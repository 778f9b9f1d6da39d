import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { databaseCpuOf, drive, type Target } from "./drive";
import { RECORDED_COSTS, TOLERANCE } from "./recorded-costs";
import { EMPTY_ROUTE, type Workload } from "./workloads";

/** A statement with typical work of a query: text functions, a sort, a window function, an aggregate. */
const CALIBRATION = `
  SELECT count(*), max(hash) FROM (
    SELECT md5(i::text) AS hash, count(*) OVER (PARTITION BY i % 100) FROM generate_series(1, 4000) AS i
    ORDER BY 1) AS hashes WHERE lower(hash) LIKE '%a%'`;
/** The calibration's processor time on a machine of nominal speed, in ms. */
const NOMINAL_MS = 10;
/** The pause between two calibrations, in ms, so that they take little from the load that they accompany. */
const PAUSE_MS = 20;

/** Load of one round; its warm-up is long enough for PostgreSQL to choose generic plans. */
const ROUND_LOAD = { connections: 4, length: { requests: 300 } };
/** A neighbour on the same processor can make a round more expensive, but never cheaper. */
const MAX_ROUNDS = 15;

/**
 * Opens a connection that measures how fast PostgreSQL is at the moment: other programs on the same
 * processor slow down all statements.
 */
async function openCalibration(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const pid = rows[0]?.pid ?? 0;
  return {
    /**
     * Calibrates while `work` runs, because the speed of a shared processor changes within a second.
     * @returns the work's result, and the calibration's processor time relative to the nominal one
     */
    slownessDuring: async <Result>(work: () => Promise<Result>) => {
      const start = databaseCpuOf(pid);
      let calibrations = 0;
      let isDone = false;
      const working = work().finally(() => {
        isDone = true;
      });
      do {
        await client.query(CALIBRATION);
        calibrations += 1;
        await setTimeout(PAUSE_MS);
      } while (!isDone);
      return { result: await working, slowness: (databaseCpuOf(pid) - start) / calibrations / NOMINAL_MS };
    },
    /** Removes what earlier saves left to autovacuum, whose time is not predictable: pending entries of GIN indexes. */
    vacuum: () => client.query("VACUUM"),
    close: () => client.end(),
  };
}

/** PostgreSQL's processor time per request of a workload, in ms on a machine of nominal speed. */
export type Cost = { name: string; cost: number };

/** Whether the cost of a workload is compared with the recorded one; not where noise is as large as the cost. */
export const isCosted = ({ name, isRendered }: Workload): boolean => !isRendered && name !== EMPTY_ROUTE;

const isTooExpensive = ({ name, cost }: Cost) => cost > (RECORDED_COSTS.get(name) ?? 0) * TOLERANCE;

/**
 * Measures the cost of each workload, taking the cheapest of several rounds.
 * @returns no costs where the system does not report a process's time (other than Linux)
 */
export async function costsOf(
  app: Target,
  databaseUrl: string,
  headers: Record<string, string>,
  workloads: readonly Workload[],
): Promise<Cost[]> {
  const costs: Cost[] = [];
  const calibration = await openCalibration(databaseUrl);
  try {
    if ((await calibration.slownessDuring(() => Promise.resolve())).slowness === 0) return [];
    for (const { name, requests } of workloads.filter(isCosted)) {
      await calibration.vacuum();
      const measured: Cost = { name, cost: Number.POSITIVE_INFINITY };
      for (let round = 0; round < MAX_ROUNDS && isTooExpensive(measured); round += 1) {
        const { result, slowness } = await calibration.slownessDuring(() =>
          drive(app, databaseUrl, headers, requests, ROUND_LOAD),
        );
        measured.cost = Math.min(measured.cost, result.databaseCpu / slowness);
      }
      costs.push(measured);
    }
    return costs;
  } finally {
    await calibration.close();
  }
}

/**
 * Compares costs with the recorded ones.
 * @returns a line for each workload, and the failures: workloads that are too expensive or not recorded
 */
export function checkCosts(costs: readonly Cost[]): { lines: string[]; failures: string[] } {
  const lines = costs.map(({ name, cost }) => {
    const recorded = RECORDED_COSTS.get(name);
    return `${name.padEnd(32)} ${cost.toFixed(2)} ms of PostgreSQL's processor, recorded: ${recorded?.toFixed(2) ?? "nothing"}`;
  });
  const failures = costs.filter(isTooExpensive).map(({ name, cost }) => {
    const recorded = RECORDED_COSTS.get(name);
    return recorded === undefined
      ? `${name} costs ${cost.toFixed(2)} ms, which lab/bench/recorded-costs.ts does not have.`
      : `${name} costs ${cost.toFixed(2)} ms, more than ${TOLERANCE} times the ${recorded.toFixed(2)} ms in lab/bench/recorded-costs.ts. ` +
          "Make it cheaper, or record the new cost and say in the commit what is worth it.";
  });
  return { lines, failures };
}
