import { once } from "node:events";
import { reportFailure } from "./user-facing-error";

/** What a long-running command needs in order to end cleanly. */
export type Lifecycle = {
  /** Aborted when the command must stop. */
  signal: AbortSignal;
  /** Registers a clean-up; clean-ups run in reverse order. */
  onStop: (cleanUp: () => Promise<void> | void) => void;
  /** Ends the command with an error. */
  fail: (error: unknown) => void;
};

const PARENT_CHECK_MS = 200;

/**
 * Calls back when npm, if it runs this command, has ended: npm and its shell do not pass SIGTERM on.
 * Without npm the command outlives its parent, which `nohup` requires.
 */
function onNpmEnd(callback: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && callback(), PARENT_CHECK_MS).unref();
}

/**
 * Runs a command until Ctrl+C, SIGTERM, SIGHUP or a failure, then runs its clean-ups and exits: with
 * 0 after a signal, with 1 after a failure.
 */
export async function runUntilStopped(command: (life: Lifecycle) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const cleanUps: (() => Promise<void> | void)[] = [];
  let exitCode = 0;
  const stop = () => controller.abort();
  const fail = (error: unknown) => {
    if (signal.aborted) return;
    reportFailure(error);
    exitCode = 1;
    stop();
  };
  const stopped = once(signal, "abort");
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
  onNpmEnd(stop);
  command({ signal, onStop: (cleanUp) => cleanUps.push(cleanUp), fail }).catch(fail);

  await stopped;
  for (const cleanUp of cleanUps.reverse()) {
    try {
      await cleanUp();
    } catch (error) {
      reportFailure(error);
    }
  }
  process.exit(exitCode);
}
