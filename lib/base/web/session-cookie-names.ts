/**
 * Names of the session cookie; it has the prefix `__Host-` if the app is served over https. This
 * file must run in the edge runtime, because the middleware imports it.
 */
export const SECURE_SESSION_COOKIE = "__Host-session";
export const PLAIN_SESSION_COOKIE = "session";
export const SESSION_COOKIE_NAMES = [SECURE_SESSION_COOKIE, PLAIN_SESSION_COOKIE] as const;
