import { setTimeout as pause } from "node:timers/promises";

/**
 * Waits for a promise; rejects after a timeout.
 * @param timeoutMs timeout in milliseconds
 */
async function rejectAfter(promise: Promise<unknown>, timeoutMs: number): Promise<void> {
  const stop = new AbortController();
  const late = pause(timeoutMs, undefined, { signal: stop.signal, ref: false }).then(() => {
    throw new Error("The consumer did not read in time");
  });
  // Aborting the timer rejects `late`, which must not become an unhandled rejection.
  late.catch(() => undefined);
  await Promise.race([promise, late]).finally(() => stop.abort());
}

/**
 * Runs a producer in the background and streams the pieces that it passes to `give`, with
 * backpressure. If the consumer stops reading, the producer's next call of `give` rejects, which
 * ends the producer.
 * @param timeoutMs maximum time in milliseconds that the producer waits for the consumer to read a
 * piece
 * @returns the stream, as soon as the first piece has been produced
 * @throws the producer's error if it fails before its first piece; a later error makes the stream
 * fail
 */
export async function streamPieces<Piece>(
  work: (give: (piece: Piece) => Promise<void>) => Promise<void>,
  timeoutMs: number,
): Promise<ReadableStream<Piece>> {
  const { readable, writable } = new TransformStream<Piece, Piece>({}, { highWaterMark: 1 }, { highWaterMark: 1 });
  const writer = writable.getWriter();
  const end = (error: unknown) => void writer.abort(error).catch(() => undefined);
  writer.closed.catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    const give = async (piece: Piece) => {
      resolve();
      await rejectAfter(writer.ready, timeoutMs);
      void writer.write(piece).catch(() => undefined);
    };
    work(give).then(
      () => {
        resolve();
        void writer.close().catch(() => undefined);
      },
      (error: unknown) => {
        reject(error);
        end(error);
      },
    );
  });
  return readable;
}
