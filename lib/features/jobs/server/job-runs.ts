import type { JobOverview, JobRun } from "../job-answers";
import { JOB_RESULTS, type JobResult, type JobState } from "../job-overview";
import { authorize } from "@/lib/base/access/permissions";
import type { Context } from "@/lib/store/database/transaction";
import { createBoss, onPool } from "./boss";
import { countJobs } from "./job-counts";
import type { Job } from "./job";

/**
 * How many runs the jobs page shows per job: the latest of each state except completed ones
 * (`ofState`), and the latest of any state.
 */
const SHOWN = { ofState: 20, latest: 5 };

const stateOf = {
  created: "waiting",
  retry: "retrying",
  active: "running",
  completed: "done",
  cancelled: "failed",
  failed: "failed",
} as const satisfies Record<string, JobState>;

type StoredRun = {
  id: string;
  name: string;
  state: keyof typeof stateOf;
  output: { result?: string; message?: string } | null;
  tries: number;
  start_after: Date;
  created_on: Date;
  started_on: Date | null;
  completed_on: Date | null;
  user_id: number | null;
  user_name: string | null;
};

const textOf = (moment: Date | null) => moment?.toISOString() ?? null;
const asResult = (text: string | undefined): JobResult | null => JOB_RESULTS.find((result) => result === text) ?? null;

function asRun(stored: StoredRun, now: Date): JobRun {
  const { id, output, tries, start_after, user_id, user_name } = stored;
  const state = stateOf[stored.state];
  const isAhead = (state === "waiting" || state === "retrying") && start_after > now;
  return {
    ...{ id, state, tries },
    ordered_at: stored.created_on.toISOString(),
    started_at: textOf(stored.started_on),
    // A job that waits for a retry still has the end time of its last failure, which is not
    // returned.
    ended_at: state === "done" || state === "failed" ? textOf(stored.completed_on) : null,
    next_at: isAhead ? start_after.toISOString() : null,
    result: state === "done" ? asResult(output?.result) : null,
    error: state === "done" ? null : (output?.message ?? null),
    account: user_id === null || user_name === null ? null : { id: user_id, name: user_name },
  };
}

/**
 * Returns the background jobs and their recent runs.
 * @throws AppError forbidden for users who are not admins
 */
export async function listJobs(
  { actor, connection }: Context,
  jobs: readonly Job[],
  now = new Date(),
): Promise<JobOverview[]> {
  authorize(actor, "read", "jobs");
  const names = jobs.map(({ name }) => name);
  const counted = await countJobs(connection, jobs);
  const runs = await connection.$queryRaw<StoredRun[]>`
    SELECT j.id, j.name, j.state::text, j.output, j.start_after, j.created_on, j.started_on, j.completed_on,
      CASE WHEN j.started_on IS NULL THEN 0 ELSE j.retry_count + 1 END AS tries, u.id AS user_id, u.name AS user_name
    FROM (SELECT *, row_number() OVER (PARTITION BY name ORDER BY created_on DESC, id) AS place,
        row_number() OVER (PARTITION BY name, state ORDER BY created_on DESC, id) AS place_in_state
      FROM pgboss.job WHERE name = ANY(${names})) j
    LEFT JOIN users u ON u.id = (j.data ->> 'user_id')::int
    WHERE j.place <= ${SHOWN.latest} OR (j.state <> 'completed' AND j.place_in_state <= ${SHOWN.ofState})
    ORDER BY j.created_on DESC, j.id`;
  return counted.map((counts) => ({
    ...counts,
    last_done_at: textOf(counts.last_done_at),
    cron: jobs.find(({ name }) => name === counts.name)?.cron ?? null,
    runs: runs.filter((run) => run.name === counts.name).map((run) => asRun(run, now)),
  }));
}

/**
 * Retries a failed job at once.
 * @returns whether the job exists and had failed
 * @throws AppError forbidden for users who are not admins
 */
export async function retryJob({ actor, connection }: Context, jobs: readonly Job[], id: string): Promise<boolean> {
  authorize(actor, "write", "jobs");
  const [job] = await connection.$queryRaw<{ name: string }[]>`
    SELECT name FROM pgboss.job WHERE id = ${id}::uuid AND state = 'failed' AND name = ANY(${jobs.map(({ name }) => name)})`;
  if (!job) return false;
  // This pg-boss client is never started: it only sends one query, which works whether or not this
  // instance runs jobs.
  await createBoss().retry(job.name, id, { db: onPool });
  return true;
}
