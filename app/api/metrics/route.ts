import { metrics } from "@/lib/server/metrics/metrics-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = metrics;
