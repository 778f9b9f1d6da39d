import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { poll } from "@/scripts/process/poll";

const KB = 1024;
/** A process is at rest if its memory has changed by less than `REST_BYTES` for this time. */
const REST_MS = 5_000;
const REST_BYTES = 1_000_000;
const REST_DEADLINE_MS = 120_000;
const SAMPLE_MS = 100;

/** Returns the resident set size of a process in bytes, as reported by Linux. */
export function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  if (!kilobytes) throw new Error(`The system does not report the memory of process ${pid}`);
  return Number(kilobytes) * KB;
}

const median = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;

/** Returns the resident memory at rest in bytes: the median of the first period without changes. */
export async function residentAtRest(pid: number): Promise<number> {
  let samples: { at: number; bytes: number }[] = [];
  const rest = await poll(() => {
    const now = Date.now();
    samples = [...samples, { at: now, bytes: residentBytes(pid) }].filter(({ at }) => at >= now - REST_MS);
    const sorted = samples.map(({ bytes }) => bytes).sort((one, other) => one - other);
    const isLongEnough = now - (samples[0]?.at ?? now) >= REST_MS * 0.9;
    return isLongEnough && (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) <= REST_BYTES && median(sorted);
  }, REST_DEADLINE_MS);
  if (rest === undefined) throw new Error("The app's memory did not settle");
  return rest;
}

/**
 * Like `residentBytes`, but returns 0 on other systems than Linux and after the process has ended;
 * the measured work reports that error itself.
 */
function residentBytesOrZero(pid: number): number {
  try {
    return residentBytes(pid);
  } catch {
    return 0;
  }
}

/**
 * Awaits `work` and samples the memory of a process meanwhile. @returns the result of `work`, and
 * the peak memory in bytes, or 0 if unknown
 */
export async function samplePeakMemory<Result>(
  pid: number,
  work: Promise<Result>,
): Promise<{ result: Result; peak: number }> {
  let peak = 0;
  let isDone = false;
  const sampling = (async () => {
    while (!isDone) {
      peak = Math.max(peak, residentBytesOrZero(pid));
      await delay(SAMPLE_MS);
    }
  })();
  const result = await work.finally(() => (isDone = true));
  await sampling;
  return { result, peak };
}
