import { env } from "../config/env";

const ALWAYS = {
  "x-content-type-options": "nosniff",
  // For older browsers without frame-ancestors.
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** API responses and files are no pages: opened as one, they may load and run nothing. */
const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Paths that the middleware skips; all others are pages, which get their policy there. */
const FILES = /^\/(?:_next\/|favicon\.ico|icon\.svg|robots\.txt)/;

/** Whether a request's target lies below `/api`. */
export const isApiPath = (target: string): boolean => /^\/api(?:[/?\\]|$)/.test(target);

const ONE_YEAR = 31_536_000;

/**
 * Returns the security headers that every response carries, files and refusals included.
 * @param target the request's path and query; null for a response that is never a page, whatever
 * the target
 */
export function securityHeaders(target: string | null): Record<string, string> {
  return {
    ...ALWAYS,
    ...((target === null || isApiPath(target) || FILES.test(target)) && { "content-security-policy": NO_PAGE_POLICY }),
    ...(env().APP_URL.startsWith("https:") && { "strict-transport-security": `max-age=${ONE_YEAR}` }),
  };
}
