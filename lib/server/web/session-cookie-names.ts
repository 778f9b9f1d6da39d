/**
 * Names of the session cookie, with `__Host-` where the app is served over https. Edge-safe: the
 * middleware imports this file.
 */
export const SECURE_SESSION_COOKIE = "__Host-session";
export const PLAIN_SESSION_COOKIE = "session";
export const SESSION_COOKIE_NAMES = [SECURE_SESSION_COOKIE, PLAIN_SESSION_COOKIE] as const;
