import { setTimeout as pause } from "node:timers/promises";

/** Waits for something, but not for ever. */
async function inTime(awaited: Promise<unknown>, patience: number): Promise<void> {
  const stop = new AbortController();
  const late = pause(patience, undefined, { signal: stop.signal, ref: false }).then(() => {
    throw new Error("Nobody took what was handed over");
  });
  // Whichever is slower must not go unheard as a rejection of nobody's.
  late.catch(() => undefined);
  await Promise.race([awaited, late]).finally(() => stop.abort());
}

/**
 * Lets work run by itself and hand over what it makes piece by piece, no faster than somebody takes it. Who stops taking
 * ends the work, by an error where it gives.
 * @param patience most milliseconds that a piece waits to be taken
 * @returns what was made, once the first of it is there
 * @throws whatever the work fails with before; what it fails with later, the pieces end with
 */
export async function handOver<Piece>(
  work: (give: (piece: Piece) => Promise<void>) => Promise<void>,
  patience: number,
): Promise<ReadableStream<Piece>> {
  const { readable, writable } = new TransformStream<Piece, Piece>({}, { highWaterMark: 1 }, { highWaterMark: 1 });
  const writer = writable.getWriter();
  const end = (error: unknown) => void writer.abort(error).catch(() => undefined);
  writer.closed.catch(() => undefined);
  await new Promise<void>((begun, failed) => {
    const give = async (piece: Piece) => {
      begun();
      await inTime(writer.ready, patience);
      void writer.write(piece).catch(() => undefined);
    };
    work(give).then(
      () => {
        begun();
        void writer.close().catch(() => undefined);
      },
      (error: unknown) => {
        failed(error);
        end(error);
      },
    );
  });
  return readable;
}
