import { Agent, createServer, request as ask, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { answerDirectly, isAnsweredDirectly, type Responders } from "./direct-calls";

const LEFT_TO_NEXT = 599;
const server = createServer((request, response) => {
  if (!isAnsweredDirectly(request, response)) response.writeHead(LEFT_TO_NEXT).end();
});
const agent = new Agent();
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
});

const CSV = { "content-type": "text/csv; charset=utf-8" };
/** Has GET and HEAD of a path answered. */
const answering = (path: string, respond: Responders[string]) => answerDirectly(path, { GET: respond, HEAD: respond });

const begun = (
  path: string,
  { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    ask({ port, agent, path, method, headers }, resolve).on("error", reject).end();
  });
async function got(path: string, options?: Parameters<typeof begun>[1]) {
  const response = await begun(path, options);
  const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
  return { status: response.statusCode, headers: response.headers, text };
}

/** A body that never ends, and tells who begins it and who ends it. */
function endless() {
  const [begin, cancel] = [vi.fn(), vi.fn()];
  const piece = new Uint8Array(65_536).fill(65);
  const body = () => {
    begin();
    return new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(piece), cancel });
  };
  return { begin, cancel, respond: async () => ({ status: 200, headers: new Headers(CSV), body: body() }) };
}

describe("a path", () => {
  it("has its numbers handed over by their names, and nothing else taken for them", async () => {
    const seen = async (_: unknown, params: object) => ({
      status: 200,
      headers: new Headers(),
      body: JSON.stringify(params),
    });
    answering("/api/links/{one}/of/{other_id}", seen);
    expect((await got("/api/links/7/of/0042?one=9")).text).toBe('{"one":"7","other_id":"0042"}');
    for (const path of [
      "{}/of/5",
      "5/of/{}",
      "5/of/",
      "5/of",
      "5/of/6/7",
      "%35/of/6",
      "-5/of/6",
      "5/of/6/",
      "5/OF/6",
    ]) {
      expect((await got(`/api/links/${path}`)).status, path).toBe(LEFT_TO_NEXT);
    }
  });

  it("is told of a request what Next would tell", async () => {
    answering("/api/told", async ({ method, url, headers, cookies, body }) => {
      const told = ["session", "empty", "spoilt", "__proto__", "quoted"].map(
        (name) => cookies.get(name)?.value ?? null,
      );
      const values = [method, url, headers.get("X-Many"), headers.has("x-none"), cookies.has("session"), body];
      return { status: 200, headers: new Headers(), body: JSON.stringify([...values, told]) };
    });
    for (const cookie of [
      "session=A; session=B",
      "session; empty=",
      'spoilt=%E4%; quoted="a b"',
      "__proto__=x; a=1",
      "",
    ]) {
      const headers = { cookie, "x-many": "a" };
      const next = new NextRequest("http://localhost/api/told?a=%20&a=b", { headers });
      const told = ["session", "empty", "spoilt", "__proto__", "quoted"].map(
        (name) => next.cookies.get(name)?.value ?? null,
      );
      const expected = ["GET", next.url, "a", false, next.cookies.has("session"), null, told];
      expect(JSON.parse((await got("/api/told?a=%20&a=b", { headers })).text), cookie).toEqual(expected);
    }
  });
});

describe("what comes bit by bit", () => {
  it.each(["identity", "gzip"])("ends when nobody takes it any more (%s)", async (encoding) => {
    const { cancel, respond } = endless();
    answering("/api/endless", respond);
    const response = await begun("/api/endless", { headers: { "accept-encoding": encoding } });
    expect(response.headers["content-encoding"]).toBe(encoding === "gzip" ? "gzip" : undefined);
    expect(cancel).not.toHaveBeenCalled();
    response.destroy();
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce());
  });

  it("ends when the head alone was asked for", async () => {
    const { cancel, respond } = endless();
    answering("/api/endless", respond);
    const { status, text } = await got("/api/endless", { method: "HEAD" });
    expect([status, text]).toEqual([200, ""]);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("ends when somebody leaves before it is its turn", async () => {
    let letFirstGo = () => {};
    answering(
      "/api/first",
      () =>
        new Promise((resolve) => {
          letFirstGo = () => resolve({ status: 200, headers: new Headers(), body: "first" });
        }),
    );
    const { begin, cancel, respond } = endless();
    answering("/api/endless", respond);
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /api/first HTTP/1.1\r\nHost: x\r\n\r\nGET /api/endless HTTP/1.1\r\nHost: x\r\n\r\n");
    await vi.waitFor(() => expect(begin).toHaveBeenCalledOnce());
    expect(cancel).not.toHaveBeenCalled();
    socket.destroy();
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce());
    letFirstGo();
  });

  it("is cut off where it fails, so that nobody takes it for the whole, and is told", async () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const failure = new Error("the database is gone");
    let fail = () => {};
    answering("/api/failing", async () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(Buffer.from("one;two\r\n"));
          fail = () => controller.error(failure);
        },
      });
      return { status: 200, headers: new Headers(CSV), body };
    });
    const response = await begun("/api/failing");
    const taken = response.toArray();
    fail();
    await expect(taken).rejects.toThrow("aborted");
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith(expect.stringContaining("GET /api/failing"), failure));
    told.mockRestore();
  });
});

it("what fails before its answer has begun is answered, and told", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  answering("/api/broken", () => Promise.reject(new Error("broken")));
  const { status, text } = await got("/api/broken");
  expect([status, JSON.parse(text)]).toEqual([500, { success: false, message: "internal_error" }]);
  expect(told).toHaveBeenCalledOnce();
  told.mockRestore();
});
