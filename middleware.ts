import { NextResponse, type NextRequest } from "next/server";
import { contentSecurityPolicy } from "@/lib/base/web/content-security-policy";
import { LEGAL_PAGES } from "@/lib/model/legal-pages";
import { SESSION_COOKIE_NAMES } from "@/lib/base/web/session-cookie-names";

const GUEST_PAGES = new RegExp(
  `^/(login|register|forgot-password|password-reset|verify-email|unsubscribe|${LEGAL_PAGES.join("|")})(/|$)`,
);

function redirectTo(request: NextRequest, path: string, next?: string) {
  const url = request.nextUrl.clone();
  url.pathname = path;
  url.search = next ? `?next=${encodeURIComponent(next)}` : "";
  return NextResponse.redirect(url);
}

/**
 * Redirects guests to the login page, sets the content security policy of each page, and passes the
 * requested path to the page in the request header `x-pathname`. Checking that a session cookie
 * exists is a convenience, not the security boundary: every page and every API route authenticates
 * itself.
 */
export function middleware(request: NextRequest) {
  const { pathname, search } = request.nextUrl;
  if (pathname === "/password-reset") return redirectTo(request, "/login");

  const isGuest = !SESSION_COOKIE_NAMES.some((name) => request.cookies.has(name));
  if (isGuest && !GUEST_PAGES.test(pathname)) {
    return redirectTo(request, "/login", pathname === "/" ? undefined : pathname + search);
  }

  // Next reads the nonce from the request's policy and puts it onto its own scripts.
  const policy = contentSecurityPolicy(crypto.randomUUID().replaceAll("-", ""), process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-pathname", pathname + search);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

export const config = {
  // Everything except the API, Next's own files, the files in public/, and the pages of recipients,
  // which are public and no pages of the app: a route handler writes them (contract §15).
  matcher: ["/((?!api(?:/|$)|confirm/[^/]+$|_next/|pdf/|favicon\\.ico$|icon\\.svg$|robots\\.txt$).*)"],
};
