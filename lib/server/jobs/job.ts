import type { JobResult } from "../../records/job-overview";
import type { Context } from "../database/transaction";
import type { Database } from "../database/client";

/** What a job is told when its turn has come. */
export type JobCall = {
  /** Nobody acts: jobs may do everything. */
  context: Context<Database>;
  now: Date;
  /** What was given along when it was ordered; `{}` for what the clock starts. */
  data: Readonly<Record<string, unknown>>;
  /**
   * Orders another job, once for a key and a day (UTC): a second order changes nothing.
   * @param key names what it is about
   */
  order: (name: string, data: Readonly<Record<string, unknown>>, key: string) => Promise<void>;
};

/** Something that the app does by itself, once, whatever the number of instances (contract §11). */
export type Job = {
  /** Also the name of its queue, which a migration makes, and of its words under `jobs.names`. */
  name: string;
  /** When it is due, as cron says it, in the university's time; without it others order it. */
  cron?: string;
  /** Whether it is also due once a day at a start: no instance may run at its hour. */
  atStart?: boolean;
  /** How often it is tried again after a failure, and after how many seconds first; the pauses double. */
  retry: { limit: number; delay: number };
  /** After so many seconds without an end it counts as failed: its server has died. */
  patience: number;
  /** @returns what it has done, in a word that the page of jobs has a text for under `jobs.results` */
  work: (call: JobCall) => Promise<JobResult>;
};
