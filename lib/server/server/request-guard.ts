import { AsyncResource } from "node:async_hooks";
import http, { ServerResponse, type IncomingMessage } from "node:http";
import { isIP, type Socket } from "node:net";
import { connectionAddress } from "../web/client-ip";
import { isAnsweredDirectly } from "../api/direct-calls";
import { discard, drainUnreadBody } from "../web/drain-body";
import { env } from "../config/env";
import type { ErrorCode } from "../errors/errors";
import { METHODS, UNUSED_METHOD } from "../web/call";
import { isPartOfPage, shedLoad, RETRY_SECONDS } from "./load-shedding-response";
import { isOwnHost, PROBE_PATHS } from "../web/own-host";
import { isMarkedDatabaseUnavailable, REQUEST_ID_HEADER, withRequestId } from "../web/request-id";
import { isApiPath, securityHeaders } from "../web/security-headers";
import { isShuttingDown } from "./shutdown";
import { cutOffStalledReader, STALL_MS } from "./stalled-reader";
import { tracedRequest } from "../observability/requests";
import { tracing } from "../observability/tracing";

type EarlyRefusal = { status: number; message: ErrorCode; headers?: Record<string, string> };

type Asked = Pick<IncomingMessage, "method" | "url" | "headers">;

const NOT_FOUND: EarlyRefusal = { status: 404, message: "not_found" };
const MISDIRECTED: EarlyRefusal = { status: 421, message: "misdirected_request" };

/** Refuses another protocol and names HTTP/1.1 as the only one, as RFC 9110 §15.5.22 requires. */
const UPGRADE_REFUSED: EarlyRefusal = {
  status: 426,
  message: "upgrade_refused",
  headers: { upgrade: "HTTP/1.1", connection: "Upgrade, close" },
};

/**
 * Refuses writes to pages and files. The app has no server actions, but Next would buffer 10 MiB of
 * a request for one.
 */
const ONLY_READING: EarlyRefusal = { status: 405, message: "method_not_allowed", headers: { allow: "GET, HEAD" } };
const isReading = (method: string | undefined) => method === "GET" || method === "HEAD";
const isWatch = ({ method, url }: Asked) => isReading(method) && PROBE_PATHS.has(url?.split("?", 1)[0] ?? "");
/**
 * Whether a health probe addresses this instance by IP. That is safe, because a page that uses DNS
 * rebinding sends its own host name.
 */
