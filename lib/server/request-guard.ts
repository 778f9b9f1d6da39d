import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { connectionAddress } from "./client-address";
import { METHODS, UNUSED_METHOD } from "./methods";
import { isApiPath, securityHeaders } from "./security-headers";

type Refusal = { status: number; message: string; headers?: Record<string, string> };

type Asked = Pick<IncomingMessage, "method" | "url" | "headers">;

const NOT_FOUND: Refusal = { status: 404, message: "not_found" };

/** With these Next asks itself for the parts of a page; on an API path it would answer with a redirect. */
const ROUTER_HEADERS = /^(?:rsc|next-(?:router|hmr|url).*)$/;

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Lets an API call reach our own code, whatever Next would make of it. */
function leadToOurRoutes(request: Asked): void {
  for (const name of Object.keys(request.headers)) if (ROUTER_HEADERS.test(name)) delete request.headers[name];
  if (!METHODS.some((method) => method === request.method)) request.method = UNUSED_METHOD;
}

/**
 * Settles what Next would answer before any of our code runs, with a 500 or with a redirect: a path that it cannot
 * decode or would tidy up, a method that it does not know, a header of its own router (contract §1).
 * @returns what is to be answered at once, or null
 */
export function settleForNext(request: Asked): Refusal | null {
  const path = request.url?.split("?", 1)[0] ?? "";
  if (!isDecodable(path)) return NOT_FOUND;
  if (isApiPath(path)) {
    if (/\/\/|\\|\/$/.test(path)) return NOT_FOUND;
    leadToOurRoutes(request);
    return null;
  }
  if (METHODS.some((method) => method === request.method)) return null;
  return { status: 405, message: "method_not_allowed", headers: { allow: "GET, HEAD" } };
}

let installed = false;

/**
 * Stands before Next's own server: settles what must not reach it, notes the address that a request comes from, and
 * sets the security headers of every answer. Next has no hook earlier than the server's `request` event.
 */
export function installRequestGuard(): void {
  if (installed) return;
  installed = true;
  const emit = http.Server.prototype.emit;
  http.Server.prototype.emit = function guarded(this: http.Server, event: string, ...values: unknown[]) {
    if (event === "request") {
      const [request, response] = values as [IncomingMessage, ServerResponse];
      for (const [name, value] of Object.entries(securityHeaders(request.url ?? ""))) response.setHeader(name, value);
      const refusal = settleForNext(request);
      if (refusal) {
        response.writeHead(refusal.status, { "content-type": "application/json", ...refusal.headers });
        return response.end(JSON.stringify({ success: false, message: refusal.message }));
      }
      return connectionAddress.run(
        request.socket.remoteAddress ?? "",
        () => Reflect.apply(emit, this, [event, ...values]) as boolean,
      );
    }
    return Reflect.apply(emit, this, [event, ...values]) as boolean;
  } as typeof emit;
}
