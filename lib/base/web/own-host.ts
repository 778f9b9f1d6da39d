import { parseUrl } from "@/lib/model/pure/parse-url";
import { env } from "../config/env";
import { isLoopback } from "../config/loopback";

/**
 * Paths of health probes, which monitors request every few seconds. They may be addressed by IP
 * address, are served even during an overload, and are not traced.
 */
export const PROBE_PATHS: ReadonlySet<string> = new Set(["/api/health", "/api/ready", "/api/metrics"]);

/**
 * Returns the host name or address of a Host header without its port, or null when it is malformed.
 */
function hostnameOf(host: string): string | null {
  if (/[\s/\\?#@]/.test(host)) return null;
  return parseUrl(`http://${host}`)?.hostname ?? null;
}

/**
 * Whether a Host header names this app: the host of `APP_URL` or this machine itself, at any port.
 * Prevents DNS rebinding: a foreign site can point its host name to our address, so that browsers
 * treat our responses as that site's own, but they still send its name in the Host header. Returns
 * true without the header, because all browsers send it.
 */
export function isOwnHost(host: string | undefined): boolean {
  if (host === undefined) return true;
  const hostname = hostnameOf(host);
  return hostname !== null && (isLoopback(hostname) || hostname === new URL(env().APP_URL).hostname);
}

/**
 * Whether an origin is the app's own (contract §1), namely that of APP_URL. If APP_URL is http, so
 * is `http://` plus the request's host, because a machine may be reached under several names.
 * @param origin the header `Origin`
 * @param host the header `Host`, null without one
 */
export function isOwnOrigin(origin: string, host: string | null): boolean {
  const app = new URL(env().APP_URL);
  return origin === app.origin || (app.protocol === "http:" && Boolean(host) && origin === `http://${host}`);
}
