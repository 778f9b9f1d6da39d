import { env } from "../config/env";
import type { CallRequest } from "./call";

/* How a request brings a login, for what must not load the rest of accounts. */

/** Whether people reach the app over https, so that its cookies can be Secure. */
export const isSecure = () => env().APP_URL.startsWith("https:");

/** Whether a request brings its token itself; then no foreign page can have sent it on somebody's behalf. */
export const hasBearer = (request: CallRequest) => /^Bearer\b/i.test(request.headers.get("authorization") ?? "");

/** The token that it brings. */
export const bearerToken = (request: CallRequest) =>
  /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
