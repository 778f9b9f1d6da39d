/**
 * Returns the Content-Security-Policy of a page. It allows only files of this app and scripts with
 * the nonce of this request, so that text typed by a user cannot run as a script. Inline styles are
 * allowed, because charts and floating lists set their size and position with style attributes.
 * @param nonce random, new for each request
 * @param isDevelopment true allows `eval` and WebSockets, which the development server uses to
 * reload
 */
export function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
