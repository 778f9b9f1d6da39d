/** Probes, every few seconds: also served by IP address and during an overload, and not traced. */
export const PROBE_PATHS: ReadonlySet<string> = new Set(["/api/health", "/api/ready", "/api/metrics"]);
