import { jobsRoutes } from "@/lib/features/operations/routes/job-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = jobsRoutes;
