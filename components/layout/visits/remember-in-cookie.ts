/**
 * Cookie that stores whether the sidebar is collapsed; the server needs it for its first render.
 */
export const SIDEBAR_COOKIE = "sidebar";

/**
 * Cookie that stores the row height of tables. Rows are low unless it has the value
 * `COMFORTABLE_ROWS`.
 */
export const ROWS_COOKIE = "rows";
export const COMFORTABLE_ROWS = "comfortable";

const YEAR_IN_SECONDS = 31_536_000;

/** Stores a preference for a year, in a cookie, so that the server knows it when rendering. */
export function rememberInCookie(cookie: string, value: string) {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${cookie}=${value}; Path=/; Max-Age=${YEAR_IN_SECONDS}; SameSite=Lax${secure}`;
}
