import { describe, expect, it } from "vitest";
import { bodyChunks } from "./body-chunks";
import type { CallRequest } from "@/lib/base/web/call";

function requestOf(body: AsyncIterable<Uint8Array> | null, contentLength?: number): CallRequest {
  const headers = new Headers(contentLength === undefined ? {} : { "content-length": String(contentLength) });
  const cookies = { get: () => undefined, has: () => false };
  return { method: "POST", url: "http://localhost/", headers, cookies, body, signal: new AbortController().signal };
}

const forever = () => new Promise<never>(() => undefined);

async function* silentAfter(...chunks: string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
  await forever();
}

async function* arriving(...chunks: string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all).toString();
}

describe("bodyChunks", () => {
  it("yields the chunks of a body", async () => {
    expect(await readAll(bodyChunks(requestOf(arriving("ab", "c")), { maxBytes: 3 }))).toBe("abc");
  });

  it("yields nothing for a request without a body", async () => {
    expect(await readAll(bodyChunks(requestOf(null), { maxBytes: 3 }))).toBe("");
  });

  it("refuses a body that turns out longer than allowed", async () => {
    const reading = readAll(bodyChunks(requestOf(arriving("ab", "cd")), { maxBytes: 3 }));
    await expect(reading).rejects.toMatchObject({ code: "payload_too_large" });
  });

  it("refuses a body of a declared length before it reads any of it", async () => {
    const reading = readAll(bodyChunks(requestOf(silentAfter(), 4), { maxBytes: 3 }));
    await expect(reading).rejects.toMatchObject({ code: "payload_too_large" });
  });

  it("refuses a client that pauses for too long", async () => {
    const reading = readAll(bodyChunks(requestOf(silentAfter("ab")), { maxBytes: 3, maxPauseMs: 5 }));
    await expect(reading).rejects.toMatchObject({ code: "request_timeout" });
  });

  it("refuses a body that does not end in time", async () => {
    const limits = { maxBytes: 3, maxPauseMs: 60_000, timeoutMs: 5 };
    await expect(readAll(bodyChunks(requestOf(silentAfter("ab")), limits))).rejects.toMatchObject({
      code: "request_timeout",
    });
  });

  it("does not count the time that the reader takes as a pause of the client", async () => {
    const chunks = bodyChunks(requestOf(arriving("ab", "c")), { maxBytes: 3, maxPauseMs: 5 });
    await chunks.next();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await chunks.next()).value?.toString()).toBe("c");
  });
});
