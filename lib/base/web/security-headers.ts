import { env } from "../config/env";
import { CONFIRM_POLICY, isConfirmPath } from "./confirm-style";

const COMMON_HEADERS = {
  "x-content-type-options": "nosniff",
  // For older browsers without frame-ancestors.
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * Policy of API responses and files. They are not pages: a browser that opens one must neither load
 * nor run anything.
 */
const NON_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Policy of uploaded files: strangers wrote them, so that a browser must not treat them as pages of ours. */
const CONTENT_POLICY = "default-src 'none'; sandbox";
const CONTENT = /^\/api\/files\/[^/?]+\/content(?:\?|$)/;

/** Whether a request's target is the content of an uploaded file. */
export const isContentPath = (target: string): boolean => CONTENT.test(target);

/**
 * Policy of the scripts that draw previews of PDFs in a worker, which has the policy of its own response.
 * Nothing may evaluate text as code, since strangers wrote the PDFs.
 */
const PDF_SCRIPT_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";
const PDF_SCRIPT = /^\/pdf\/[^?]*\.m?js(?:\?|$)/;

/**
 * Matches files, which the middleware skips. All other paths outside the API are pages, whose
 * content security policy the middleware sets.
 */
const FILES = /^\/(?:_next\/|pdf\/|favicon\.ico|icon\.svg|robots\.txt)/;

/** Whether a request's target is `/api` or lies below it. */
export const isApiPath = (target: string): boolean => /^\/api(?:[/?\\]|$)/.test(target);

const ONE_YEAR = 31_536_000;

/**
 * Returns the security headers that every response carries, including files and refusals.
 * @param target the request's path and query; null for a response that is never a page, whatever
 * the target
 */
export function securityHeaders(target: string | null): Record<string, string> {
  const isNonPage = target === null || isApiPath(target) || FILES.test(target);
  return {
    ...COMMON_HEADERS,
    ...(isNonPage && { "content-security-policy": NON_PAGE_POLICY }),
    ...(target !== null && PDF_SCRIPT.test(target) && { "content-security-policy": PDF_SCRIPT_POLICY }),
    ...(target !== null && isContentPath(target) && { "content-security-policy": CONTENT_POLICY }),
    // The path is the recipient's token, which no other site may see.
    ...(target !== null &&
      isConfirmPath(target) && { "content-security-policy": CONFIRM_POLICY, "referrer-policy": "no-referrer" }),
    ...(env().APP_URL.startsWith("https:") && { "strict-transport-security": `max-age=${ONE_YEAR}` }),
  };
}
