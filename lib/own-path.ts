/** Where a login leads when nothing else is known. */
export const HOME_PATH = "/dashboard";

const AUTH_PAGES = /^\/(login|register|forgot-password|password-reset|verify-email)(?:[/?#]|$)/;

/**
 * The path to go to after logging in: `next`, if it is a page of ours that is worth coming back to, else the dashboard.
 * A foreign address in any disguise (`//host`, `/\host`, a scheme, control characters that browsers drop) is refused.
 */
export function ownPath(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return HOME_PATH;
  // Browsers read a backslash as a slash, and drop tabs and line breaks before they look.
  if (/[\\\p{Cc}]/u.test(next)) return HOME_PATH;
  return AUTH_PAGES.test(next) ? HOME_PATH : next;
}
