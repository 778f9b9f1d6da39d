import { gunzipSync } from "node:zlib";
import { NextRequest } from "next/server";
import { describe, expect, it, vi } from "vitest";
import type { CallRequest } from "@/lib/base/web/call";
import { cachedAnswer } from "./cached-answer";

const TEXT = JSON.stringify({ success: true, words: "Kooperation ".repeat(1_000) });

const requestWith = (headers: Record<string, string>): CallRequest => {
  const requestHeaders = new Headers(headers);
  return { method: "GET", url: "http://localhost/", headers: requestHeaders, body: null } as unknown as CallRequest;
};
/** Sends a request to a kept answer, by default one of its own. */
async function ask(headers: Record<string, string> = {}, answer = cachedAnswer(() => TEXT)) {
  const response = await answer(requestWith(headers));
  const bytes = Buffer.from(await response.arrayBuffer());
  const header = (name: string) => response.headers.get(name);
  return { status: response.status, header, bytes };
}

describe("kept answers", () => {
  it("cachedAnswer makes its text once", async () => {
    const text = vi.fn(() => TEXT);
    const answer = cachedAnswer(text);
    await Promise.all([ask({}, answer), ask({ "accept-encoding": "gzip" }, answer)]);
    await ask({}, answer);
    expect(text).toHaveBeenCalledTimes(1);
  });

  it("a kept answer is sent uncompressed to clients that do not accept gzip", async () => {
    const { status, header, bytes } = await ask();
    expect([status, bytes.toString()]).toEqual([200, TEXT]);
    expect([header("content-encoding"), header("content-length")]).toEqual([null, String(bytes.length)]);
  });

  it("a kept answer is left to Next to compress", async () => {
    const request = new NextRequest("http://localhost/", { headers: { "accept-encoding": "gzip" } });
    const response = await cachedAnswer(() => TEXT)(request as unknown as CallRequest);
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(await response.text()).toBe(TEXT);
  });

  it("a kept answer is sent compressed to clients that accept gzip", async () => {
    const { header, bytes } = await ask({ "accept-encoding": "br, gzip" });
    expect(gunzipSync(bytes).toString()).toBe(TEXT);
    expect([header("content-encoding"), header("content-length")]).toEqual(["gzip", String(bytes.length)]);
  });

  it("a kept answer may be cached by anyone for five minutes", async () => {
    const { header } = await ask();
    expect([header("cache-control"), header("vary")]).toEqual(["public, max-age=300", "Accept-Encoding"]);
  });

  it.each(["gzip", "identity"])("a kept answer is 304 with %s for a client that has it", async (encoding) => {
    const headers = { "accept-encoding": encoding };
    const etag = (await ask()).header("etag") ?? "";
    const { status, header, bytes } = await ask({ ...headers, "if-none-match": `"old", ${etag}` });
    expect([status, bytes.length, header("etag"), header("cache-control")]).toEqual([
      304,
      0,
      etag,
      "public, max-age=300",
    ]);
  });

  it("a kept answer is sent to a client that has another one", async () => {
    expect((await ask({ "if-none-match": '"old"' })).status).toBe(200);
  });
});
