import { metrics } from "@/lib/features/operations/routes/metrics-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = metrics;