const isWatchByAddress = (method: string | undefined, path: string, host: string | undefined) =>
  isReading(method) &&
  PROBE_PATHS.has(path) &&
  isIP(host?.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1") ?? "") !== 0;
/** Next's error overlay sends POST requests. */
const isToolOfNext = (path: string) => env().NODE_ENV === "development" && path.startsWith("/__nextjs_");

/**
 * Headers with which Next's router requests parts of a page. Next would redirect an API call that
 * has such a header.
 */
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
 * Whether all URL parsers agree on a request's target: it begins with a slash, and its path is
 * normalized already. Next normalizes targets itself, so that `/api/../login` would be an API call
 * to the checks here and a page to Next.
 */
function isNormalized(target: string): boolean {
  const base = "http://localhost";
  if (!target.startsWith("/") || target.includes("#") || !URL.canParse(target, base)) return false;
  return new URL(target, base).pathname === target.split("?", 1)[0];
}

/**
 * Returns the refusal of a request that must not reach Next (contract §1).
 * @returns the first that applies: 404 for a target that is not normalized, 421 for a request to
 * another host (RFC 9110 §15.5.20), 404 for an API path that Next would answer with a 500 or a
 * redirect, 405 outside the API for methods other than GET and HEAD; null if the request may pass
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
 * Makes an API call routable for Next: removes the headers of Next's own router, and replaces an
 * unknown method by one that no route implements.
 */
export function makeRoutable(request: Asked): void {
  if (!isApiPath(request.url ?? "")) return;
  for (const name of Object.keys(request.headers)) if (ROUTER_HEADERS.test(name)) delete request.headers[name];
  if (!isKnownMethod(request.method)) request.method = UNUSED_METHOD;
}

/**
 * Closes a connection whose request finishes during shutdown. Node closes idle connections when the
 * server closes, but not connections that become idle later: they would keep the process alive
 * until the client disconnects.
 */
function endConnectionIfStopping({ socket }: IncomingMessage, response: ServerResponse): void {
  if (isShuttingDown()) response.setHeader("connection", "close");
  response.once("finish", () => {
    if (isShuttingDown()) socket.end();
  });
}

/**
 * Changes the status of a failed page from Next's 500 to 503, with Retry-After as for API calls, if
 * the page failed because the database is unavailable.
 */
function reportDatabaseUnavailable(response: ServerResponse): void {
  const isLacking = AsyncResource.bind(isMarkedDatabaseUnavailable);
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = ((status: number, ...given: unknown[]) => {
    if (status !== 500 || !isLacking()) return writeHead(status, ...given);
    response.setHeader("retry-after", RETRY_SECONDS);
    return writeHead(503, ...given);
  }) as typeof response.writeHead;
}

/** Sets the headers that every response carries. */
function setCommonHeaders(
  { url = "" }: IncomingMessage,
  response: ServerResponse,
  id: string,
  isRefused: boolean,
): void {
  for (const [name, value] of Object.entries(securityHeaders(isRefused ? null : url))) response.setHeader(name, value);
  response.setHeader(REQUEST_ID_HEADER, id);
}

/** Refuses a request with a JSON body, and closes its connection afterwards. */
function refuse(response: ServerResponse, { status, message, headers }: EarlyRefusal): void {
  const body = JSON.stringify({ success: false, message });
  const common = { "content-type": "application/json", "content-length": body.length, connection: "close" };
  response.writeHead(status, { ...common, ...headers }).end(body);
}

/** Whether an upgrade is the websocket with which Next's development server reloads pages. */
const isHotReload = (request: IncomingMessage) =>
  env().NODE_ENV === "development" && request.method === "GET" && refusalBeforeNext(request) === null;

const announcesBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Answers a request for another protocol with 426 and closes its connection. Listener of a server's
 * events `upgrade` and `connect`, which provide the connection without a response and without
 * Node's own listeners.
 */
export function refuseUpgrade(request: IncomingMessage, _socket: unknown, head: Buffer): void {
  const { socket } = request;
  const close = () => void socket.destroy();
  // Without a listener a broken connection would end the process.
  socket.on("error", close);
  socket.setTimeout(STALL_MS, close);
  const response = new ServerResponse(request);
  try {
    response.assignSocket(socket);
  } catch {
    // An earlier request of the connection is still being answered: two responses must not mix.
    return close();
  }
  response.once("finish", () => {
    const isMoreToCome = head.length > 0 || announcesBody(request);
    socket.end(isMoreToCome ? undefined : close);
    if (isMoreToCome) discard(socket.once("end", close), close);
  });
  withRequestId((id) => {
    setCommonHeaders(request, response, id, true);
    refuse(response, UPGRADE_REFUSED);
  });
}

type GuardOptions = {
  /** How long a client may leave a response unread. */
  stallMs?: number;
};

/**
 * Refuses a request that must not reach Next, answers calls of registered routes directly, and
 * passes the rest on.
 * @param next hands the request to Next
 */
export function guardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => boolean,
  { stallMs }: GuardOptions = {},
): void {
  drainUnreadBody(request, response);
  cutOffStalledReader(response, stallMs);
  endConnectionIfStopping(request, response);
  const refusal = refusalBeforeNext(request);
  withRequestId((id) => {
    setCommonHeaders(request, response, id, refusal !== null);
    if (refusal) return refuse(response, refusal);
    if (shedLoad(request, response, isWatch(request))) return;
    // Next would use this header as the host, instead of the Host header, which was checked.
    delete request.headers["x-forwarded-host"];
    makeRoutable(request);
    const serve = () =>
      connectionAddress.run(request.socket.remoteAddress ?? "", () => {
        // In development routes are recompiled, and only Next has their current code.
        if (env().NODE_ENV === "production" && isAnsweredDirectly(request, response)) return;
        reportDatabaseUnavailable(response);
        next();
      });
    const isTold = !isWatch(request) && !isPartOfPage(request.url ?? "");
    if (isTold) tracedRequest(request, response, serve);
    else serve();
  });
}

let installed = false;

/** Installs the guard before Next's server by patching server events: Next has no earlier hook. */
export function installRequestGuard(options?: GuardOptions): void {
  if (installed) return;
  installed = true;
  const emit = http.Server.prototype.emit;
  http.Server.prototype.emit = function guarded(this: http.Server, event: string, ...values: unknown[]) {
    const emitNow = () => Reflect.apply(emit, this, [event, ...values]) as boolean;
    if (event === "request") {
      const [request, response] = values as [IncomingMessage, ServerResponse];
      guardRequest(request, response, emitNow, options);
      return true;
    }
    // Without a listener for `connect`, Node cuts the connection without a response.
    if (event === "connection" && this.listenerCount("connect") === 0) this.on("connect", refuseUpgrade);
    if (event === "upgrade") {
      const [request, socket, head] = values as [IncomingMessage, Socket, Buffer];
      if (!isHotReload(request)) {
        refuseUpgrade(request, socket, head);
        return true;
      }
    }
    // Next ends the process once its server has closed, so the last spans have to be sent now.
    const traces = event === "close" ? tracing() : undefined;
    if (traces) {
      void traces.flush().then(emitNow);
      return true;
    }
    return emitNow();
  } as typeof emit;
}
