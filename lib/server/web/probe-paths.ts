/** What watches over an instance asks for: refused to nobody who comes by its address, and not told of in traces, for it comes every few seconds. */
export const WATCHED_PATHS: ReadonlySet<string> = new Set(["/api/health", "/api/ready", "/api/metrics"]);
