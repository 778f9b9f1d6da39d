import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Readable } from "node:stream";

/**
 * Limits for reading an unwanted body: its size, the pause between two chunks, and the total time.
 */
export type DrainLimits = { maxBytes: number; idleMs: number; totalMs: number };

/** Lets a client that uploads a somewhat oversized import over a slow line receive the 413. */
const LIMITS: DrainLimits = { maxBytes: 32 * 1_048_576, idleMs: 2_000, totalMs: 10_000 };

/** A body of that many chunks, tiny on average, only keeps the server busy: no client sends such a one. */
const [MANY_CHUNKS, TINY_BYTES] = [1_000, 64];

/**
 * Reads and discards a stream until it closes.
 * @param abort called once when a limit is exceeded
 */
export function discard(
  stream: Readable,
  abort: () => void,
  { maxBytes, idleMs, totalMs }: DrainLimits = LIMITS,
): void {
  let [bytes, chunks] = [0, 0];
  const timers = [setTimeout(abort, totalMs), setTimeout(abort, idleMs)] as const;
  stream.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    chunks += 1;
    if (bytes > maxBytes || (chunks > MANY_CHUNKS && bytes < chunks * TINY_BYTES)) abort();
    else timers[1].refresh();
  });
  stream.once("close", () => timers.forEach(clearTimeout));
  stream.unpipe();
  stream.resume();
}

/**
 * After the response is sent, reads and discards the rest of the request's body before the
 * connection is closed: closing it with unread data would reset it, and a client that is still
 * sending would lose the response (RFC 9112 §9.6). When a limit is exceeded, the connection is cut.
 */
export function drainUnreadBody(request: IncomingMessage, response: ServerResponse, limits?: DrainLimits): void {
  const { socket } = request;
  // Marks the body as used: otherwise Node discards it itself, without any limit.
  request.read(0);
  // Node calls this after the last response of a connection.
  socket.destroySoon = () => {
    if (request.complete) Socket.prototype.destroySoon.call(socket);
    else socket.end();
  };
  response.once("finish", () => {
    if (request.complete) return void request.resume();
    request.once("end", () => {
      if (socket.writableEnded) socket.destroy();
    });
    discard(request, () => socket.destroy(), limits);
  });
}
