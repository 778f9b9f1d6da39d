/**
 * What a page may load and run: our own files, and scripts that carry this request's nonce; nothing a user typed can
 * become a script. Style attributes stay allowed: charts and floating lists set sizes and places by them.
 * @param nonce random, new for each request
 * @param isDevelopment the development server reloads by `eval`
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
