import * as z from "zod";
import type { MessageName } from "@/lib/model/messages/i18n";
import { JOB_RESULTS, JOB_STATES } from "./job-overview";
import { count, done, generated, moment, recordId, anyText, uuid } from "@/lib/model/answers/shapes";

const jobRun = z.object({
  id: uuid,
  state: z.enum(JOB_STATES),
  ordered_at: moment,
  started_at: moment.nullable(),
  ended_at: moment.nullable(),
  next_at: moment.nullable().describe("When the next try is due, if that is in the future"),
  tries: count,
  result: z.enum(JOB_RESULTS).nullable(),
  error: anyText.nullable(),
  account: z.object({ id: recordId, name: anyText }).nullable().describe("The account that the run concerns"),
});
/** One run of a job. */
export type JobRun = z.output<typeof jobRun>;

const job = z.object({
  name: generated<MessageName<"jobs.names">>({ type: "string" }),
  cron: anyText.nullable().describe("Schedule in the university's time zone; null if other jobs order it"),
  waiting: count.describe("Number waiting or running"),
  failed: count,
  last_done_at: moment.nullable(),
  runs: z.array(jobRun).describe("Failed, waiting and latest runs, newest first"),
});
/** A background job with its failed, waiting and most recent runs. */
export type JobOverview = z.output<typeof job>;

/** `GET /api/jobs` */
export const jobList = z.object({ success: z.literal(true), jobs: z.array(job) });

/** `POST /api/jobs/{job}/retry` */
export const jobRetried = done("job_retried");
