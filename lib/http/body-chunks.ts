import { AppError } from "@/lib/base/errors/errors";
import type { CallRequest } from "@/lib/base/web/call";

/** How long a client may pause within a body, in milliseconds. */
const MAX_PAUSE_MS = 30_000;

export type BodyLimits = {
  maxBytes: number;
  maxPauseMs?: number;
  /** How long the whole body may take; by default as long as Node lets a request take. */
  timeoutMs?: number;
};

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
  // One timer for the whole body, because a body may have a million chunks.
  let refuse: (error: AppError) => void = () => undefined;
  const timer = setTimeout(() => refuse(new AppError("request_timeout")), Math.min(maxPauseMs, timeoutMs));
  const nextChunk = () =>
    new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      refuse = reject;
      timer.refresh();
      chunks.next().then(resolve, reject);
    });
  let size = 0;
  try {
    for (;;) {
      if (performance.now() > end) throw new AppError("request_timeout");
      const next = await nextChunk();
      if (next.done) return;
      size += next.value.byteLength;
      if (size > maxBytes) throw new AppError("payload_too_large");
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    // Not awaited: after a pause, it would wait for the client's next chunk.
    void chunks.return?.()?.catch(() => undefined);
  }
}
