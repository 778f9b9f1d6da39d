import { jobList, jobRetried } from "@/lib/features/jobs/job-answers";
import { AppError } from "@/lib/base/errors/errors";
import { pathText, routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { listJobs, retryJob } from "@/lib/features/jobs/server/job-runs";
import { jobs as allJobs } from "../server/jobs";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Contract §11. */
export const jobsRoutes = routes({
  GET: route({
    path: "/jobs",
    id: "listJobs",
    tag: "jobs",
    summary: "List background jobs",
    description: "Each job with its failed, waiting and latest runs.",
    access: ["read", "jobs"],
    answers: {
      success: { description: "The jobs", schema: jobList },
    },
  }).handle(async ({ context }) => ({ success: true, jobs: await listJobs(context, allJobs) })),
});

/** Contract §11. */
export const jobRetry = routes({
  POST: route({
    path: "/jobs/{job}/retry",
    id: "retryJob",
    tag: "jobs",
    summary: "Retry a failed job",
    description: "Retries the job at once. A digest that is no longer due is not sent.",
    access: ["write", "jobs"],
    answers: {
      success: { description: "Queued for a retry", schema: jobRetried },
      refusals: ["data_not_found"],
    },
  }).handle(async ({ params, context }) => {
    const id = pathText(params, "job");
    if (!UUID.test(id) || !(await retryJob(context, allJobs, id))) throw new AppError("data_not_found");
    return { success: true, message: "job_retried" };
  }),
});
