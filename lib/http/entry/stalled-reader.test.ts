import { once } from "node:events";
import { createServer, get, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { cutOffStalledReader } from "./stalled-reader";

const STALL_MS = 300;
const PIECE = Buffer.alloc(65_536, "x");

/**
 * Starts a server and sends it one request.
 * @returns both sides of the response, once its head has arrived
 */
async function answered(listener: RequestListener) {
  const server = createServer((request, response) => {
    cutOffStalledReader(response, STALL_MS);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const request = get({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
  const [, sent] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
  const [received] = (await once(request, "response")) as [IncomingMessage];
  received.on("error", () => undefined);
  return { sent, received };
}

const pieces = (count: number) => Readable.from(Array.from({ length: count }, () => PIECE));

it("cutOffStalledReader cuts off a client that stops reading", async () => {
  const { sent } = await answered((_, response) => void pieces(1_000).pipe(response));
  await vi.waitFor(() => expect(sent.destroyed).toBe(true), { timeout: 5_000 });
});

it("cutOffStalledReader cuts off a client that stops reading a response written in one piece", async () => {
  const { sent } = await answered((_, response) => void response.end(Buffer.alloc(64 * 1_048_576)));
  await vi.waitFor(() => expect(sent.destroyed).toBe(true), { timeout: 5_000 });
});

it.each([
  ["pieces", (response: ServerResponse) => void pieces(500).pipe(response)],
  ["one piece", (response: ServerResponse) => void response.end(Buffer.alloc(500 * PIECE.length))],
])("a client that reads slowly receives the whole response (%s)", async (_, answer) => {
  const begun = performance.now();
  const { received } = await answered((_request, response) => answer(response));
  let bytes = 0;
  for await (const chunk of received) {
    bytes += (chunk as Buffer).length;
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  expect(bytes).toBe(500 * PIECE.length);
  expect(performance.now() - begun).toBeGreaterThan(3 * STALL_MS);
});

it("cutOffStalledReader does not cut off a response that is slow to start", async () => {
  let answer = () => {};
  const exchange = answered((_, response) => {
    response.socket?.once("timeout", () => setImmediate(answer));
    answer = () => response.end("late");
  });
  const { received } = await exchange;
  expect(await received.toArray().then((parts) => Buffer.concat(parts as Buffer[]).toString())).toBe("late");
});
