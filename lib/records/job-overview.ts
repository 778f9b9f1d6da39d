/** The page of what the app does by itself (contract §11). */
export const JOBS_PATH = "/pages/jobs";

/** What a job that was ordered can be: waiting for its turn or to be tried again, at work, done or failed. */
export const JOB_STATES = ["waiting", "retrying", "running", "done", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** What became of a job that did not fail. */
export const JOB_RESULTS = ["done", "sent", "nothing", "outdated"] as const;
export type JobResult = (typeof JOB_RESULTS)[number];

/** One order of a job; moments are texts on the wire. */
export type JobRun<Moment = Date | string> = {
  id: string;
  state: JobState;
  ordered_at: Moment;
  started_at: Moment | null;
  ended_at: Moment | null;
  /** When it is tried (again), where that lies ahead. */
  next_at: Moment | null;
  /** How often it was tried. */
  tries: number;
  result: JobResult | null;
  error: string | null;
  /** Whom it is about, by the name of the account. */
  account: { id: number; name: string } | null;
};

/** A job with its orders: those that failed or wait, and the latest. */
export type JobOverview<Moment = Date | string> = {
  name: string;
  /** When it is due by itself, as cron says it, in the university's time. */
  cron: string | null;
  waiting: number;
  failed: number;
  last_done_at: Moment | null;
  runs: JobRun<Moment>[];
};
