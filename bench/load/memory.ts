import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { poll } from "../../scripts/poll";

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

/** Does some work. @returns what it gave, and the most that a process held meanwhile; no number where the system does not say */
export async function watched<Result>(pid: number, work: Promise<Result>): Promise<{ result: Result; peak: number }> {
  let peak = Number.NaN;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      // Without Linux, or when the process has ended: that is the work's to say.
      const held = existsSync(`/proc/${pid}/status`) ? residentBytes(pid) : Number.NaN;
      if (!(peak >= held) && !Number.isNaN(held)) peak = held;
      await delay(SAMPLE_MS);
    }
  })().catch(() => undefined);
  const result = await work.finally(() => (isDone = true));
  await watching;
  return { result, peak };
}
