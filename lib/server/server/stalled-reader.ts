import type { ServerResponse } from "node:http";

/** How long a client may leave a response unread before it loses its connection, and with it what the response holds. */
export const STALL_MS = 120_000;

/**
 * Cuts the connection of a client that takes nothing of a response any more, so that it gives back its slot and its snapshot.
 * Node's timer counts the bytes that the system takes from the send queue as progress. It does nothing while there is nothing to send.
 * @param stallMs time without progress; up to twice as long passes before the connection is cut
 */
export function cutOffStalledReader(response: ServerResponse, stallMs = STALL_MS): void {
  const { socket } = response.req;
  response.setTimeout(stallMs, () => {
    if (socket.writableLength > 0) socket.destroy();
  });
}
