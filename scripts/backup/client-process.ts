import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { libpqEnvironment } from "./client-programs";
import { UserFacingError } from "../process/user-facing-error";

const LAST_WORDS = 2_000;

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended.
  }
}

async function endGroup(child: ChildProcess, timeoutMs = 3_000): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  signalGroup(child, "SIGTERM");
  const force = setTimeout(() => signalGroup(child, "SIGKILL"), timeoutMs);
  await ended;
  clearTimeout(force);
}

/** One of PostgreSQL's client programs at work. */
export type ClientProcess = {
  stdin: Writable;
  stdout: Readable;
  /** Resolves when it has ended well. @throws UserFacingError with what it said last */
  done: Promise<void>;
  /** Ends it at once; what it had begun in the database is taken back. */
  kill: () => Promise<void>;
};

function lastWords(said: string): string {
  const lines = said.trim().split("\n");
  return lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? "";
}

/**
 * Starts a client program on a database.
 * @param signal ends it
 */
export function startClient(program: string, args: string[], url: string, signal?: AbortSignal): ClientProcess {
  const name = path.basename(program);
  const child: ChildProcess = spawn(program, args, {
    env: { ...libpqEnvironment(url), LC_ALL: "C" },
    // A group of its own: Ctrl+C in the terminal is ours to pass on.
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error(`${name} has no pipes`);
  // A program that ended early says why on standard error; that its input is closed says less.
  stdin.on("error", () => undefined);
  let said = "";
  stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-LAST_WORDS)));
  const endWithUs = () => signalGroup(child, "SIGKILL");
  const abort = () => void endGroup(child);
  process.once("exit", endWithUs);
  signal?.addEventListener("abort", abort, { once: true });
  const done = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      process.removeListener("exit", endWithUs);
      signal?.removeEventListener("abort", abort);
      if (code === 0) return resolve();
      reject(new UserFacingError(`${name} failed: ${lastWords(said) || `it ended with ${code ?? "a signal"}`}`));
    });
  });
  // Whoever waits for it gets the failure; until then it is nobody's.
  done.catch(() => undefined);
  return { stdin, stdout, done, kill: () => endGroup(child, 0) };
}
