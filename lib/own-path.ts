/** The default page after a login. */
export const HOME_PATH = "/dashboard";

const AUTH_PAGES = /^\/(login|register|forgot-password|password-reset|verify-email)(?:[/?#]|$)/;

/**
 * Returns the path to open after a login: `next` if it is a page of this app that is worth
 * returning to, else the dashboard. Prevents open redirects: refuses foreign addresses in any form
 * (`//host`, `/\host`, a scheme, control characters that browsers drop).
 */
export function ownPath(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return HOME_PATH;
  // Browsers treat a backslash as a slash, and drop tabs and line breaks before parsing.
  if (/[\\\p{Cc}]/u.test(next)) return HOME_PATH;
  return AUTH_PAGES.test(next) ? HOME_PATH : next;
}
