import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Database } from "../client";
import { WatchedServer } from "./server-monitor";

it("WatchedServer treats a server that accepts connections but never answers as lost", async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on("error", () => undefined).resume()));
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  const { port } = silent.address() as AddressInfo;
  const server = new WatchedServer("silent", `postgresql://u@127.0.0.1:${port}/koop`, {} as Database);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await server.close();
  });
  expect(server.isLost).toBe(false);
  await vi.waitFor(() => expect(server.isLost).toBe(true), { timeout: 10_000 });
  expect(sockets.length).toBeGreaterThan(0);
});
