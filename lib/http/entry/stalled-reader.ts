import type { ServerResponse } from "node:http";

/** How long a client may leave a response unread before its connection is cut. */
export const STALL_MS = 120_000;

/**
 * Cuts the connection of a client that has stopped reading a response, so that the concurrency slot
 * and the database snapshot of the response are released. For Node's timer, progress means that the
 * operating system takes bytes from the send queue. Does nothing while there is nothing to send.
 * @param stallMs time without progress; up to twice as long passes before the connection is cut
 */
export function cutOffStalledReader(response: ServerResponse, stallMs = STALL_MS): void {
  const { socket } = response.req;
  response.setTimeout(stallMs, () => {
    if (socket.writableLength > 0) socket.destroy();
  });
}
