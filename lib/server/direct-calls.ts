import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import { parseCookie } from "cookie";
import Negotiator from "negotiator";
import { AppError } from "./errors";
import type { CallAnswer, CallRequest } from "./route";

/*
 * API calls that Node's server hands to their routes itself. Next finds, prepares and wraps anew for each call what is the same each
 * time, and sends each answer through two streams, which takes as long as all that a list asks for (docs/decisions/0017). What is not
 * known here it answers as ever: any path before its first call, parameters that are no numbers, paths with signs that are encoded.
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

/**
 * Has the calls of a path answered directly from now on.
 * @param path below the root, with parameters in braces
 */
export function answerDirectly(path: string, responders: Responders): void {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  known.set(path.replaceAll(/\{\w+\}/g, "{}"), {
    names,
    serve: (request, response, params) => {
      const respond = responders[request.method ?? ""];
      if (!respond) return false;
      void respond(callRequestOf(request), params)
        .then((answer) => send(answer, request, response))
        .catch((error: unknown) => {
          if (!response.destroyed) console.error(error);
          response.destroy();
        });
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
  const path = known.get(segments.map((segment) => (NUMBER.test(segment) ? "{}" : segment)).join("/"));
  if (!path) return false;
  const values = segments.filter((segment) => NUMBER.test(segment));
  const params = Object.fromEntries(path.names.map((name, index) => [name, values[index] ?? ""]));
  return path.serve(request, response, params);
}

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

function callRequestOf(request: IncomingMessage): CallRequest {
  let cookies: ReturnType<typeof parseCookie> | undefined;
  const cookieOf = (name: string) => (cookies ??= parseCookie(request.headers.cookie ?? ""))[name];
  const headerOf = (name: string) => {
    const value = request.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(", ") : (value ?? null);
  };
  return {
    method: request.method ?? "GET",
    // Whose host it was asked for is not for a route to believe.
    url: `http://localhost${request.url ?? "/"}`,
    headers: { get: headerOf, has: (name) => headerOf(name) !== null },
    cookies: {
      get: (name) => {
        const value = cookieOf(name);
        return value === undefined ? undefined : { value };
      },
      has: (name) => cookieOf(name) !== undefined,
    },
    body: hasBody(request) ? chunksOf(request) : null,
  };
}

const zip = promisify(gzip);
/** Below this an answer gains nothing by being packed. */
const WORTH_ZIPPING = 1024;
/** Spreadsheets and PDFs are packed already. */
const ZIPPABLE = /^(?:text\/|application\/(?:json|openapi\+json)\b)/;

const takesZipped = (request: IncomingMessage) => new Negotiator(request).encoding(["gzip", "identity"]) === "gzip";

async function send({ status, headers, body }: CallAnswer, request: IncomingMessage, response: ServerResponse) {
  // Whoever asked may have left while the answer was made.
  if (response.destroyed) return;
  // What was not read of a body must not stand before the next call of its connection.
  response.once("finish", () => request.resume());
  response.statusCode = status;
  // What the guard has set stands; only cookies may be several.
  const isFree = (name: string) => name === "set-cookie" || !response.hasHeader(name);
  for (const [name, value] of headers) if (isFree(name)) response.appendHeader(name, value);
  if (body === null || request.method === "HEAD") return void response.end();

  const isShort = typeof body === "string" && body.length < WORTH_ZIPPING;
  const isZippable = !isShort && ZIPPABLE.test(headers.get("content-type") ?? "");
  if (isZippable) response.appendHeader("vary", "Accept-Encoding");
  const isZipped = isZippable && takesZipped(request);
  if (isZipped) response.setHeader("content-encoding", "gzip");
  if (typeof body === "string") {
    const text = isZipped ? await zip(body) : body;
    if (!response.destroyed) response.end(text);
    return;
  }
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  await (isZipped ? pipeline(source, createGzip(), response) : pipeline(source, response));
}
