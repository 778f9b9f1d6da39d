import type { MessageName } from "@/lib/model/messages/i18n";
import type { JobResult } from "../job-overview";
import type { Context } from "@/lib/store/database/transaction";
import type { Database } from "@/lib/store/database/client";

/** The input of a job's run. */
type JobCall = {
  /** Has no actor: jobs may do everything. */
  context: Context<Database>;
  now: Date;
  /** Data that was passed when the job was ordered; `{}` for scheduled runs. */
  data: Readonly<Record<string, unknown>>;
  /**
   * Queues another job, at most once per key and day (UTC); further calls have no effect.
   * @param key identifies what the job is about, for example an account and a day
   */
  order: (name: string, data: Readonly<Record<string, unknown>>, key: string) => Promise<void>;
};

/**
 * A background job, each run of which is executed by only one of the app's instances (contract
 * §11).
 */
export type Job = {
  /**
   * Also the name of the job's queue, which a migration creates, and the key of its texts under
   * `jobs.names`.
   */
  name: MessageName<"jobs.names">;
  /**
   * Cron schedule in the university's time zone. A job without it runs when another job orders it.
   */
  cron?: string;
  /**
   * Whether the job is also ordered when an instance starts, at most once a day, because perhaps no
   * instance was running at the scheduled hour.
   */
  atStart?: boolean;
  /**
   * Number of retries after a failure, and the delay before the first one in seconds; the delay
   * doubles each time.
   */
  retry: { limit: number; delay: number };
  /**
   * Timeout of a run in seconds. After this time, its server is assumed to have died, and the run
   * counts as failed.
   */
  timeoutSeconds: number;
  /** @returns the result; the jobs page shows its text from `jobs.results` */
  work: (call: JobCall) => Promise<JobResult>;
};
