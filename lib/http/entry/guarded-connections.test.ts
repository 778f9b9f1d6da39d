import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable, type Duplex } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { guardedServer } from "@/tests/support/servers/guarded-server";

vi.stubEnv("DATABASE_URL", "postgresql://127.0.0.1/nothing");
vi.stubEnv("APP_URL", "http://localhost:3000");

const { server, open, exchange, connectionCount, handle } = guardedServer({ stallMs: 300 });

const head = (...lines: string[]) => `${lines.join("\r\n")}\r\n\r\n`;
const upgradeOf = (protocol: string, ...more: string[]) =>
  head("GET /dashboard HTTP/1.1", "Host: localhost", "Connection: Upgrade", `Upgrade: ${protocol}`, ...more);
const WEBSOCKET = upgradeOf("websocket");

describe("requests for another protocol", () => {
  it.each([
    ["a websocket", WEBSOCKET],
    ["a websocket on another host", WEBSOCKET.replace("localhost", "evil.test")],
    ["a websocket on an API path", WEBSOCKET.replace("/dashboard", "/api/members")],
    ["HTTP/2 without TLS", upgradeOf("h2c", "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA")],
    ["an upgrade with a body", `${upgradeOf("h2c", "Content-Length: 4")}body`],
    ["an upgrade followed by bytes of its protocol", `${WEBSOCKET}\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58`],
    ["a tunnel", head("CONNECT internal.example:5432 HTTP/1.1", "Host: internal.example:5432")],
  ])("a request for another protocol is answered 426 and its connection closed: %s", async (_, request) => {
    const passed = vi.fn();
    handle(passed);
    const answer = await exchange(request);
    expect(answer).toMatch(/^HTTP\/1\.1 426 Upgrade Required\r\n/);
    expect(answer).toMatch(/\r\nupgrade: HTTP\/1\.1\r\n/i);
    expect(answer).toMatch(/\r\nconnection: Upgrade, close\r\n/i);
    expect(answer).toMatch(/\r\ncontent-type: application\/json\r\n/i);
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
    expect(answer).toMatch(/\r\nx-request-id: [\da-f-]{36}\r\n/i);
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toEqual({ success: false, message: "upgrade_refused" });
    expect(passed).not.toHaveBeenCalled();
  });

  it("a refused upgrade leaves no connection behind when the client leaves its side open", async () => {
    const connections = Array.from({ length: 50 }, () => open(WEBSOCKET));
    await Promise.all(connections.map(({ closed }) => closed));
    await vi.waitFor(async () => expect(await connectionCount()).toBe(0));
  });

  it("a refused upgrade leaves no connection behind when an announced body never arrives", async () => {
    const { closed } = open(upgradeOf("h2c", "Content-Length: 100"));
    await closed;
    await vi.waitFor(async () => expect(await connectionCount()).toBe(0), { timeout: 10_000 });
  });

  it("a refused upgrade does not end the process when its connection breaks", async () => {
    const accepted = once(server, "connection") as Promise<[Socket]>;
    const { closed } = open(upgradeOf("h2c", "Content-Length: 100"));
    const [socket] = await accepted;
    await closed;
    // Without a listener for `error`, `emit` throws.
    expect(() => socket.emit("error", new Error("read ECONNRESET"))).not.toThrow();
  });

  it("an upgrade closes the connection when an earlier request is still being answered", async () => {
    const left = vi.fn();
    handle((_, response) => response.once("close", left));
    expect(await exchange(`${head("GET /members HTTP/1.1", "Host: localhost")}${WEBSOCKET}`)).toBe("");
    await vi.waitFor(() => expect(left).toHaveBeenCalledOnce());
  });

  it("a refused upgrade does not delay closing the server", async () => {
    const { socket } = open(WEBSOCKET);
    await once(socket, "data");
    const begun = performance.now();
    await new Promise((resolve) => server.close(resolve));
    expect(performance.now() - begun).toBeLessThan(500);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
});

describe("hot reload in development", () => {
  const upgrade = vi.fn((_request: unknown, socket: Duplex) => Boolean(socket.end("upgraded")));
  const development = guardedServer({ upgrade });

  it("hot reload receives only upgrades that are addressed to the app's own host", async () => {
    expect(await development.exchange(WEBSOCKET)).toBe("upgraded");
    upgrade.mockClear();
    expect(await development.exchange(WEBSOCKET.replace("localhost", "evil.test"))).toMatch(/^HTTP\/1\.1 426 /);
    expect(upgrade).not.toHaveBeenCalled();
  });

  it("hot reload may refuse an upgrade", async () => {
    upgrade.mockReturnValueOnce(false);
    expect(await development.exchange(WEBSOCKET)).toMatch(/^HTTP\/1\.1 426 /);
  });
});

describe("clients that send their whole body before they read", () => {
  const MEBIBYTES = 2 * 1_048_576;
  const PIECE = Buffer.alloc(65_536, " ");

  /**
   * Sends a request with a body of 2 MiB in pieces.
   * @returns the status of the response; undefined if the connection broke first
   */
  async function statusAfterBody(...lines: string[]): Promise<string | undefined> {
    const { socket, received, closed } = open();
    // Resolves to false once the connection is broken, which ends the sending.
    const write = (bytes: string | Buffer) =>
      new Promise<boolean>((resolve) => socket.write(bytes, (error) => setTimeout(resolve, 1, !error)));
    socket.pause();
    let isOpen = await write(head(...lines, `Content-Length: ${MEBIBYTES}`));
    for (let sent = 0; isOpen && sent < MEBIBYTES; sent += PIECE.length) isOpen = await write(PIECE);
    socket.resume();
    await Promise.race([closed, vi.waitFor(() => expect(received()).toMatch(/^HTTP/))]);
    return isOpen ? /^HTTP\/1\.1 (\d+)/.exec(received())?.[1] : undefined;
  }
  /** Responds before the body has arrived, as a route does to an oversized one. */
  const refuseBody = (_: unknown, response: ServerResponse) => response.writeHead(413).end("too long");

  it.each([
    ["405", "a page", ["POST /login HTTP/1.1", "Host: localhost"]],
    ["404", "a path that is not normalized", ["POST /api/../login HTTP/1.1", "Host: localhost"]],
    ["421", "another host", ["POST /api/members/new HTTP/1.1", "Host: evil.test"]],
    ["413", "a call", ["POST /api/members/new HTTP/1.1", "Host: localhost"]],
    ["413", "a call with Connection: close", ["POST /api/x HTTP/1.1", "Host: localhost", "Connection: close"]],
  ])(
    "a client that sends its whole body before it reads always receives the %s response to %s",
    async (status, _, lines) => {
      handle(refuseBody);
      const answers = await Promise.all(Array.from({ length: 20 }, () => statusAfterBody(...lines)));
      expect(answers).toEqual(answers.map(() => status));
    },
  );
});

it("the server cuts the connection of a client that stops reading a response", async () => {
  const left = vi.fn();
  handle((_, response) => {
    response.once("close", left);
    Readable.from(Array.from({ length: 1_000 }, () => Buffer.alloc(65_536))).pipe(response);
  });
  open(head("GET /members HTTP/1.1", "Host: localhost")).socket.pause();
  await vi.waitFor(() => expect(left).toHaveBeenCalledOnce(), { timeout: 5_000 });
});
