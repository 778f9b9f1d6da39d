import type PgBoss from "pg-boss";
import { jobContext } from "@/lib/store/database/transaction";
import { isUniqueViolation } from "@/lib/base/errors/errors";
import { createBoss, onPool } from "./boss";
import type { Job } from "./job";
import { inSpan } from "@/lib/base/observability/tracing";

const TIME_ZONE = "Europe/Berlin";
const DAY_SECONDS = 24 * 60 * 60;
/** Interval at which each queue is polled. */
const PAUSE_MS = 10_000;
/** Maximum length of a stored error text. */
const MAX_ERROR_LENGTH = 500;

export type Runner = {
  /**
   * Runs all waiting jobs, and jobs that these order.
   * @returns the number of runs, including failures
   */
  workOff: () => Promise<number>;
  /** Starts no more jobs, and waits for the job that is running. */
  stop: () => Promise<void>;
};

type RunnerOptions = { jobs: readonly Job[]; now?: () => Date; pauseMs?: number | null };

const textOf = (error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return String(cause instanceof Error ? cause.message : cause).slice(0, MAX_ERROR_LENGTH);
};

/**
 * Logs only the first failure until the next success, so that a database that is down for an hour
 * causes one line of log.
 */
function failureLog() {
  let isLogged = false;
  return {
    failed(error: unknown) {
      if (!isLogged) console.error(`Jobs wait, the database does not answer: ${textOf(error)}`);
      isLogged = true;
    },
    succeeded() {
      isLogged = false;
    },
  };
}

type Log = ReturnType<typeof failureLog>;
type Phase = "starting" | "running" | "stopped";

/**
 * Uses the app's connections and logs failures. Unique violations are not logged: they are normal
 * when two instances fetch the same job at the same time.
 */
const withFailureLog = (log: Log): PgBoss.Db => ({
  async executeSql(text, values) {
    try {
      const result = await onPool.executeSql(text, values);
      log.succeeded();
      return result;
    } catch (error) {
      if (!isUniqueViolation(error)) log.failed(error);
      throw error;
    }
  },
});

/**
 * Swallows errors of pg-boss' background queries, whose unhandled rejections would end the process.
 * Errors during startup are still thrown.
 */
const ignoringErrors = (db: PgBoss.Db, phase: () => Phase): PgBoss.Db => ({
  async executeSql(text, values) {
    if (phase() === "stopped") return { rows: [] };
    return db.executeSql(text, values).catch((error: unknown) => {
      if (phase() === "starting") throw error;
      return { rows: [] };
    });
  },
});

/**
 * Writes the queues and schedules of the jobs to the database, and removes schedules of jobs that
 * no longer have one.
 */
async function declare(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  for (const { name, cron, retry, timeoutSeconds } of jobs) {
    const options = {
      retryLimit: retry.limit,
      retryDelay: retry.delay,
      retryBackoff: true,
      expireInSeconds: timeoutSeconds,
    };
    await boss.updateQueue(name, { name, policy: "singleton", ...options });
    if (cron) await boss.schedule(name, cron, {}, { tz: TIME_ZONE });
  }
  for (const { name } of await boss.getSchedules()) {
    if (!jobs.some((job) => job.name === name && job.cron)) await boss.unschedule(name);
  }
}

/**
 * Starts running the jobs that wait in the database, concurrently with other instances.
 * @param options `pauseMs` null: runs jobs only when `workOff` is called
 * @throws when the database does not answer, or its schema is not the one that pg-boss expects
 */
export async function startRunner({
  jobs,
  now = () => new Date(),
  pauseMs = PAUSE_MS,
}: RunnerOptions): Promise<Runner> {
  const log = failureLog();
  let phase: Phase = "starting";
  const isStopped = () => phase === "stopped";
  const db = withFailureLog(log);
  const boss = createBoss(ignoringErrors(db, () => phase));
  boss.on("error", log.failed);
  const end = () => {
    phase = "stopped";
    return boss.stop({ graceful: false });
  };
  const order = async (name: string, data: object, key: string) => {
    await boss.send(name, data, { singletonKey: key, singletonSeconds: DAY_SECONDS, db });
  };

  try {
    await boss.start();
    await declare(boss, jobs);
    for (const { name, atStart } of jobs) if (atStart) await order(name, {}, "start");
  } catch (error) {
    await end();
    throw error;
  }
  phase = "running";

  /** Runs the oldest waiting job of a queue. @returns whether there was one */
  async function runOne({ name, work }: Job): Promise<boolean> {
    const [found] = await boss.fetch<JobData>(name, { db });
    if (!found) return false;
    const { id, data } = found;
    try {
      const attributes = { "cooperation.job": name, "cooperation.job_id": id };
      const runJob = () => work({ context: jobContext(), now: now(), data: data ?? {}, order });
      const result = await inSpan(`job ${name}`, "consumer", attributes, runJob);
      await boss.complete(name, id, { result }, { db });
    } catch (error) {
      const message = textOf(error);
      console.error(`The job ${name} (${id}) failed: ${message}`);
      await boss.fail(name, id, { message }, { db });
    }
    return true;
  }

  async function workOff(): Promise<number> {
    let tried = 0;
    for (const job of jobs) while (!isStopped() && (await runOne(job))) tried += 1;
    return tried;
  }

  let currentRun: Promise<unknown> = Promise.resolve();
  const poll = async () => {
    await workOff().catch(log.failed);
    if (!isStopped()) timer = setTimeout(startPoll, pauseMs ?? PAUSE_MS);
  };
  const startPoll = () => {
    currentRun = poll();
  };
  let timer = pauseMs === null ? undefined : setTimeout(startPoll, 0);

  return {
    workOff,
    async stop() {
      clearTimeout(timer);
      await end();
      await currentRun;
    },
  };
}

type JobData = Readonly<Record<string, unknown>> | null;
