import { metrics } from "@/lib/server/api/routes/operations/metrics-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = metrics;
