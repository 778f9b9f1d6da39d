import { env } from "../config/env";

const ALWAYS = {
  "x-content-type-options": "nosniff",
  // Older browsers know no frame-ancestors.
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** An answer of the API, or a file, is no page: as one it may do nothing at all. */
const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What the middleware leaves out; everything else is a page, which gets its policy there. */
const FILES = /^\/(?:_next\/|favicon\.ico|icon\.svg|robots\.txt)/;

/** Whether a request's target lies below `/api`. */
export const isApiPath = (target: string): boolean => /^\/api(?:[/?\\]|$)/.test(target);

const ONE_YEAR = 31_536_000;

/**
 * The headers that every answer carries, files and refusals included.
 * @param target the request's path and query; null for an answer that is no page wherever it was sent
 */
export function securityHeaders(target: string | null): Record<string, string> {
  return {
    ...ALWAYS,
    ...((target === null || isApiPath(target) || FILES.test(target)) && { "content-security-policy": NO_PAGE_POLICY }),
    ...(env().APP_URL.startsWith("https:") && { "strict-transport-security": `max-age=${ONE_YEAR}` }),
  };
}
