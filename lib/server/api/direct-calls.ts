import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import Negotiator from "negotiator";
import { NextRequest } from "next/server";
import { AppError } from "../errors/errors";
import { requestId } from "../web/request-id";
import type { CallRequest } from "../web/call";
import type { CallAnswer } from "./route";
import { getAt } from "../errors/invariant";

/*
 * API calls that Node's server hands to their routes itself. Next finds, prepares and wraps anew for each call what is the same each
 * time, and sends each answer through two streams, which takes longer than all that a list asks for (docs/decisions/0017). What is not
 * known here it answers as ever: paths whose route it has not loaded yet, parameters that are no numbers, paths with encoded signs.
 */

type Params = Record<string, string>;
/** What answers the calls of one path, by their methods. */
export type Responders = Readonly<Record<string, (request: CallRequest, params: Params) => Promise<CallAnswer>>>;
type KnownPath = {
  /** The names of its parameters, in their order. */
  names: string[];
  serve: (request: IncomingMessage, response: ServerResponse, params: Params) => boolean;
};

const shared = globalThis as typeof globalThis & { cooperationCalls?: Map<string, KnownPath> };
/** Kept on `globalThis`, because Next bundles the guard and the routes apart. */
const known = (shared.cooperationCalls ??= new Map<string, KnownPath>());

const NUMBER = /^\d+$/;
/** Stands where a path has a parameter; no path that somebody asks for can hold a space. */
const ANY_NUMBER = " ";

/**
 * Has the calls of a path answered directly from now on.
 * @param path below the root, with parameters in braces
 */
export function answerDirectly(path: string, responders: Responders): void {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  known.set(path.replaceAll(/\{\w+\}/g, ANY_NUMBER), {
    names,
    serve: (request, response, params) => {
      const respond = responders[request.method ?? ""];
      if (!respond) return false;
      const answered = async () => send(await respond(callRequestOf(request), params), request, response);
      answered().catch((error: unknown) => fail(error, `${request.method} ${path}`, response));
      return true;
    },
  });
}

/**
 * Answers a call, if its path is known here.
 * @returns whether it does; if not, nothing has been done
 */
export function isAnsweredDirectly(request: IncomingMessage, response: ServerResponse): boolean {
  const segments = (request.url ?? "").split("?", 1)[0]?.split("/") ?? [];
  const path = known.get(segments.map((segment) => (NUMBER.test(segment) ? ANY_NUMBER : segment)).join("/"));
  if (!path) return false;
  const values = segments.filter((segment) => NUMBER.test(segment));
  const params = Object.fromEntries(path.names.map((name, index) => [name, getAt(values, index)]));
  return path.serve(request, response, params);
}

/** Cuts off an answer that fails after its beginning, so that nobody takes it for the whole. */
function fail(error: unknown, asked: string, response: ServerResponse): void {
  console.error(`${asked} (${requestId()})`, error);
  if (response.headersSent || response.destroyed) response.destroy();
  else response.writeHead(500, { "content-type": "application/json" }).end(INTERNAL_ERROR);
}

const INTERNAL_ERROR = JSON.stringify(new AppError("internal_error").body);

/**
 * The body as it comes. Who stops reading leaves the connection as it is, so that the answer still finds its way.
 * @throws AppError where it breaks off, which is no failure of ours
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

/** The cookies as pages read them: two readings of the same header could be two accounts. */
const cookiesOf = (cookie: string | undefined) =>
  new NextRequest("http://localhost", { headers: cookie === undefined ? {} : { cookie } }).cookies;
const NO_COOKIES = cookiesOf(undefined);

/** A signal that aborts when the connection closes. */
function disconnectSignal(socket: Socket): AbortSignal {
  const disconnected = new AbortController();
  if (socket.destroyed) disconnected.abort();
  else socket.once("close", () => disconnected.abort());
  return disconnected.signal;
}

function callRequestOf(request: IncomingMessage): CallRequest {
  const { method = "GET", url = "/", headers } = request;
  const headerOf = (name: string) => {
    const value = headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(", ") : (value ?? null);
  };
  let signal: AbortSignal | undefined;
  return {
    method,
    // Whose host it was asked for is not for a route to believe.
    url: `http://localhost${url}`,
    headers: { get: headerOf, has: (name) => headerOf(name) !== null },
    cookies: headers.cookie === undefined ? NO_COOKIES : cookiesOf(headers.cookie),
    body: hasBody(request) ? chunksOf(request) : null,
    get signal() {
      return (signal ??= disconnectSignal(request.socket));
    },
  };
}

const zip = promisify(gzip);
/** Below this an answer gains nothing by being packed. */
const WORTH_ZIPPING = 1024;
/** Spreadsheets and PDFs are packed already. */
const ZIPPABLE = /^(?:text\/|application\/json\b)/;

const takesZipped = (request: IncomingMessage) => new Negotiator(request).encoding(["gzip", "identity"]) === "gzip";

/** Sends an answer. Whoever has left by then, or wants the head alone, ends the work on what would still have come. */
async function send({ status, headers, body }: CallAnswer, request: IncomingMessage, response: ServerResponse) {
  const { socket } = request;
  response.statusCode = status;
  // What the guard has set stands; only cookies may be several.
  const isFree = (name: string) => name === "set-cookie" || !response.hasHeader(name);
  for (const [name, value] of headers) if (isFree(name)) response.appendHeader(name, value);
  const isZippable = body !== null && ZIPPABLE.test(headers.get("content-type") ?? "");
  if (isZippable) response.appendHeader("vary", "Accept-Encoding");
  const isLong = typeof body !== "string" || body.length >= WORTH_ZIPPING;
  const isZipped = isZippable && isLong && takesZipped(request);
  const bytes = typeof body === "string" && isZipped ? await zip(body) : body;
  if (isZipped) response.setHeader("content-encoding", "gzip");

  const isWanted = !response.destroyed && !socket.destroyed;
  if (!(bytes instanceof ReadableStream)) {
    if (isWanted) response.end(bytes ?? undefined);
  } else if (isWanted && request.method !== "HEAD") {
    // Whoever waits for the first bytes of a download knows that they come.
    response.flushHeaders();
    await stream(bytes, isZipped ? [createGzip(), response] : [response], socket);
  } else {
    await bytes.cancel();
    if (isWanted) response.end();
  }
}

/** What a pipeline says where nobody takes what it brings; all else is a failure of what it brings. */
const LEFT = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ABORT_ERR"]);
const isLeaving = (error: unknown) => error instanceof Error && "code" in error && LEFT.has(String(error.code));

/**
 * Sends what comes bit by bit, until it has ended or nobody takes it any more.
 * @throws whatever it fails with on the way
 */
async function stream(body: ReadableStream<Uint8Array>, through: Writable[], socket: Socket): Promise<void> {
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  // Who leaves before it is his answer's turn leaves a response that never hears of it.
  const left = new AbortController();
  const leave = () => left.abort();
  socket.once("close", leave);
  try {
    await pipeline([source, ...through], { signal: left.signal });
  } catch (error) {
    if (!isLeaving(error)) throw error;
  } finally {
    socket.off("close", leave);
  }
}
