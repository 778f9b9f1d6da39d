import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { createGuardedServer, type GuardedServerOptions } from "@/lib/http/entry/request-guard";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A raw connection to the server. `received` returns the data that has arrived so far. */
export type RawConnection = { socket: Socket; received: () => string; closed: Promise<void> };

/**
 * Starts a server for a test file behind the request guard, as in production. Requests that pass
 * the guard are answered by the handler that `handle` sets, instead of Next.
 */
export function guardedServer(options: Pick<GuardedServerOptions, "upgrade" | "stallMs">) {
  let handler: Handler = (_, response) => response.end("passed");
  const server = createGuardedServer({
    serveDirectly: () => false,
    serveByNext: (request, response) => handler(request, response),
    ...options,
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = () => (server.address() as AddressInfo).port;

  /**
   * Opens a connection and sends raw bytes. The client leaves its side open when the server
   * closes its own.
   */
  const open = (bytes: string | Buffer = ""): RawConnection => {
    const socket = connect({ port: port(), host: "127.0.0.1", allowHalfOpen: true });
    const closed = new Promise<void>((resolve) => {
      socket.on("end", resolve).on("close", () => resolve());
    });
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString())).on("error", () => undefined);
    socket.write(bytes);
    onTestFinished(() => void socket.destroy());
    return { socket, received: () => text, closed };
  };
  /** Sends raw bytes. @returns everything the server sends until it closes the connection */
  const exchange = async (bytes: string | Buffer): Promise<string> => {
    const { received, closed } = open(bytes);
    await closed;
    return received();
  };
  /** Returns the number of the server's open connections. */
  const connectionCount = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  return { server, port, open, exchange, connectionCount, handle: (next: Handler) => void (handler = next) };
}
