import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import { RequestCookies } from "next/dist/compiled/@edge-runtime/cookies/index.js";
import { AppError } from "@/lib/base/errors/errors";
import { acceptsGzip } from "@/lib/base/web/encoding";
import { requestId } from "@/lib/base/web/request-id";
import type { CallRequest } from "@/lib/base/web/call";
import type { CallAnswer } from "./route";
import { getAt } from "@/lib/model/pure/get-at";
import { processSingleton } from "@/lib/base/config/process-singleton";

/*
 * Fast path: Node's server hands API calls to their routes, bypassing Next. For every call Next
 * resolves and wraps the route anew and sends the response through two streams, which takes longer
 * than a whole list query (docs/decisions/0017). Next still serves the rest: routes it has not
 * loaded yet, non-numeric parameters, encoded paths.
 */

type Params = Record<string, string>;
/** The handlers of one path, keyed by HTTP method. */
export type Responders = Readonly<Record<string, (request: CallRequest, params: Params) => Promise<CallAnswer>>>;
type DirectPath = {
  /** Parameter names in path order. */
  names: string[];
  serve: (request: IncomingMessage, response: ServerResponse, params: Params) => boolean;
};

const directPaths = processSingleton("calls", () => new Map<string, DirectPath>());

const NUMBER = /^\d+$/;
/** Placeholder for a parameter in the keys of `directPaths`; no request path can contain a space. */
const ANY_NUMBER = " ";

/**
 * Registers the handlers of a URL path for direct calls.
 * @param path the path from the root, with parameters in braces
 */
export function registerDirectCalls(path: string, responders: Responders): void {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  directPaths.set(path.replaceAll(/\{\w+\}/g, ANY_NUMBER), {
    names,
    serve: (request, response, params) => {
      const respond = responders[request.method ?? ""];
      if (!respond) return false;
      const answer = async () => send(await respond(callRequestOf(request), params), request, response);
      answer().catch((error: unknown) => answerFailure(error, `${request.method} ${path}`, response));
      return true;
    },
  });
}

/**
 * Answers a call if its path and method are registered.
 * @returns whether the call is answered here; if not, the request was left untouched
 */
export function serveDirectly(request: IncomingMessage, response: ServerResponse): boolean {
  const segments = (request.url ?? "").split("?", 1)[0]?.split("/") ?? [];
  const path = directPaths.get(segments.map((segment) => (NUMBER.test(segment) ? ANY_NUMBER : segment)).join("/"));
  if (!path) return false;
  const values = segments.filter((segment) => NUMBER.test(segment));
  const params = Object.fromEntries(path.names.map((name, index) => [name, getAt(values, index)]));
  return path.serve(request, response, params);
}

/**
 * Logs a failure and answers 500, or cuts the connection once the response has started, so that the
 * client does not take a partial response for complete.
 * @param request the request as it is logged, without its parameters
 */
export function answerFailure(error: unknown, request: string, response: ServerResponse): void {
  console.error(`${request} (${requestId()})`, error);
  if (response.headersSent || response.destroyed) response.destroy();
  else response.writeHead(500, { "content-type": "application/json" }).end(INTERNAL_ERROR);
}

const INTERNAL_ERROR = JSON.stringify(new AppError("internal_error").body);

/**
 * Yields the body as it arrives. Stopping early leaves the connection open, so that the request can
 * still be answered.
 * @throws AppError invalid_json when the client breaks off, which is not a defect of the server
 */
async function* chunksOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  const chunks = request.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of chunks) yield chunk as Uint8Array;
  } catch {
    throw new AppError("invalid_json");
  }
}

const hasBody = ({ method }: IncomingMessage) => method !== "GET" && method !== "HEAD";

/** Parses cookies as pages do: another parser could resolve the same header to another account. */
const cookiesOf = (cookie?: string) => new RequestCookies(new Headers(cookie === undefined ? {} : { cookie }));
const NO_COOKIES = cookiesOf();

/** Returns a signal that aborts when the connection closes. */
function disconnectSignal(socket: Socket): AbortSignal {
  const disconnected = new AbortController();
  if (socket.destroyed) disconnected.abort();
  else socket.once("close", () => disconnected.abort());
  return disconnected.signal;
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}

function callRequestOf(request: IncomingMessage): CallRequest {
  const { method = "GET", url = "/", headers } = request;
  let signal: AbortSignal | undefined;
  return {
    method,
    // A fixed host, because routes must not trust the Host header.
    url: `http://localhost${url}`,
    headers: { get: (name) => headerOf(request, name), has: (name) => headerOf(request, name) !== null },
    cookies: headers.cookie === undefined ? NO_COOKIES : cookiesOf(headers.cookie),
    body: hasBody(request) ? chunksOf(request) : null,
    get signal() {
      return (signal ??= disconnectSignal(request.socket));
    },
  };
}

const zip = promisify(gzip);
/** Shorter bodies are not worth compressing. */
const MIN_ZIP_LENGTH = 1024;
/** Spreadsheets and PDFs are compressed already. */
const ZIPPABLE = /^(?:text\/|application\/json\b)/;

/** Sends a response; cancels a streamed body after a disconnect or for a HEAD request. */
async function send({ status, headers, body }: CallAnswer, request: IncomingMessage, response: ServerResponse) {
  const { socket } = request;
  response.statusCode = status;
  // Headers that the request guard has set take precedence; only `set-cookie` may repeat.
  const isUnset = (name: string) => name === "set-cookie" || !response.hasHeader(name);
  for (const [name, value] of headers) if (isUnset(name)) response.appendHeader(name, value);
  // A body with a declared length is sent as it is.
  const isEncoded = headers.has("content-encoding") || headers.has("content-length");
  const isZippable = body !== null && ZIPPABLE.test(headers.get("content-type") ?? "") && !isEncoded;
  if (isZippable) response.appendHeader("vary", "Accept-Encoding");
  const isWorthZipping = typeof body !== "string" || body.length >= MIN_ZIP_LENGTH;
  const isZipped = isZippable && isWorthZipping && acceptsGzip(headerOf(request, "accept-encoding"));
  const bytes = typeof body === "string" && isZipped ? await zip(body) : body;
  if (isZipped) response.setHeader("content-encoding", "gzip");

  const isConnected = !response.destroyed && !socket.destroyed;
  if (!(bytes instanceof ReadableStream)) {
    if (isConnected) response.end(bytes ?? undefined);
  } else if (isConnected && request.method !== "HEAD") {
    // Sends the headers before the first bytes are ready, so that the client sees the download
    // start.
    response.flushHeaders();
    await stream(bytes, isZipped ? [createGzip(), response] : [response], socket);
  } else {
    await bytes.cancel();
    if (isConnected) response.end();
  }
}

/** Pipeline errors that mean a client disconnect; all others are failures of the source. */
const DISCONNECT_CODES = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ABORT_ERR"]);
const isDisconnect = (error: unknown) =>
  error instanceof Error && "code" in error && DISCONNECT_CODES.has(String(error.code));

/**
 * Streams a body until it ends or the client disconnects.
 * @throws the error of a body that fails midway
 */
async function stream(body: ReadableStream<Uint8Array>, destinations: Writable[], socket: Socket): Promise<void> {
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  // A response queued behind an earlier one (pipelining) is not notified when the client
  // disconnects.
  const disconnected = new AbortController();
  const onDisconnect = () => disconnected.abort();
  socket.once("close", onDisconnect);
  try {
    await pipeline([source, ...destinations], { signal: disconnected.signal });
  } catch (error) {
    if (!isDisconnect(error)) throw error;
  } finally {
    socket.off("close", onDisconnect);
  }
}
