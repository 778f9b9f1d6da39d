/**
 * Probe endpoints: also served by IP address and during an overload, and not traced, as probes come
 * every few seconds.
 */
export const WATCHED_PATHS: ReadonlySet<string> = new Set(["/api/health", "/api/ready", "/api/metrics"]);
