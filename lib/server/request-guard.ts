import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { connectionAddress } from "./client-address";
import { securityHeaders } from "./security-headers";

const KNOWN_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

type Refusal = { status: number; message: string; headers?: Record<string, string> };

function isDecodable(target: string): boolean {
  try {
    decodeURIComponent(target.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with a request that Next itself would answer with a 500, or null. */
export function refusalOf(method: string, target: string): Refusal | null {
  if (!isDecodable(target)) return { status: 404, message: "not_found" };
  if (!KNOWN_METHODS.includes(method)) {
    return { status: 405, message: "method_not_allowed", headers: { allow: KNOWN_METHODS.join(", ") } };
  }
  return null;
}

let installed = false;

/**
 * Stands before Next's own server. It answers requests that make Next fail before any of our code runs (a path that
 * cannot be decoded, a method it does not know), for no input may produce a 500 (contract §1), it notes the address that
 * a request comes from, and it sets the security headers of every answer. Next has no hook earlier than the server's
 * `request` event.
 */
export function installRequestGuard(): void {
  if (installed) return;
  installed = true;
  const emit = http.Server.prototype.emit;
  http.Server.prototype.emit = function guarded(this: http.Server, event: string, ...values: unknown[]) {
    if (event === "request") {
      const [request, response] = values as [IncomingMessage, ServerResponse];
      for (const [name, value] of Object.entries(securityHeaders(request.url ?? ""))) response.setHeader(name, value);
      const refusal = refusalOf(request.method ?? "", request.url ?? "");
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
