import { connect } from "node:net";
import { BYTES_PER_MB } from "../../storage-use";
import type { Env, HostAndPort } from "@/lib/base/config/env";
import { AppError } from "@/lib/base/errors/errors";
import { withTimeout } from "@/lib/base/web/timeout";

/** How long clamd may take to accept a chunk, and to answer after the last one (contract §18). */
const TIMEOUT_MS = 30_000;
const MAX_ANSWER_LENGTH = 4_096;
const PROBE_CHUNK_BYTES = 65_536;
const CLEAN = "stream: OK";
const FOUND = /^stream: .+ FOUND$/;
const LIMIT_EXCEEDED = /size limit exceeded/;
const WARNINGS = {
  unreachable: () => "The virus scanner of CLAMAV_ADDRESS does not answer: until it does, no file can be uploaded.",
  limit: (maxMb: number) =>
    `The virus scanner of CLAMAV_ADDRESS refuses files of FILE_MAX_MB (${maxMb}), whose upload will fail: raise clamd's StreamMaxLength.`,
};
const TIMED_OUT = Symbol("timed out");

type ScanResult = "clean" | "infected";
type ScanOptions = { timeoutMs?: number };

/** A scan of one file. Each call throws AppError error_api unless clamd behaves as expected. */
export type Scan = {
  push: (chunk: Uint8Array) => Promise<void>;
  finish: () => Promise<ScanResult>;
  abort: () => void;
};

/** Whether the virus scanner answers, and accepts files of the maximum size. */
export type ScannerState = { ok: true } | { ok: false; reason: "unreachable" | "limit" };

const isFound = (answer: string) => FOUND.test(answer);
/**
 * Whether the connection was reset. After a refusal clamd closes it without reading the rest, which resets
 * it, mostly before the refusal is read here.
 */
const isReset = (error: unknown) => /^(ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? "");
/** Returns the answer in what was received, without the NUL that ends it; undefined while it is incomplete. */
const answerIn = (received: string) =>
  received.includes("\0") ? received.slice(0, received.indexOf("\0")) : undefined;

/** Opens a connection, on which clamd executes one command, answers, and closes it. */
function openCommand({ host, port }: HostAndPort, command: "PING" | "INSTREAM", timeoutMs: number) {
  const socket = connect({ host, port }).setEncoding("latin1");
  let received = "";
  const answer = new Promise<string>((resolve, reject) => {
    socket.on("data", (text: string) => {
      received += text;
      const complete = answerIn(received);
      if (complete !== undefined) resolve(complete);
      else if (received.length > MAX_ANSWER_LENGTH) socket.destroy(new Error("too long an answer"));
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("connection closed")));
  });
  // A connection that breaks between two calls fails the next one, and must not end the process.
  answer.catch(() => undefined);

  async function inTime<Result>(work: Promise<Result>): Promise<Result> {
    const result = await withTimeout<Result | typeof TIMED_OUT>(work, timeoutMs, TIMED_OUT);
    if (result === TIMED_OUT) throw new Error(`no answer within ${timeoutMs} ms`);
    return result;
  }
  const written = (bytes: Uint8Array | string) =>
    new Promise<void>((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));
  written(`z${command}\0`).catch(() => undefined);

  return {
    /**
     * Sends a chunk; an empty one ends the stream. Waits until it has left the process, which must not
     * hold the file for a slow scanner.
     */
    async send(chunk: Uint8Array): Promise<void> {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      socket.cork();
      const writes = Promise.all([written(length), written(chunk)]);
      socket.uncork();
      await inTime(Promise.race([writes, answer]));
    },
    /** The answer, if clamd has sent it already. */
    earlyAnswer: () => answerIn(received),
    readAnswer: () => inTime(answer),
    close: () => void socket.destroy(),
  };
}

/** Starts a scan by clamd, to which the file is passed in chunks. */
export function startScan(address: HostAndPort, { timeoutMs = TIMEOUT_MS }: ScanOptions = {}): Scan {
  const stream = openCommand(address, "INSTREAM", timeoutMs);
  let isAborted = false;

  async function failClosed<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      stream.close();
      const reason = isReset(cause) ? "clamd closed the connection, as it does beyond StreamMaxLength" : String(cause);
      if (!isAborted) console.error(`A file could not be scanned: ${reason}`);
      throw Object.assign(new AppError("error_api"), { cause });
    }
  }
  /** Whether clamd has found a virus before the end of the stream. Any other early answer is an error. */
  function isInfectedAlready(): boolean {
    const answer = stream.earlyAnswer();
    if (answer === undefined) return false;
    if (isFound(answer)) return true;
    throw new Error(answer);
  }
  return {
    push: (chunk) =>
      failClosed(async () => {
        if (isInfectedAlready() || chunk.length === 0) return;
        await stream.send(chunk);
      }),
    finish: () =>
      failClosed(async () => {
        if (!isInfectedAlready()) await stream.send(new Uint8Array());
        const answer = await stream.readAnswer();
        stream.close();
        if (isFound(answer)) return "infected";
        if (answer === CLEAN) return "clean";
        throw new Error(answer);
      }),
    abort: () => {
      isAborted = true;
      stream.close();
    },
  };
}

/**
 * Checks whether clamd answers, and accepts a file of the maximum size: no command reads its
 * `StreamMaxLength`, so the check sends it as many zero bytes.
 */
export async function checkScanner(
  address: HostAndPort,
  maxBytes: number,
  { timeoutMs = TIMEOUT_MS }: ScanOptions = {},
): Promise<ScannerState> {
  const ping = openCommand(address, "PING", timeoutMs);
  const pong = await ping.readAnswer().catch(() => undefined);
  ping.close();
  if (pong !== "PONG") return { ok: false, reason: "unreachable" };

  const stream = openCommand(address, "INSTREAM", timeoutMs);
  const zeros = new Uint8Array(PROBE_CHUNK_BYTES);
  try {
    for (let sent = 0; sent < maxBytes && stream.earlyAnswer() === undefined; sent += zeros.length) {
      await stream.send(zeros.subarray(0, maxBytes - sent));
    }
    if (stream.earlyAnswer() === undefined) await stream.send(new Uint8Array());
    const answer = await stream.readAnswer();
    if (answer === CLEAN) return { ok: true };
    // With AlertExceedsMax, clamd reports a file beyond its other limits as infected.
    return { ok: false, reason: LIMIT_EXCEEDED.test(answer) || isFound(answer) ? "limit" : "unreachable" };
  } catch (error) {
    return { ok: false, reason: isReset(error) ? "limit" : "unreachable" };
  } finally {
    stream.close();
  }
}

/** Logs at start when uploads will fail because of the virus scanner. Does not delay the start. */
export async function warnAboutScanner({
  CLAMAV_ADDRESS,
  FILE_MAX_MB,
}: Pick<Env, "CLAMAV_ADDRESS" | "FILE_MAX_MB">): Promise<void> {
  if (!CLAMAV_ADDRESS) return;
  const state = await checkScanner(CLAMAV_ADDRESS, FILE_MAX_MB * BYTES_PER_MB);
  if (!state.ok) console.error(WARNINGS[state.reason](FILE_MAX_MB));
}
