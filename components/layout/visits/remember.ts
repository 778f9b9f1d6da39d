/** The cookie that remembers whether the sidebar is narrow, so that the server draws it right from the first byte. */
export const SIDEBAR_COOKIE = "sidebar";

/** The cookie that remembers how high the rows of tables are, and what it holds for low ones. */
export const ROWS_COOKIE = "rows";
export const DENSE_ROWS = "dense";

const YEAR_IN_SECONDS = 31_536_000;

/** Keeps a choice of the reader for a year, in a cookie, so that the server knows it before it draws. */
export function remember(cookie: string, value: string) {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${cookie}=${value}; Path=/; Max-Age=${YEAR_IN_SECONDS}; SameSite=Lax${secure}`;
}
