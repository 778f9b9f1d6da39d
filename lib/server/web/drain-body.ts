import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Readable } from "node:stream";

/** How much of an unwanted body is read at most, how long it may pause, and how long it may take altogether. */
export type DrainLimits = { maxBytes: number; idleMs: number; totalMs: number };

/** A file somewhat larger than an import takes still meets its 413, also over a slow line. */
const LIMITS: DrainLimits = { maxBytes: 32 * 1_048_576, idleMs: 2_000, totalMs: 10_000 };

/**
 * Reads a stream and discards it, until it closes.
 * @param abort called once when a limit is exceeded
 */
export function discard(
  stream: Readable,
  abort: () => void,
  { maxBytes, idleMs, totalMs }: DrainLimits = LIMITS,
): void {
  let bytes = 0;
  const timers = [setTimeout(abort, totalMs), setTimeout(abort, idleMs)] as const;
  stream.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) abort();
    else timers[1].refresh();
  });
  stream.once("close", () => timers.forEach(clearTimeout));
  stream.unpipe();
  stream.resume();
}

/**
 * Reads and discards what is left of a request's body once the response is sent, and closes the connection only then: closing
 * it with unread data resets it, and a client that is still sending loses the response (RFC 9112 §9.6). Beyond the limits the
 * connection is cut.
 */
export function drainUnreadBody(request: IncomingMessage, response: ServerResponse, limits?: DrainLimits): void {
  const { socket } = request;
  // Counts as using the body: Node would otherwise discard the rest of an unused one itself, however much comes.
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
