import { env } from "../config/env";
import type { CallRequest } from "./call";

/*
 * Reads credentials from a request. Imports nothing of accounts, so that lower layers can use it.
 */

/** Returns whether the app is served over https, so that its cookies can be `Secure`. */
export const isSecure = () => env().APP_URL.startsWith("https:");

/**
 * Returns whether a request has a Bearer token. This rules out CSRF: no other site can make a
 * browser send one.
 */
export const hasBearer = (request: Pick<CallRequest, "headers">) =>
  /^Bearer\b/i.test(request.headers.get("authorization") ?? "");

/** Returns the request's Bearer token, or undefined if it has none. */
export const bearerToken = (request: CallRequest) =>
  /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
