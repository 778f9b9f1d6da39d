import type { Connection } from "@/lib/store/database/client";
import type { Job } from "./job";

/**
 * State of a job's queue: how many of its runs wait or are running, how many have failed for good,
 * and when a run last succeeded.
 */
export type JobCount = { name: Job["name"]; waiting: number; failed: number; last_done_at: Date | null };

type Counted = { name: string; waiting: bigint; failed: bigint; last_done_at: Date | null };

/** Counts the runs of each job by state. */
export async function countJobs(connection: Connection, jobs: readonly Job[]): Promise<JobCount[]> {
  const counted = await connection.$queryRaw<Counted[]>`
    SELECT name, count(*) FILTER (WHERE state < 'completed') AS waiting, count(*) FILTER (WHERE state = 'failed') AS failed,
      max(completed_on) FILTER (WHERE state = 'completed') AS last_done_at
    FROM pgboss.job WHERE name = ANY(${jobs.map(({ name }) => name)}) GROUP BY name`;
  return jobs.map(({ name }) => {
    const numbers = counted.find((row) => row.name === name);
    return {
      name,
      waiting: Number(numbers?.waiting ?? 0),
      failed: Number(numbers?.failed ?? 0),
      last_done_at: numbers?.last_done_at ?? null,
    };
  });
}
