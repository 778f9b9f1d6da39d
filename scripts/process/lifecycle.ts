import { reportFailure } from "./user-facing-error";

/** What a long-running command needs to end well, whenever it is told to. */
export type Lifecycle = {
  /** Aborted when the command shall stop. */
  signal: AbortSignal;
  /** Registers what must be undone; undone in reverse order. */
  onStop: (undo: () => Promise<void> | void) => void;
  /** Ends the command as failed: something that it needs has ended. */
  fail: (error: unknown) => void;
};

const PARENT_CHECK_MS = 200;

/**
 * Calls back when npm, which runs this command, is gone: a SIGTERM for npm ends npm and its shell, and the shell does
 * not pass it on. Started without npm, the command outlives its parent, as `nohup` wants it.
 */
function onNpmGone(callback: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) callback();
  }, PARENT_CHECK_MS).unref();
}

/**
 * Runs a command until Ctrl+C, SIGTERM, SIGHUP or a failure, then undoes what it started.
 * Exits 0 when it was told to stop, 1 when it failed.
 */
export async function runUntilStopped(command: (life: Lifecycle) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const undos: (() => Promise<void> | void)[] = [];
  let end: (outcome: { error?: unknown }) => void = () => undefined;
  const ended = new Promise<{ error?: unknown }>((resolve) => (end = resolve));

  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => end({}));
  onNpmGone(() => end({}));
  command({
    signal: controller.signal,
    onStop: (undo) => undos.push(undo),
    fail: (error) => end({ error }),
  }).catch((error: unknown) => end({ error }));

  const outcome = await ended;
  controller.abort();
  if ("error" in outcome) reportFailure(outcome.error);
  for (const undo of undos.reverse()) await Promise.resolve(undo()).catch(reportFailure);
  process.exit("error" in outcome ? 1 : 0);
}
