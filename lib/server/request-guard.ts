import { AsyncResource } from "node:async_hooks";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { isIP } from "node:net";
import { connectionAddress } from "./client-address";
import { isAnsweredDirectly } from "./direct-calls";
import { drainUnreadBody } from "./drain-body";
import { env } from "./env";
import type { ErrorCode } from "./errors";
import { METHODS, UNUSED_METHOD } from "./methods";
import { isPartOfPage, refusedAsTooMuch, RETRY_SECONDS } from "./overload";
import { isOwnHost } from "./own-host";
import { lacksDatabase, REQUEST_ID_HEADER, withRequestId } from "./request-id";
import { isApiPath, securityHeaders } from "./security-headers";
import { isShuttingDown } from "./shutdown";
import { cutOffStalledReader } from "./stalled-reader";
import { tracedRequest } from "./tracing/requests";
import { tracing } from "./tracing/tracing";
import { WATCHED_PATHS } from "./watched-paths";

type EarlyRefusal = { status: number; message: ErrorCode; headers?: Record<string, string> };

type Asked = Pick<IncomingMessage, "method" | "url" | "headers">;

const NOT_FOUND: EarlyRefusal = { status: 404, message: "not_found" };
const MISDIRECTED: EarlyRefusal = { status: 421, message: "misdirected_request" };

/** Pages and files are read: there are no server actions, for which Next would keep 10 MiB of anybody's body. */
const ONLY_READING: EarlyRefusal = { status: 405, message: "method_not_allowed", headers: { allow: "GET, HEAD" } };
const isReading = (method: string | undefined) => method === "GET" || method === "HEAD";
const isWatch = ({ method, url }: Asked) => isReading(method) && WATCHED_PATHS.has(url?.split("?", 1)[0] ?? "");
/** What watches over an instance asks it by its IP address. A foreign page whose name leads here comes with that name. */
const isWatchByAddress = (method: string | undefined, path: string, host: string | undefined) =>
  isReading(method) &&
  WATCHED_PATHS.has(path) &&
  isIP(host?.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1") ?? "") !== 0;
/** Its error overlay asks by POST. */
const isToolOfNext = (path: string) => env().NODE_ENV === "development" && path.startsWith("/__nextjs_");

/** With these Next asks itself for the parts of a page; on an API path it would answer with a redirect. */
const ROUTER_HEADERS = /^(?:rsc|next-(?:router|hmr|url).*)$/;

const isKnownMethod = (method: string | undefined) => METHODS.some((known) => known === method);

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether every URL parser reads a request's target alike: it begins with a slash, and its path is normalized already. Next
 * normalizes targets itself, so that `/api/../login` would be an API call to the checks here and a page to Next.
 */
function isNormalized(target: string): boolean {
  const base = "http://localhost";
  if (!target.startsWith("/") || target.includes("#") || !URL.canParse(target, base)) return false;
  return new URL(target, base).pathname === target.split("?", 1)[0];
}

/**
 * Decides what is refused before Next sees it (contract §1).
 * @returns 404 for a target that is not normalized, then 421 for a request to another host (RFC 9110 §15.5.20), 404 for an API
 *   path that Next would answer with a 500 or a redirect, 405 for anything but reading outside the API; null for the rest
 */
export function refusalBeforeNext({ method, url = "", headers }: Asked): EarlyRefusal | null {
  if (!isNormalized(url)) return NOT_FOUND;
  const path = url.split("?", 1)[0] ?? "";
  if (!isOwnHost(headers.host) && !isWatchByAddress(method, path, headers.host)) return MISDIRECTED;
  if (!isDecodable(path)) return NOT_FOUND;
  if (isApiPath(path)) return /\/\/|\\|\/$/.test(path) ? NOT_FOUND : null;
  return isReading(method) || isToolOfNext(path) ? null : ONLY_READING;
}

/**
 * Takes out of an API call what would keep Next from handing it to our routes: the headers of Next's own router, and a
 * method that it does not know, in whose place it gets one that none of our routes has.
 */
export function makeRoutable(request: Asked): void {
  if (!isApiPath(request.url ?? "")) return;
  for (const name of Object.keys(request.headers)) if (ROUTER_HEADERS.test(name)) delete request.headers[name];
  if (!isKnownMethod(request.method)) request.method = UNUSED_METHOD;
}

/**
 * Node closes idle connections when the server closes, and none that become idle later: one that was busy then would keep a
 * server that shall stop for as long as connections stay open.
 */
function endConnectionIfStopping({ socket }: IncomingMessage, response: ServerResponse): void {
  if (isShuttingDown()) response.setHeader("connection", "close");
  response.once("finish", () => {
    if (isShuttingDown()) socket.end();
  });
}

/**
 * Next answers a page that cannot be drawn with 500, whatever the reason. Where only the database cannot be asked, or has no
 * connection left, it is the 503 that a call would get, and whoever asks comes again.
 */
function tellLackOfDatabase(response: ServerResponse): void {
  const isLacking = AsyncResource.bind(lacksDatabase);
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = ((status: number, ...given: unknown[]) => {
    if (status !== 500 || !isLacking()) return writeHead(status, ...given);
    response.setHeader("retry-after", RETRY_SECONDS);
    return writeHead(503, ...given);
  }) as typeof response.writeHead;
}

let installed = false;

/**
 * Stands before Next's own server: refuses what must not reach it, notes the address that a request comes from, and
 * sets the security headers of every answer. Next has no hook earlier than the server's `request` event.
 */
export function installRequestGuard(): void {
  if (installed) return;
  installed = true;
  const emit = http.Server.prototype.emit;
  http.Server.prototype.emit = function guarded(this: http.Server, event: string, ...values: unknown[]) {
    if (event === "request") {
      const [request, response] = values as [IncomingMessage, ServerResponse];
      drainUnreadBody(request, response);
      cutOffStalledReader(response);
      const refusal = refusalBeforeNext(request);
      for (const [name, value] of Object.entries(securityHeaders(refusal ? null : (request.url ?? ""))))
        response.setHeader(name, value);
      endConnectionIfStopping(request, response);
      return withRequestId((id) => {
        response.setHeader(REQUEST_ID_HEADER, id);
        if (refusal) {
          // Closed afterwards, so that no body that comes along is waited for or read.
          const headers = { "content-type": "application/json", connection: "close", ...refusal.headers };
          response.writeHead(refusal.status, headers);
          return response.end(JSON.stringify({ success: false, message: refusal.message }));
        }
        if (refusedAsTooMuch(request, response, isWatch(request))) return true;
        // Next would take it for the host; the one that counts is the one that was looked at.
        delete request.headers["x-forwarded-host"];
        makeRoutable(request);
        const serve = () =>
          connectionAddress.run(request.socket.remoteAddress ?? "", () => {
            // In development routes change while they run, which Next alone knows.
            if (env().NODE_ENV === "production" && isAnsweredDirectly(request, response)) return true;
            tellLackOfDatabase(response);
            return Reflect.apply(emit, this, [event, ...values]) as boolean;
          });
        const isTold = !isWatch(request) && !isPartOfPage(request.url ?? "");
        return isTold ? tracedRequest(request, response, serve) : serve();
      });
    }
    // Next ends the process once its server has closed, which is when the last spans can be sent.
    const traces = event === "close" ? tracing() : undefined;
    if (traces) {
      void traces.flush().then(() => Reflect.apply(emit, this, [event, ...values]));
      return true;
    }
    return Reflect.apply(emit, this, [event, ...values]) as boolean;
  } as typeof emit;
}
