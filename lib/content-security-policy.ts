/**
 * Returns the Content-Security-Policy of a page: own files, and scripts with this request's nonce,
 * so that nothing a user typed can run as a script. Style attributes stay allowed, because charts
 * and floating lists set their size and position with them.
 * @param nonce random, new for each request
 * @param isDevelopment allows `eval`, which the development server uses to reload
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
