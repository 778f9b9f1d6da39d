import { connect } from "node:net";
import { NextRequest } from "next/server";
import { describe, expect, it, vi } from "vitest";
import { directServer, PASSED_TO_NEXT } from "@/tests/support/servers/direct-server";
import { registerDirectCalls, type Responders } from "./direct-calls";

const { sendRequest, fetchResponse, port } = directServer();

const CSV = { "content-type": "text/csv; charset=utf-8" };
/** Registers a responder for GET and HEAD of a path. */
const registerResponder = (path: string, respond: Responders[string]) =>
  registerDirectCalls(path, { GET: respond, HEAD: respond });

/** Returns an endless body with spies on its start and its cancellation. */
function endlessResponse() {
  const [begin, cancel] = [vi.fn(), vi.fn()];
  const piece = new Uint8Array(65_536).fill(65);
  const body = () => {
    begin();
    return new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(piece), cancel });
  };
  return { begin, cancel, respond: async () => ({ status: 200, headers: new Headers(CSV), body: body() }) };
}

describe("direct dispatch", () => {
  it("the fast path passes numeric path segments as named parameters and leaves other paths to Next", async () => {
    const echoParams = async (_: unknown, params: object) => ({
      status: 200,
      headers: new Headers(),
      body: JSON.stringify(params),
    });
    registerResponder("/api/links/{one}/of/{other_id}", echoParams);
    expect((await fetchResponse("GET", "/api/links/7/of/0042?one=9")).text).toBe('{"one":"7","other_id":"0042"}');
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
      expect((await fetchResponse("GET", `/api/links/${path}`)).status, path).toBe(PASSED_TO_NEXT);
    }
  });

  it("the fast path passes requests and their cookies as Next would", async () => {
    const NAMES = ["session", "empty", "spoilt", "__proto__", "quoted"];
    registerResponder("/api/cookies", async ({ method, url, headers, cookies, body }) => {
      const found = NAMES.map((name) => cookies.get(name)?.value ?? null);
      const values = [method, url, headers.get("X-Many"), headers.has("x-none"), cookies.has("session"), body];
      return { status: 200, headers: new Headers(), body: JSON.stringify([...values, found]) };
    });
    for (const cookie of [
      "session=A; session=B",
      "session; empty=",
      'spoilt=%E4%; quoted="a b"',
      "__proto__=x; a=1",
      "",
    ]) {
      const headers = { cookie, "x-many": "a" };
      const next = new NextRequest("http://localhost/api/cookies?a=%20&a=b", { headers });
      const found = NAMES.map((name) => next.cookies.get(name)?.value ?? null);
      const expected = ["GET", next.url, "a", false, next.cookies.has("session"), null, found];
      expect(JSON.parse((await fetchResponse("GET", "/api/cookies?a=%20&a=b", { headers })).text), cookie).toEqual(
        expected,
      );
    }
  });
});

describe("streamed responses", () => {
  it.each(["identity", "gzip"])(
    "a streamed response is cancelled when the client disconnects (%s)",
    async (encoding) => {
      const { cancel, respond } = endlessResponse();
      registerResponder("/api/endless", respond);
      const response = await sendRequest("GET", "/api/endless", { headers: { "accept-encoding": encoding } });
      expect(response.headers["content-encoding"]).toBe(encoding === "gzip" ? "gzip" : undefined);
      expect(cancel).not.toHaveBeenCalled();
      response.destroy();
      await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce());
    },
  );

  it("a streamed response is cancelled for a HEAD request", async () => {
    const { cancel, respond } = endlessResponse();
    registerResponder("/api/endless", respond);
    const { status, text } = await fetchResponse("HEAD", "/api/endless");
    expect([status, text]).toEqual([200, ""]);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("a streamed response is cancelled when the client disconnects while an earlier pipelined one is pending", async () => {
    let answerFirst = () => {};
    registerResponder(
      "/api/first",
      () =>
        new Promise((resolve) => {
          answerFirst = () => resolve({ status: 200, headers: new Headers(), body: "first" });
        }),
    );
    const { begin, cancel, respond } = endlessResponse();
    registerResponder("/api/endless", respond);
    const socket = connect(port(), "127.0.0.1");
    socket.write("GET /api/first HTTP/1.1\r\nHost: x\r\n\r\nGET /api/endless HTTP/1.1\r\nHost: x\r\n\r\n");
    await vi.waitFor(() => expect(begin).toHaveBeenCalledOnce());
    expect(cancel).not.toHaveBeenCalled();
    socket.destroy();
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce());
    answerFirst();
  });

  it("a streamed response that fails midway is logged and cut off, so that it does not look complete", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const failure = new Error("the database is gone");
    let fail = () => {};
    registerResponder("/api/failing", async () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(Buffer.from("one;two\r\n"));
          fail = () => controller.error(failure);
        },
      });
      return { status: 200, headers: new Headers(CSV), body };
    });
    const response = await sendRequest("GET", "/api/failing");
    const received = response.toArray();
    fail();
    await expect(received).rejects.toThrow("aborted");
    await vi.waitFor(() => expect(logged).toHaveBeenCalledWith(expect.stringContaining("GET /api/failing"), failure));
    logged.mockRestore();
  });
});

it("the fast path answers 500 and logs when a responder fails before its response has started", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  registerResponder("/api/broken", () => Promise.reject(new Error("broken")));
  const { status, text } = await fetchResponse("GET", "/api/broken");
  expect([status, JSON.parse(text)]).toEqual([500, { success: false, message: "internal_error" }]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});
