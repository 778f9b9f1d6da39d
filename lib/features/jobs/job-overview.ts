/** The page of background jobs (contract §11). */
export const JOBS_PATH = "/pages/jobs";

/** The states of a queued job; a `retrying` job waits for its next attempt. */
export const JOB_STATES = ["waiting", "retrying", "running", "done", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The possible results of a job that did not fail. */
export const JOB_RESULTS = ["done", "sent", "nothing", "outdated"] as const;
export type JobResult = (typeof JOB_RESULTS)[number];
