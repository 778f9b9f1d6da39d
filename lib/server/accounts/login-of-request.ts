import type { NextRequest } from "next/server";
import { env } from "../env";

/* How a request brings a login, for what must not load the rest of accounts. */

/** Whether people reach the app over https, so that its cookies can be Secure. */
export const isSecure = () => env().APP_URL.startsWith("https:");

/** Whether a request brings its token itself; then no foreign page can have sent it on somebody's behalf. */
export const hasBearer = (request: NextRequest) => /^Bearer\b/i.test(request.headers.get("authorization") ?? "");

/** The token that it brings. */
export const bearerToken = (request: NextRequest) =>
  /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
