import { Counter, Histogram, Registry } from "prom-client";
import { processSingleton } from "../config/process-singleton";

/**
 * Bucket bounds of the duration histogram, in seconds: a list request takes tens of milliseconds, a
 * PDF or an export takes seconds.
 */
const STEPS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the metrics that every request updates. */
function createRequestMetrics() {
  const register = new Registry();
  const labelNames = ["method", "route", "status"] as const;
  const requests = new Counter({
    name: "cooperation_http_requests_total",
    help: "Calls of the API that were answered, by the route's declared path.",
    labelNames,
    registers: [register],
  });
  const durations = new Histogram({
    name: "cooperation_http_request_duration_seconds",
    help: "Seconds until a call of the API was answered; the download that follows does not count.",
    labelNames: ["method", "route"],
    buckets: STEPS,
    registers: [register],
  });
  return { register, requests, durations };
}

/** Returns the request metrics of this process. */
export const requestMetrics = () => processSingleton("request-metrics", createRequestMetrics);

/**
 * An answered API call. `route` is the route's declared path, never the requested path, which
 * identifies records and may contain secrets.
 */
export type AnsweredCall = { method: string; route: string; status: number; seconds: number };

/** Counts an answered call. */
export function countRequest({ method, route, status, seconds }: AnsweredCall): void {
  const { requests, durations } = requestMetrics();
  requests.inc({ method, route, status });
  durations.observe({ method, route }, seconds);
}
