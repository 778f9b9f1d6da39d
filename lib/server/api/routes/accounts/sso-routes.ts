import { NextResponse } from "next/server";
import { HOME_PATH, ownPath } from "@/lib/own-path";
import { AppError, type ErrorCode } from "@/lib/server/errors/errors";
import { routes } from "../../request-handler";
import type { CallRequest } from "@/lib/server/web/call";
import { route, type Parameter } from "../../route";
import { logSecurity } from "@/lib/server/observability/security-log";
import { createSession, setSessionCookie } from "@/lib/server/auth/session";
import { respondWithLogin } from "@/lib/server/accounts/login";
import { accountOf } from "@/lib/server/accounts/sso/account-linking";
import { areClaimsComplete, nameOf, roleOf, verifiedEmail } from "@/lib/server/accounts/sso/claims";
import {
  startLoginAttempt,
  clearLoginAttemptCookie,
  endLoginAttempt,
  loginPath,
  MAX_NEXT_LENGTH,
  proofOf,
  readLoginAttemptCookie,
  setLoginAttemptCookie,
} from "@/lib/server/accounts/sso/login-attempts";
import {
  authorizationAddress,
  logoutAddress,
  singleSignOn,
  readIdentityClaims,
} from "@/lib/server/accounts/sso/provider";

const text = { type: "string" };

const leadTo = (location: string) => new NextResponse(null, { status: 303, headers: { location } });

/**
 * Returns the page to open after the login; empty for the default page or a path that is too long.
 */
function nextOf(asked: string | null): string {
  const next = ownPath(asked);
  return next === HOME_PATH || next.length > MAX_NEXT_LENGTH ? "" : next;
}

/** Redirects to the login page, which shows the reason and then leads to the requested page. */
function backToLogin(sso: ErrorCode, request: CallRequest): NextResponse {
  const { next } = readLoginAttemptCookie(request, "sign_in");
  const wanted = nextOf(new URL(request.url).searchParams.get("next") ?? next);
  const response = leadTo(loginPath({ sso, next: wanted }));
  clearLoginAttemptCookie(response, "sign_in");
  return response;
}

const onward = (description: string) => ({
  success: {
    status: 303 as const,
    description: `${description} Refusals redirect to the login page, which shows the reason.`,
    headers: { Location: { description: "Where the browser goes next", schema: text } },
  },
});

const query = (name: string, description: string): Parameter => ({ name, in: "query", description, schema: text });

/** `GET /api/auth/sso`: redirects a browser to the single sign-on provider (contract §9). */
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
    answers: onward("Redirects to the provider."),
    async handle({ url, client }) {
      const settings = singleSignOn();
      if (!settings) return leadTo("/login");
      const handle = await startLoginAttempt("sign_in");
      const response = leadTo(await authorizationAddress(settings, proofOf(handle), client));
      setLoginAttemptCookie(response, "sign_in", handle, nextOf(url.searchParams.get("next")));
      return response;
    },
  }),
});

/**
 * `GET /api/auth/sso/callback`: completes a login when the provider sends the browser back
 * (contract §9).
 */
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
    answers: onward("Sets the session cookie and redirects to the requested page."),
    async handle({ request, url, client, context }) {
      const settings = singleSignOn();
      if (!settings) return leadTo("/login");
      const { handle, next } = readLoginAttemptCookie(request, "sign_in");
      if ((await endLoginAttempt("sign_in", handle)) === null) {
        logSecurity("login_failed", { client, reason: "sso_expired: unknown, used or too old" });
        throw new AppError("sso_expired");
      }
      const enough = (claims: object) => areClaimsComplete({ ...claims }, settings);
      const proof = proofOf(handle);
      const { claims, idToken } = await readIdentityClaims(settings, url.searchParams, proof, {
        areClaimsComplete: enough,
        client,
      });
      const email = verifiedEmail(claims);
      const identity = {
        issuer: settings.OIDC_ISSUER,
        subject: claims.sub,
        email,
        name: nameOf(claims, email ?? claims.sub),
        role: roleOf(claims, settings),
      };
      const user = await accountOf(context, identity, client);
      const token = await createSession(user, request.headers.get("user-agent") ?? "", { idToken });
      // The account was disabled, or its password was changed, at the same moment.
      if (token === null) throw new AppError("sso_failed");
      await respondWithLogin({ request, user_id: user.id, client, reason: "sso" });
      const response = leadTo(ownPath(next));
      setSessionCookie(response, token);
      clearLoginAttemptCookie(response, "sign_in");
      clearLoginAttemptCookie(response, "log_out");
      return response;
    },
  }),
});

/**
 * `GET /api/auth/sso/logout`: redirects a browser that has just logged out to the provider's
 * logout.
 */
export const singleSignOnLogout = routes({
  GET: route({
    path: "/auth/sso/logout",
    id: "leaveSingleSignOn",
    tag: "account",
    summary: "Log out at the provider too",
    description: "For browsers that logged out here within the last minutes; others are redirected to the login page.",
    access: "public",
    errorResponder: backToLogin,
    answers: onward("Redirects to the provider's logout, which leads back to the login page."),
    async handle({ request, client }) {
      const settings = singleSignOn();
      const idToken = await endLoginAttempt("log_out", readLoginAttemptCookie(request, "log_out").handle);
      const response = leadTo(settings && idToken ? await logoutAddress(settings, idToken, client) : "/login");
      clearLoginAttemptCookie(response, "log_out");
      return response;
    },
  }),
});
