import { env } from "../config/env";
import { isLoopback } from "../config/loopback";

/** Probes, every few seconds: also served by IP address and during an overload, and not traced. */
export const PROBE_PATHS: ReadonlySet<string> = new Set(["/api/health", "/api/ready", "/api/metrics"]);

/**
 * Returns the host name or address of a Host header without its port, or null when it is malformed.
 */
function hostnameOf(host: string): string | null {
  const address = `http://${host}`;
  if (/[\s/\\?#@]/.test(host) || !URL.canParse(address)) return null;
  return new URL(address).hostname;
}

/**
 * Whether a Host header names this app: `APP_URL`'s host or this machine itself, at any port.
 * Prevents DNS rebinding: a foreign page can point its own name to our address, so that browsers
 * treat our responses as its own, but they still send that name. Clients that send no Host header
 * are no browsers.
 */
export function isOwnHost(host: string | undefined): boolean {
  if (host === undefined) return true;
  const hostname = hostnameOf(host);
  return hostname !== null && (isLoopback(hostname) || hostname === new URL(env().APP_URL).hostname);
}

/**
 * Whether an origin is the app's own (contract §1): APP_URL's and, under an http APP_URL, `http://`
 * with the request's host, because a machine has several names.
 * @param origin the header `Origin`
 * @param host the header `Host`, null without one
 */
export function isOwnOrigin(origin: string, host: string | null): boolean {
  const app = new URL(env().APP_URL);
  return origin === app.origin || (app.protocol === "http:" && Boolean(host) && origin === `http://${host}`);
}
