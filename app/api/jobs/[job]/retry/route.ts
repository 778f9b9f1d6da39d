import { jobRetry } from "@/lib/server/jobs/job-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = jobRetry;
