/** The cookie that remembers whether the sidebar is narrow, so that the server draws it right from the first byte. */
export const SIDEBAR_COOKIE = "sidebar";
