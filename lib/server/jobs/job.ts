import type { JobResult } from "../../records/job-overview";
import type { Context } from "../database/transaction";
import type { Database } from "../database/client";

/** The input of a job's run. */
export type JobCall = {
  /** Has no actor: jobs may do everything. */
  context: Context<Database>;
  now: Date;
  /** Data given when it was ordered; `{}` for scheduled runs. */
  data: Readonly<Record<string, unknown>>;
  /**
   * Orders another job, at most once per key and day (UTC); a second order changes nothing.
   * @param key identifies the job's subject
   */
  order: (name: string, data: Readonly<Record<string, unknown>>, key: string) => Promise<void>;
};

/** A background job, which runs on one instance only, however many there are (contract §11). */
export type Job = {
  /** Also the name of its queue, which a migration creates, and of its texts under `jobs.names`. */
  name: string;
  /** Cron schedule in the university's time zone; without it, other jobs order it. */
  cron?: string;
  /**
   * Whether it is also ordered at startup, once a day: no instance may have run at its scheduled
   * hour.
   */
  atStart?: boolean;
  /** Number of retries after a failure, and the first delay in seconds; delays double. */
  retry: { limit: number; delay: number };
  /** Timeout in seconds, after which it counts as failed: its server has died. */
  timeoutSeconds: number;
  /** @returns the result, which the jobs page shows by its text under `jobs.results` */
  work: (call: JobCall) => Promise<JobResult>;
};
