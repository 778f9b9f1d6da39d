import path from "node:path";
import { execa } from "execa";
import type { ReadDocument } from "./read-document";

/**
 * `scripts/build/bundle-workers.ts` bundles the program to this path: in the built app for a build, otherwise
 * in the checkout.
 */
const PROGRAM = path.join(process.cwd(), "generated/reading-worker.mjs");

/**
 * Limit of the process's memory in KB. The operating system enforces it, because Node's own limits do not count
 * what lies outside the heap, such as an unpacked stream of gigabytes.
 */
const MEMORY_KB = 384 * 1_024;
/** Sets the limits of memory and processor time, and leaves no memory dump with the text of a contract. */
const LIMITED = 'ulimit -c 0 && ulimit -d "$0" && ulimit -t "$1" && shift && exec "$@"';
/** Factor from the limit of processor time to that of time, for machines that are busy with other things. */
const PATIENCE = 3;
/** Without further threads, which reserve memory. */
const NODE = [process.execPath, "--v8-pool-size=0"];
/** Far more than the text and its JSON take. */
const RESULT_MAX_CHARACTERS = 20_000_000;

/**
 * Reads a file in a process of its own, with limits of time and memory, so that no file stops the app or takes
 * its memory.
 * @param bytes the file in parts
 * @param mime one of `READ_MIMES`
 * @param seconds limit of processor time
 * @returns null where the process did not survive the file
 * @throws what `bytes` throws
 */
export async function readInProcess(
  bytes: AsyncIterable<Uint8Array>,
  mime: string,
  seconds: number,
): Promise<ReadDocument | null> {
  let failure: { error: unknown } | undefined;
  async function* input() {
    try {
      yield* bytes;
    } catch (error) {
      failure = { error };
    }
  }
  const limits = [MEMORY_KB, Math.ceil(seconds)].map(String);
  const program = execa("/bin/sh", ["-c", LIMITED, ...limits, ...NODE, PROGRAM, mime], {
    // Nothing of the app's settings, in case a file gets control of the process.
    env: { UV_THREADPOOL_SIZE: "1" },
    extendEnv: false,
    stdio: [input(), "ignore", "ignore", "pipe"],
    maxBuffer: { fd3: RESULT_MAX_CHARACTERS },
    timeout: seconds * PATIENCE * 1_000,
    killSignal: "SIGKILL",
    reject: false,
  });
  const { failed, stdio } = await program;
  if (failure) throw failure.error;
  return failed ? null : (JSON.parse(stdio[3]) as ReadDocument);
}
