import { JOB_RESULTS, JOB_STATES } from "@/lib/records/job-overview";
import { AppError } from "@/lib/server/errors/errors";
import { pathText, routes } from "../../request-handler";
import { recordId } from "../../field-schemas";
import { done, exactObject, listOf, orNull } from "../../json-schema";
import { route } from "../../route";
import { listJobs, retryJob } from "@/lib/server/jobs/job-runs";
import { jobs as allJobs } from "@/lib/server/server/jobs";

const text = { type: "string" };
const moment = { ...text, format: "date-time" };
const count = { type: "integer", minimum: 0 };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const run = exactObject({
  id: { ...text, format: "uuid" },
  state: { enum: JOB_STATES },
  ordered_at: moment,
  started_at: orNull(moment),
  ended_at: orNull(moment),
  next_at: { ...orNull(moment), description: "When the next try is due, if that is in the future" },
  tries: count,
  result: { enum: [...JOB_RESULTS, null] },
  error: orNull(text),
  account: { ...orNull(exactObject({ id: recordId, name: text })), description: "The account that the run concerns" },
});
const job = exactObject({
  name: text,
  cron: { ...orNull(text), description: "Schedule in the university's time zone; null if other jobs order it" },
  waiting: { ...count, description: "Number waiting or running" },
  failed: count,
  last_done_at: orNull(moment),
  runs: { ...listOf(run), description: "Failed, waiting and latest runs, newest first" },
});

/** `GET /api/jobs`: the background jobs and their runs (contract §11). */
export const jobs = routes({
  GET: route({
    path: "/jobs",
    id: "listJobs",
    tag: "jobs",
    summary: "List background jobs",
    description: "Each job with its failed, waiting and latest runs.",
    access: ["read", "jobs"],
    answers: {
      success: { description: "The jobs", schema: exactObject({ success: { const: true }, jobs: listOf(job) }) },
    },
  }).handle(async ({ context }) => ({ success: true, jobs: await listJobs(context, allJobs) })),
});

/** `POST /api/jobs/{job}/retry`: retries a failed job (contract §11). */
export const jobRetry = routes({
  POST: route({
    path: "/jobs/{job}/retry",
    id: "retryJob",
    tag: "jobs",
    summary: "Retry a failed job",
    description: "Retries the job at once. A digest that is no longer due is not sent.",
    access: ["write", "jobs"],
    answers: {
      success: { description: "Queued for a retry", schema: done("job_retried") },
      refusals: ["data_not_found"],
    },
  }).handle(async ({ params, context }) => {
    const id = pathText(params, "job");
    if (!UUID.test(id) || !(await retryJob(context, allJobs, id))) throw new AppError("data_not_found");
    return { success: true, message: "job_retried" };
  }),
});
