import { type ChildProcess, spawn } from "node:child_process";

const KILL_AFTER_MS = 3_000;

export type RunOptions = {
  cwd?: string;
  env: NodeJS.ProcessEnv;
  /** Ends the command, and whatever it started. */
  signal?: AbortSignal;
  /** `show` hands the terminal on, `collect` keeps the output for the result. */
  output: "show" | "collect";
};

/** Sends a signal to a process that was spawned detached, and to all that it started. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group has ended meanwhile.
  }
}

/** Ends a detached process and its group: politely, then by force. */
export async function endGroup(child: ChildProcess, timeoutMs = KILL_AFTER_MS): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  signalGroup(child, "SIGTERM");
  const force = setTimeout(() => signalGroup(child, "SIGKILL"), timeoutMs);
  await ended;
  clearTimeout(force);
}

/**
 * Runs a Node program under this Node and waits for its end.
 * @returns its exit code (null when a signal ended it) and, if collected, its output
 */
export async function runNode(args: string[], options: RunOptions): Promise<{ code: number | null; output: string }> {
  const show = options.output === "show";
  const child = spawn(process.execPath, args, {
    cwd: options.cwd,
    env: options.env,
    // A group of its own, so that the signal reaches the workers it starts.
    detached: true,
    stdio: show ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const abort = () => void endGroup(child);
  const endWithUs = () => signalGroup(child, "SIGKILL");
  options.signal?.addEventListener("abort", abort, { once: true });
  process.once("exit", endWithUs);
  if (options.signal?.aborted) abort();
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    return { code, output };
  } finally {
    options.signal?.removeEventListener("abort", abort);
    process.removeListener("exit", endWithUs);
  }
}
