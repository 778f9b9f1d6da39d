import v8 from "node:v8";
import { env } from "../config/env";
import { verifyPassword } from "../auth/password";
import { watchBackups } from "./backup-watch";
import { startJobs } from "./start-jobs";
import { makeLogJson } from "../observability/log";
import { installRequestGuard } from "./request-guard";
import { isForWantOfDatabase } from "../errors/errors";
import { letFinishedPagesGo } from "./react-leak-patch";
import { noteLackOfDatabase } from "../web/request-id";
import { noteShutdown } from "./shutdown";
import { startTracing } from "../observability/start-tracing";

/**
 * So much more than what was in use after the last collection, in percent, may pile up until the next one. Left to itself,
 * Node.js lets four times as much pile up on a large machine, at no gain in time (docs/decisions/0016-memory.md).
 */
const HEAP_GROWTH = 50;

/** What a server does once before its first request. Configuration that is wrong stops it here, with one sentence. */
export async function prepareServer(): Promise<void> {
  try {
    env();
  } catch (error) {
    // Left to itself, Next would go on and answer everything with a 500.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  v8.setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  letFinishedPagesGo();
  if (env().LOG_FORMAT === "json") makeLogJson();
  await startTracing();
  installRequestGuard();
  // Before the jobs, which end as soon as they are told.
  noteShutdown();
  // Makes the hash for unknown addresses now, so that not even the first of them takes longer than a known one.
  void verifyPassword("", null);
  startJobs();
  watchBackups();
}

/** Notes why a page could not be drawn, where that is no fault of ours. */
export function notePageFailure(error: unknown): void {
  if (isForWantOfDatabase(error)) noteLackOfDatabase();
}
