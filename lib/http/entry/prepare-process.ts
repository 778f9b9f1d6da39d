import v8 from "node:v8";
import { env, type Env } from "@/lib/base/config/env";
import { makeLogJson } from "@/lib/base/observability/log";
import { patchReactAbortLeak } from "./react-leak-patch";
import { startTracing } from "@/lib/base/observability/start-tracing";

/**
 * Growth of the heap since the last garbage collection, in percent, that triggers the next garbage
 * collection. By default Node.js lets the heap grow four times as much on a large machine, without
 * being faster (docs/decisions/0016-memory.md).
 */
const HEAP_GROWTH_PERCENT = 50;

/**
 * Prepares the process before anything is served; exits when the configuration is invalid.
 * @returns the configuration
 */
export async function prepareProcess(): Promise<Env> {
  try {
    env();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  v8.setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  patchReactAbortLeak();
  if (env().LOG_FORMAT === "json") makeLogJson();
  await startTracing();
  return env();
}
