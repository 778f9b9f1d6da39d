import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { NextResponse } from "next/server";
import type { CallRequest } from "@/lib/base/web/call";
import { acceptsGzip } from "@/lib/base/web/encoding";
import { isKnown } from "@/lib/base/web/etag";

const zip = promisify(gzip);

/** Seconds for which caches may answer in place of the app. */
const MAX_AGE_SECONDS = 300;

/**
 * Returns a handler that answers with a JSON text that is the same for everyone and as long as the
 * app runs. Its bytes are encoded and compressed once, so that requests of guests cost no work.
 * @param text returns the text; called with the first request
 */
export function cachedAnswer(text: () => string): (request: CallRequest) => Promise<NextResponse> {
  const prepare = async () => {
    const plain = Buffer.from(text());
    const etag = `W/"${createHash("sha256").update(plain).digest("base64url")}"`;
    return { plain, zipped: await zip(plain, { level: constants.Z_BEST_COMPRESSION }), etag };
  };
  let prepared: ReturnType<typeof prepare> | undefined;
  return async (request) => {
    const requestHeaders = request.headers;
    const { plain, zipped, etag } = await (prepared ??= prepare());
    const headers = { etag, "cache-control": `public, max-age=${MAX_AGE_SECONDS}`, vary: "Accept-Encoding" };
    if (isKnown(requestHeaders.get("if-none-match"), etag)) return new NextResponse(null, { status: 304, headers });
    // Next, whose requests are of this class, compresses also what is compressed already.
    const isZipped = !(request instanceof Request) && acceptsGzip(requestHeaders.get("accept-encoding"));
    const bytes = isZipped ? zipped : plain;
    return new NextResponse(new Uint8Array(bytes), {
      headers: {
        ...headers,
        ...(isZipped && { "content-encoding": "gzip" }),
        "content-type": "application/json",
        "content-length": String(bytes.length),
      },
    });
  };
}
