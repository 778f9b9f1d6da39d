import { NextResponse } from "next/server";
import { HOME_PATH, ownPath } from "@/lib/model/own-path";
import { isSafe } from "@/lib/base/config/single-sign-on-settings";
import { AppError, type ErrorCode } from "@/lib/base/errors/errors";
import { logSecurity } from "@/lib/base/observability/security-log";
import { routes } from "@/lib/http/request-handler";
import type { CallRequest } from "@/lib/base/web/call";
import { clearCookie } from "@/lib/base/web/host-cookie";
import { route, type Parameter } from "@/lib/http/route";
import { attemptCookies, loginOptions } from "../server/login-options";
import { runStep } from "@/lib/sessions/auth-step";
import { endLoginAttempt, logoutCookie, startLoginAttempt } from "../server/sso/login-attempts";
import { logoutAddress, PROVIDER_ID, refusalOf, singleSignOn } from "../server/sso/provider";

const text = { type: "string" };

function redirectTo(location: string, headers = new Headers()): NextResponse {
  headers.set("location", location);
  return new NextResponse(null, { status: 303, headers });
}

/**
 * Maximum length of the path to open after the login; a longer path would not fit into the cookie.
 */
const MAX_NEXT_LENGTH = 1_500;

/**
 * Returns the page to open after the login; empty for the default page or a path that is too long.
 */
function nextOf(nextPath: string | null | undefined): string {
  const next = ownPath(nextPath);
  return next === HOME_PATH || next.length > MAX_NEXT_LENGTH ? "" : next;
}

/** Returns the page to open after the login that the browser has begun. */
const nextOfAttempt = (request: CallRequest) => nextOf(request.cookies.get(attemptCookies().callbackUrl.name)?.value);

/** Deletes the cookies of a login. */
function clearAttempt(response: NextResponse): NextResponse {
  for (const cookie of Object.values(attemptCookies())) clearCookie(response, cookie);
  return response;
}

/** What a provider sends back. next-auth would obey further parameters, such as `callbackUrl`. */
const RETURNED = ["code", "state", "iss", "session_state"];

/** Redirects to the login page, which shows the reason and then leads to the requested page. */
function backToLogin(sso: ErrorCode, request: CallRequest): NextResponse {
  const nextPath = new URL(request.url).searchParams.get("next");
  const next = nextPath === null ? nextOfAttempt(request) : nextOf(nextPath);
  return clearAttempt(redirectTo(`/login?${new URLSearchParams({ sso, ...(next && { next }) })}`));
}

const redirectAnswer = (description: string) => ({
  success: {
    status: 303 as const,
    description: `${description} Refusals redirect to the login page, which shows the reason.`,
    headers: { Location: { description: "Where the browser goes next", schema: text } },
  },
});

const query = (name: string, description: string): Parameter => ({ name, in: "query", description, schema: text });

/** Contract §9. */
export const startSingleSignOn = routes({
  GET: route({
    path: "/auth/sso",
    id: "startSingleSignOn",
    tag: "account",
    summary: "Log in by single sign-on",
    description:
      "For browsers: redirects to the provider and sets a cookie that only the callback reads. Without single sign-on it redirects to the login page.",
    parameters: [query("next", "The page to open afterwards, as a path of this installation")],
    access: "public",
    limit: "singleSignOns",
    errorResponder: backToLogin,
    answers: redirectAnswer("Redirects to the provider."),
  }).handle(async ({ request, url, client, context }) => {
    if (!singleSignOn()) return redirectTo("/login");
    const body = { callbackUrl: ownPath(nextOf(url.searchParams.get("next"))) };
    const step = { path: ["signin", PROVIDER_ID], body } as const;
    const { location, headers } = await runStep({ request, client, context }, loginOptions(), step);
    if (!isSafe(location)) throw refusalOf({ message: "unsafe address of the login" }, client);
    await startLoginAttempt("sign_in", "", new URL(location).searchParams.get("state") ?? "");
    return redirectTo(location, headers);
  }),
});

/** Contract §9. */
export const singleSignOnCallback = routes({
  GET: route({
    path: "/auth/sso/callback",
    id: "finishSingleSignOn",
    tag: "account",
    summary: "Complete a login by single sign-on",
    description:
      "For browsers, which the provider redirects here. Works once, and only for the browser that started the login.",
    parameters: [
      query("code", "Authorization code of the provider"),
      query("state", "Proves that the login was started here"),
      query("error", "Error code of the provider, if it refused"),
    ],
    access: "public",
    errorResponder: backToLogin,
    answers: redirectAnswer("Sets the session cookie and redirects to the requested page."),
  }).handle(async ({ request, url, client, context }) => {
    if (!singleSignOn()) return redirectTo("/login");
    const { callbackUrl, ...proofs } = attemptCookies();
    const cookieOf = (name: string) => request.cookies.get(name)?.value;
    const handle = url.searchParams.get("state") ?? "";
    // next-auth accepts a state while its cookie lasts; a row in the database makes it single-use.
    if (!cookieOf(proofs.state.name) || (await endLoginAttempt("sign_in", handle)) === null) {
      logSecurity("login_failed", { client, reason: "sso_expired: unknown, used or too old" });
      throw new AppError("sso_expired");
    }
    const code = url.searchParams.get("error");
    if (code !== null) throw refusalOf({ code }, client);
    const query = RETURNED.map((name) => [name, url.searchParams.get(name)]).filter(([, value]) => value);
    // Without the session cookie: next-auth links nothing to the account that is logged in.
    const cookies = Object.values(proofs).map(({ name }) => [name, cookieOf(name)]);
    const { location, headers } = await runStep({ request, client, context }, loginOptions(), {
      path: ["callback", PROVIDER_ID],
      query: Object.fromEntries(query),
      cookies: { ...Object.fromEntries(cookies), [callbackUrl.name]: ownPath(nextOfAttempt(request)) },
    });
    const response = clearAttempt(redirectTo(location, headers));
    clearCookie(response, logoutCookie());
    return response;
  }),
});

export const singleSignOnLogout = routes({
  GET: route({
    path: "/auth/sso/logout",
    id: "leaveSingleSignOn",
    tag: "account",
    summary: "Log out at the provider too",
    description: "For browsers that logged out here within the last minutes; others are redirected to the login page.",
    access: "public",
    errorResponder: backToLogin,
    answers: redirectAnswer("Redirects to the provider's logout, which leads back to the login page."),
  }).handle(async ({ request, client }) => {
    const settings = singleSignOn();
    const idToken = await endLoginAttempt("log_out", request.cookies.get(logoutCookie().name)?.value);
    const response = redirectTo(settings && idToken ? await logoutAddress(settings, idToken, client) : "/login");
    clearCookie(response, logoutCookie());
    return response;
  }),
});
