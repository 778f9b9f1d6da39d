import { AppError } from "@/lib/base/errors/errors";
import type { CallRequest } from "@/lib/base/web/call";
import { withTimeout } from "@/lib/base/web/timeout";

/** How long a client may pause within a body, in milliseconds. */
const MAX_PAUSE_MS = 30_000;

export type BodyLimits = {
  maxBytes: number;
  maxPauseMs?: number;
  /** How long the whole body may take; by default as long as Node lets a request take. */
  timeoutMs?: number;
};

const TIMED_OUT = Symbol("timed out");

/** Waits for a promise. @throws AppError request_timeout after `ms` milliseconds */
async function inTime<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  const value = await withTimeout<Value | typeof TIMED_OUT>(promise, ms, TIMED_OUT);
  if (value === TIMED_OUT) throw new AppError("request_timeout");
  return value;
}

/**
 * Yields the chunks of a request's body as they arrive. Only waiting for the client counts as its
 * pause, not what the reader does between two chunks.
 * @throws AppError payload_too_large, request_timeout
 */
export async function* bodyChunks(
  request: CallRequest,
  { maxBytes, maxPauseMs = MAX_PAUSE_MS, timeoutMs = Infinity }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw new AppError("payload_too_large");
  const chunks = request.body?.[Symbol.asyncIterator]();
  if (!chunks) return;
  const end = performance.now() + timeoutMs;
  let size = 0;
  try {
    for (;;) {
      const next = await inTime(chunks.next(), Math.max(0, Math.min(maxPauseMs, end - performance.now())));
      if (next.done) return;
      size += next.value.byteLength;
      if (size > maxBytes) throw new AppError("payload_too_large");
      yield next.value;
    }
  } finally {
    // Not awaited: after a pause, it would wait for the client's next chunk.
    void chunks.return?.()?.catch(() => undefined);
  }
}
