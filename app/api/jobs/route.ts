import { jobs } from "@/lib/server/api/routes/operations/job-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = jobs;
