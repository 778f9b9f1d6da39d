import { env } from "../config/env";
import { isLoopback } from "../config/loopback";

/** The name or address that a Host header asks for, without its port; null for what is no host. */
function hostnameOf(host: string): string | null {
  const address = `http://${host}`;
  if (/[\s/\\?#@]/.test(host) || !URL.canParse(address)) return null;
  return new URL(address).hostname;
}

/**
 * Whether a request asks for us: for `APP_URL`'s host or this machine itself, at any port. A foreign page can have its own
 * name lead to our address (DNS rebinding); then browsers take what we answer for its own, but still say that name.
 * Programs that say none are no browsers.
 */
export function isOwnHost(host: string | undefined): boolean {
  if (host === undefined) return true;
  const hostname = hostnameOf(host);
  return hostname !== null && (isLoopback(hostname) || hostname === new URL(env().APP_URL).hostname);
}

/**
 * Whether an origin is ours (contract §1): APP_URL's own and, under an http APP_URL, `http://` with the request's host, because
 * a machine has several names.
 * @param origin the header `Origin`
 * @param host the header `Host`, null without one
 */
export function isOwnOrigin(origin: string, host: string | null): boolean {
  const app = new URL(env().APP_URL);
  return origin === app.origin || (app.protocol === "http:" && Boolean(host) && origin === `http://${host}`);
}
