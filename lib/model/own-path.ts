/** The default page after a login. */
export const HOME_PATH = "/dashboard";

/** The page of the user's own account. */
export const ACCOUNT_PATH = "/pages/user";

/** Value of the login page's parameter `reason` if the session has ended while a page was open. */
export const SESSION_ENDED = "session_ended";

const AUTH_PAGES = /^\/(login|register|forgot-password|password-reset|verify-email)(?:[/?#]|$)/;

/**
 * Returns the path to open after a login: `next` if it is a page of this app other than the login
 * and registration pages, otherwise the dashboard. Prevents open redirects: rejects addresses of
 * other hosts in any notation (`//host`, `/\host`, with a scheme, with control characters that
 * browsers drop).
 */
export function ownPath(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return HOME_PATH;
  // Browsers treat a backslash as a slash, and drop tabs and line breaks before they parse a URL.
  if (/[\\\p{Cc}]/u.test(next)) return HOME_PATH;
  return AUTH_PAGES.test(next) ? HOME_PATH : next;
}
