import v8 from "node:v8";
import { env } from "../config/env";
import { verifyPassword } from "../auth/password";
import { watchBackups } from "./backup-age";
import { startJobs } from "./start-jobs";
import { makeLogJson } from "../observability/log";
import { installRequestGuard } from "./request-guard";
import { isDatabaseUnavailable } from "../errors/errors";
import { patchReactAbortLeak } from "./react-leak-patch";
import { markDatabaseUnavailable } from "../web/request-id";
import { watchShutdown } from "./shutdown";
import { startTracing } from "../observability/start-tracing";

/**
 * Growth of the heap since the last garbage collection, in percent, that triggers the next garbage
 * collection. By default Node.js lets the heap grow four times as much on a large machine, without
 * being faster (docs/decisions/0016-memory.md).
 */
const HEAP_GROWTH = 50;

/** Initializes a server before its first request; exits when the configuration is invalid. */
export async function prepareServer(): Promise<void> {
  try {
    env();
  } catch (error) {
    // Otherwise Next would keep running and answer every request with 500.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  v8.setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  patchReactAbortLeak();
  if (env().LOG_FORMAT === "json") makeLogJson();
  await startTracing();
  installRequestGuard();
  // Installed before the jobs start, because their own signal listeners must not be delayed.
  watchShutdown();
  // Precomputes the hash for unknown addresses: otherwise the first login with one would take
  // longer (timing attack).
  void verifyPassword("", null);
  startJobs();
  watchBackups();
}

/** Marks the current request if its page failed because the database is unavailable. */
export function markPageFailure(error: unknown): void {
  if (isDatabaseUnavailable(error)) markDatabaseUnavailable();
}
