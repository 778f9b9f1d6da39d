import { AsyncResource } from "node:async_hooks";
import { createServer, type Server, ServerResponse, type IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { parseUrl } from "@/lib/model/pure/parse-url";
import { connectionAddress } from "@/lib/base/web/client-ip";
import { discard, drainUnreadBody } from "@/lib/base/web/drain-body";
import { env } from "@/lib/base/config/env";
import type { ErrorCode } from "@/lib/base/errors/errors";
import { METHODS, UNUSED_METHOD } from "@/lib/base/web/call";
import { isPartOfPage, shedLoad, RETRY_SECONDS } from "./load-shedding-response";
import { isOwnHost, PROBE_PATHS } from "@/lib/base/web/own-host";
import { isMarkedUnavailable, REQUEST_ID_HEADER, withRequestId } from "@/lib/base/web/request-id";
import { isApiPath, isContentPath, securityHeaders } from "@/lib/base/web/security-headers";
import { isShuttingDown } from "./shutdown";
import { cutOffStalledReader, STALL_MS } from "./stalled-reader";
import { isUnknownPage } from "@/lib/base/observability/page-routes";
import { tracedRequest } from "@/lib/base/observability/requests";

type EarlyRefusal = { status: number; message: ErrorCode; headers?: Record<string, string> };

type RequestHead = Pick<IncomingMessage, "method" | "url" | "headers">;

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
const READ_ONLY: EarlyRefusal = { status: 405, message: "method_not_allowed", headers: { allow: "GET, HEAD" } };

const pathOf = (url: string) => url.split("?", 1)[0] ?? "";
const isRead = (method: string | undefined) => method === "GET" || method === "HEAD";
const isProbe = ({ method, url = "" }: RequestHead) => isRead(method) && PROBE_PATHS.has(pathOf(url));
/**
 * Whether a health probe addresses this instance by IP. That is safe, because a page that uses DNS
 * rebinding sends its own host name.
 */
const isProbeByAddress = (head: RequestHead) =>
  isProbe(head) && isIP(head.headers.host?.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1") ?? "") !== 0;
/** Whether Next's error overlay, which sends POST requests, may request a path. */
const isDevelopmentTool = (path: string) => env().NODE_ENV === "development" && path.startsWith("/__nextjs_");

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
  if (!target.startsWith("/") || target.includes("#")) return false;
  return parseUrl(target, "http://localhost")?.pathname === pathOf(target);
}

/**
 * Whether a path under `/confirm/`, in any spelling of a mail program, is no recipient's page. Next
 * would redirect it, to itself without a slash or to the login, and so put its token into a header.
 */
const isInvalidConfirmPath = (path: string) =>
  /^\/+confirm\//i.test(decodeURIComponent(path)) && !/^\/confirm\/[^/]+$/.test(path);

/**
 * Returns the refusal of a request that must not reach Next (contract §1).
 * @returns the first that applies: 404 for a target that is not normalized, 421 for a request to
 * another host (RFC 9110 §15.5.20), 404 for a path of the API or under `/confirm/` that Next would
 * answer with a 500 or a redirect, 405 outside the API for methods other than GET and HEAD; null if the request may pass
 */
export function refusalBeforeNext(head: RequestHead): EarlyRefusal | null {
  const { method, url = "", headers } = head;
  if (!isNormalized(url)) return NOT_FOUND;
  if (!isOwnHost(headers.host) && !isProbeByAddress(head)) return MISDIRECTED;
  const path = pathOf(url);
  if (!isDecodable(path)) return NOT_FOUND;
  if (isInvalidConfirmPath(path)) return NOT_FOUND;
  if (isApiPath(path)) return /\/\/|\\|\/$/.test(path) ? NOT_FOUND : null;
  return isRead(method) || isDevelopmentTool(path) ? null : READ_ONLY;
}

/**
 * Makes an API call routable for Next: removes the headers of Next's own router, and replaces an
 * unknown method by one that no route implements. Uploaded files are sent as they are, but Next would
 * compress them.
 */
export function makeRoutable(request: RequestHead): void {
  const { url = "" } = request;
  if (!isApiPath(url)) return;
  if (isContentPath(url)) delete request.headers["accept-encoding"];
  for (const name of Object.keys(request.headers)) if (ROUTER_HEADERS.test(name)) delete request.headers[name];
  if (!isKnownMethod(request.method)) request.method = UNUSED_METHOD;
}

/**
 * Closes a connection whose request finishes during shutdown. Node closes idle connections when the
 * server closes, but not connections that become idle later: these would delay the exit until the
 * client disconnects.
 */
function closeConnectionOnShutdown({ socket }: IncomingMessage, response: ServerResponse): void {
  if (isShuttingDown()) response.setHeader("connection", "close");
  response.once("finish", () => {
    if (isShuttingDown()) socket.end();
  });
}

/**
 * Corrects the status of pages: 503 instead of Next's 500, with Retry-After as for API calls, if they
 * failed for a temporary reason, and 404 instead of 200 for the page of unknown URLs.
 */
function correctStatus({ url = "" }: IncomingMessage, response: ServerResponse): void {
  // Next calls `writeHead` outside of the request's asynchronous context.
  const isUnavailable = AsyncResource.bind(isMarkedUnavailable);
  const writeHead = response.writeHead.bind(response) as (...rest: unknown[]) => ServerResponse;
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    if (status === 200 && isHtml(response) && isUnknownPage(url)) return writeHead(404, ...rest);
    if (status !== 500 || !isUnavailable()) return writeHead(status, ...rest);
    response.setHeader("retry-after", RETRY_SECONDS);
    return writeHead(503, ...rest);
  }) as typeof response.writeHead;
}

