import { verifyPassword } from "@/lib/sessions/password";
import { watchBackups } from "./backup-age";
import { env } from "@/lib/base/config/env";
import { warnAboutScanner } from "@/lib/features/files/server/checks/clamav";
import type { Runner } from "@/lib/features/jobs/server/runner";

/** Delay before another attempt while the database is down or not migrated. */
const RETRY_MS = 30_000;
const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/**
 * Starts the jobs of this instance, unless JOBS is off, and stops them on shutdown. Does not delay
 * the server's start; if the jobs cannot start, the server works without them.
 * @returns a function that stops the jobs
 */
export function startJobs(): () => void {
  if (!env().JOBS) return () => undefined;
  let runner: Runner | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function attempt() {
    const [{ startRunner }, { jobs }] = await Promise.all([
      import("@/lib/features/jobs/server/runner"),
      import("./jobs"),
    ]);
    runner = await startRunner({ jobs });
    if (isStopped) await runner.stop();
  }
  const begin = () =>
    void attempt().catch((error: unknown) => {
      if (isStopped) return;
      console.error(`The jobs could not start, and are tried again: ${error instanceof Error ? error.message : error}`);
      timer = setTimeout(begin, RETRY_MS).unref();
    });
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    for (const signal of SIGNALS) process.removeListener(signal, stop);
    void runner?.stop().catch(() => undefined);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  begin();
  return stop;
}

/** Starts the work of this instance that no request waits for. */
export function startBackgroundWork(): void {
  // Precomputes the hash for unknown addresses: otherwise the first login with one would take
  // longer (timing attack).
  void verifyPassword("", null);
  startJobs();
  watchBackups();
  void warnAboutScanner(env());
}
