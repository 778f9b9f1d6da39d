import type { MessageName } from "../i18n";

/** The page of background jobs (contract §11). */
export const JOBS_PATH = "/pages/jobs";

/** The states of a queued job; a `retrying` job waits for its next attempt. */
export const JOB_STATES = ["waiting", "retrying", "running", "done", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The possible results of a job that did not fail. */
export const JOB_RESULTS = ["done", "sent", "nothing", "outdated"] as const;
export type JobResult = (typeof JOB_RESULTS)[number];

/** One run of a job. Timestamps are strings in JSON. */
export type JobRun<Moment = Date | string> = {
  id: string;
  state: JobState;
  ordered_at: Moment;
  started_at: Moment | null;
  ended_at: Moment | null;
  /** The time of the next attempt; null if there will be none. */
  next_at: Moment | null;
  /** The number of attempts so far. */
  tries: number;
  result: JobResult | null;
  error: string | null;
  /** The account that the job is about. */
  account: { id: number; name: string } | null;
};

/** A background job with its failed, waiting and most recent runs. */
export type JobOverview<Moment = Date | string> = {
  name: MessageName<"jobs.names">;
  /** The schedule as a cron expression, in the university's time zone; null if it has none. */
  cron: string | null;
  waiting: number;
  failed: number;
  last_done_at: Moment | null;
  runs: JobRun<Moment>[];
};
