import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { poll } from "@/scripts/process/poll";

const KB = 1024;
/** A process is at rest when so long nothing of this size came or went. */
const REST_MS = 5_000;
const REST_BYTES = 1_000_000;
const REST_DEADLINE_MS = 120_000;
const SAMPLE_MS = 100;

/** Bytes of memory that a process holds (its resident set), as Linux says it. */
export function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  if (!kilobytes) throw new Error(`Nobody says how much memory process ${pid} holds`);
  return Number(kilobytes) * KB;
}

const middle = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;

/** What a process holds at rest: the median of the first seconds in which nothing changes. */
export async function residentAtRest(pid: number): Promise<number> {
  let seen: { at: number; bytes: number }[] = [];
  const rest = await poll(() => {
    const now = Date.now();
    seen = [...seen, { at: now, bytes: residentBytes(pid) }].filter(({ at }) => at >= now - REST_MS);
    const sorted = seen.map(({ bytes }) => bytes).sort((one, other) => one - other);
    const isWhole = now - (seen[0]?.at ?? now) >= REST_MS * 0.9;
    return isWhole && (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) <= REST_BYTES && middle(sorted);
  }, REST_DEADLINE_MS);
  if (rest === undefined) throw new Error("The app never came to rest");
  return rest;
}

/** The same; 0 where nobody says it: without Linux, or because the process has ended, which is the work's to complain of. */
function residentOrNothing(pid: number): number {
  try {
    return residentBytes(pid);
  } catch {
    return 0;
  }
}

/** Does some work. @returns what it gave, and the most that a process held meanwhile, as far as the system says it */
export async function watched<Result>(pid: number, work: Promise<Result>): Promise<{ result: Result; peak: number }> {
  let peak = 0;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      peak = Math.max(peak, residentOrNothing(pid));
      await delay(SAMPLE_MS);
    }
  })();
  const result = await work.finally(() => (isDone = true));
  await watching;
  return { result, peak };
}
