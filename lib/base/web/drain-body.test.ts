import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { drainUnreadBody, type DrainLimits } from "./drain-body";

const LIMITS: DrainLimits = { maxBytes: 4 * 1_048_576, idleMs: 20_000, totalMs: 20_000 };
const PIECE = Buffer.alloc(65_536, "x");

/**
 * Starts a server that refuses every request without reading its body, and connects a client that
 * never closes its side.
 */
async function refusingServer(limits: Partial<DrainLimits> = {}) {
  const server = createServer((request, response) => {
    drainUnreadBody(request, response, { ...LIMITS, ...limits });
    response.writeHead(413, { "content-length": "7" }).end("refused");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString())).on("error", () => undefined);
  const connections = promisify(server.getConnections.bind(server));
  /** Waits until the server has no open connection. */
  const closed = () => vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 10_000 });
  /** Sends a piece of the body every millisecond until the test ends. */
  const sendRepeatedly = (piece: string | Buffer) => {
    const timer = setInterval(() => socket.writable && socket.write(piece), 1);
    onTestFinished(() => clearInterval(timer));
  };
  const refused = () => vi.waitFor(() => expect(received).toContain("refused"));
  return { socket, refused, closed, sendRepeatedly, received: () => received };
}
const head = (length: number, connection: string) =>
  `POST / HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Length: ${length}\r\n\r\n`;

it("drainUnreadBody lets the next request of a connection be answered once the body has arrived", async () => {
  const { socket, refused, received } = await refusingServer();
  const length = 20 * PIECE.length;
  socket.write(head(length, "keep-alive"));
  await refused();
  for (let sent = 0; sent < length; sent += PIECE.length) socket.write(PIECE);
  socket.write(head(0, "keep-alive"));
  await vi.waitFor(() => expect(received().match(/HTTP\/1\.1 413/g)).toHaveLength(2));
});

it("drainUnreadBody closes a connection after its last request as soon as the body has arrived", async () => {
  const { socket, refused, closed } = await refusingServer();
  socket.write(head(2 * PIECE.length, "close"));
  await refused();
  socket.write(PIECE);
  socket.write(PIECE);
  await closed();
});

describe.each(["close", "keep-alive"])("unread bodies with Connection: %s", (connection) => {
  it("drainUnreadBody cuts the connection beyond the size limit", async () => {
    const { socket, refused, closed, sendRepeatedly } = await refusingServer();
    socket.write(head(1e12, connection));
    sendRepeatedly(PIECE);
    await refused();
    await closed();
    expect(socket.bytesWritten).toBeGreaterThan(LIMITS.maxBytes);
  });

  it("drainUnreadBody cuts the connection when the body stops arriving", async () => {
    const { socket, refused, closed } = await refusingServer({ idleMs: 50 });
    socket.write(`${head(100, connection)}begun`);
    await refused();
    await closed();
  });

  it("drainUnreadBody cuts the connection when the body takes too long in total", async () => {
    const { socket, refused, closed, sendRepeatedly } = await refusingServer({ totalMs: 200 });
    socket.write(head(1e9, connection));
    sendRepeatedly("x");
    await refused();
    await closed();
  });
});

it("drainUnreadBody cuts off a client that sends its body in tiny chunks", async () => {
  const { socket, refused, closed } = await refusingServer();
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n");
  await refused();
  socket.write("1\r\na\r\n".repeat(20_000));
  await closed();
});
