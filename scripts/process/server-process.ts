import { execa, type Options } from "execa";
import { poll } from "./poll";
import { UserFacingError } from "./user-facing-error";

const START_TIMEOUT_MS = 60_000;

/** A running server. `ended` resolves when its process has ended, for whatever reason. */
export type ServerProcess = { pid: number; ended: Promise<void>; stop: () => Promise<void> };

/** Where the output of a server goes; a number is a file descriptor. */
export type Output = "inherit" | "ignore" | number;
/** Options of execa. */
export type ProcessOptions = Omit<Options, "stdout" | "stderr" | "forceKillAfterDelay"> & {
  stdout: Output;
  stderr: Output;
  /** Time in milliseconds after which `stop` sends `forceSignal`. */
  stopTimeoutMs: number;
  /** By default SIGKILL. */
  forceSignal?: NodeJS.Signals;
};

/**
 * Starts a server and waits until it is ready.
 * @param name the subject of error messages
 * @param options `killSignal` stops the server
 * @throws UserFacingError if the server ends or is not ready within a minute
 */
export async function startServerProcess(
  name: string,
  [file, ...args]: readonly [string, ...string[]],
  { stopTimeoutMs, forceSignal = "SIGKILL", ...options }: ProcessOptions,
  isReady: () => Promise<boolean>,
): Promise<ServerProcess> {
  const child = execa(file, args, {
    // Execa passes any file descriptor on to Node.js, but its types end at 9.
    ...(options as Options),
    ...{ stdin: "ignore", buffer: false, reject: false, forceKillAfterDelay: false },
    // A process group of its own, so that Ctrl+C reaches only this process, which stops its servers
    // in the right order.
    detached: true,
  });
  const kill = () => void child.kill();
  process.once("exit", kill);
  let hasEnded = false;
  let spawnError: string | undefined;
  const ended = child.then(({ code, originalMessage }) => {
    hasEnded = true;
    spawnError = code === undefined ? undefined : originalMessage;
    process.removeListener("exit", kill);
  });
  const stop = async () => {
    kill();
    const force = setTimeout(() => child.kill(forceSignal), stopTimeoutMs);
    await ended;
    clearTimeout(force);
  };
  const isEndedOrReady = async () => hasEnded || (await isReady());
  const isInTime = await poll(isEndedOrReady, START_TIMEOUT_MS);
  if (isInTime && !hasEnded) return { pid: child.pid ?? 0, ended, stop };
  await stop();
  throw new UserFacingError(
    isInTime
      ? `${name} exited during startup: ${spawnError ?? "see above"}.`
      : `${name} did not respond within a minute.`,
  );
}