const isHtml = (response: ServerResponse) => String(response.getHeader("content-type")).startsWith("text/html");

/** Sets the headers that every response has. */
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

const announcesBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Answers a request for another protocol with 426 and closes its connection. Listener of a server's
 * events `upgrade` and `connect`, which provide the connection without a response and without
 * Node's own listeners.
 */
function refuseUpgrade(request: IncomingMessage, _socket: unknown, head: Buffer): void {
  const { socket } = request;
  const close = () => void socket.destroy();
  // Without a listener, a broken connection would end the process.
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
    const hasMore = head.length > 0 || announcesBody(request);
    socket.end(hasMore ? undefined : close);
    if (hasMore) discard(socket.once("end", close), close);
  });
  withRequestId((id) => {
    setCommonHeaders(request, response, id, true);
    refuse(response, UPGRADE_REFUSED);
  });
}

export type GuardedServerOptions = {
  /** Answers a request on the fast path. Returns false, and does nothing, if it has no route. */
  serveDirectly: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Answers all other requests that pass the guard: Next. */
  serveByNext: (request: IncomingMessage, response: ServerResponse) => void;
  /**
   * Takes over an upgrade to the app's own host, for the hot reload of Next's development server.
   * Returns false to refuse it; without this function all upgrades are refused.
   */
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
  /** How long an idle connection stays open. */
  keepAliveMs?: number;
  /** How long a client may leave a response unread. */
  stallMs?: number;
};

/**
 * How long a request may take to arrive: as long as an upload that has waited for its slot. Clients that
 * pause are refused much earlier (`body-chunks.ts`).
 */
const REQUEST_TIMEOUT_MS = 700_000;

/** Refuses a request that must not reach Next, or passes it on: to the fast path, else to Next. */
function guardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { serveDirectly, serveByNext, stallMs }: GuardedServerOptions,
): void {
  drainUnreadBody(request, response);
  cutOffStalledReader(response, stallMs);
  closeConnectionOnShutdown(request, response);
  const refusal = refusalBeforeNext(request);
  withRequestId((id) => {
    setCommonHeaders(request, response, id, refusal !== null);
    if (refusal) return refuse(response, refusal);
    if (shedLoad(request, response, isProbe(request))) return;
    // Next would use this header as the host, instead of the Host header, which was checked.
    delete request.headers["x-forwarded-host"];
    makeRoutable(request);
    const serve = () =>
      connectionAddress.run(request.socket.remoteAddress ?? "", () => {
        if (serveDirectly(request, response)) return;
        correctStatus(request, response);
        serveByNext(request, response);
      });
    const isTraced = !isProbe(request) && !isPartOfPage(request.url ?? "");
    if (isTraced) tracedRequest(request, response, serve);
    else serve();
  });
}

/**
 * Creates an HTTP server with the request guard in front of the fast path and Next. Tunnels and,
 * except for hot reload, upgrades are refused.
 */
export function createGuardedServer(options: GuardedServerOptions): Server {
  const { upgrade, keepAliveMs } = options;
  const server = createServer(
    { keepAliveTimeout: keepAliveMs, requestTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => guardRequest(request, response, options),
  );
  // Without listeners, Node would treat an upgrade as an ordinary request, and cut off a tunnel
  // without a response.
  server.on("connect", refuseUpgrade);
  server.on("upgrade", (request, socket, head) => {
    const isOwnPage = request.method === "GET" && refusalBeforeNext(request) === null;
    if (!isOwnPage || !upgrade?.(request, socket, head)) refuseUpgrade(request, socket, head);
  });
  return server;
}
