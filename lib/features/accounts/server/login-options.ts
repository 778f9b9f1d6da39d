import type { AuthOptions } from "next-auth";
import { ownPath } from "@/lib/model/own-path";
import type { LoginValues } from "../account";
import { mayUsePassword } from "@/lib/sessions/may-use-password";
import { createSession, endCookieSession } from "@/lib/sessions/session";
import { loggedError, sessionOptions } from "@/lib/sessions/session-options";
import { AppError } from "@/lib/base/errors/errors";
import { expectDefined } from "@/lib/base/errors/invariant";
import { logSecurity } from "@/lib/base/observability/security-log";
import { hostCookie } from "@/lib/base/web/host-cookie";
import { loginCall, recordAndThrow, recordError } from "@/lib/sessions/auth-step";
import { demandCode } from "./second-factor";
import { accountOf } from "./sso/account-linking";
import { identityOf, type IdentityClaims } from "./sso/claims";
import { LOGIN_ATTEMPT_SECONDS } from "./sso/login-attempts";
import { PROVIDER_ID, refusalOf, singleSignOn, singleSignOnProvider } from "./sso/provider";
import { checkCredentials } from "./check-credentials";
/** The cookies of a login by single sign-on. */
export const attemptCookies = () => ({
  state: hostCookie("sso", LOGIN_ATTEMPT_SECONDS),
  pkceCodeVerifier: hostCookie("sso-pkce", LOGIN_ATTEMPT_SECONDS),
  nonce: hostCookie("sso-nonce", LOGIN_ATTEMPT_SECONDS),
  callbackUrl: hostCookie("sso-next", LOGIN_ATTEMPT_SECONDS),
});

/**
 * Checks a user's password and, if the account has one, second factor.
 * @throws AppError username_password_error, verify_email, password_login_off, second_factor_required,
 * second_factor_wrong, too_many_requests
 */
async function authorize({ email, password, code }: LoginValues) {
  const { client } = loginCall();
  const { user, opens } = await checkCredentials(email, password, client);
  // Only callers who know the password learn that the address is unconfirmed or password login
  // is off.
  const isPending = opens && !user?.email_verified_at;
  const isOff = opens && user !== null && !mayUsePassword(user);
  if (!user || !opens || isPending || isOff) {
    const reason = isOff ? "password_login_off" : isPending ? "verify_email" : "username_password_error";
    logSecurity("login_failed", { user_id: user?.id, client, reason });
    throw new AppError(reason);
  }
  return { id: String(user.id), account: user, byFactor: await demandCode(user, code, client) };
}

/** Returns the account of a user whom single sign-on has authenticated. @throws AppError sso_no_access */
async function accountOfClaims(claims: IdentityClaims) {
  const { context, client } = loginCall();
  return accountOf(context, identityOf(claims, expectDefined(singleSignOn(), "single sign-on")), client);
}

/** The options of next-auth for logins: those for reading a session, and the ways to log in. */
export function loginOptions(): AuthOptions {
  const provider = singleSignOn();
  const options = sessionOptions();
  return {
    ...options,
    cookies: { ...options.cookies, ...attemptCookies() },
    pages: { signIn: "/login", error: "/login" },
    providers: [
      {
        id: "credentials",
        name: "Password",
        type: "credentials",
        credentials: {},
        authorize: (values) => authorize(values as unknown as LoginValues).catch(recordAndThrow),
      },
      ...(provider ? [singleSignOnProvider(provider)] : []),
    ],
    callbacks: {
      ...options.callbacks,
      signIn: async ({ user, account, profile }) => {
        if (account?.provider === PROVIDER_ID)
          user.account = await accountOfClaims(profile as IdentityClaims).catch(recordAndThrow);
        return true;
      },
      jwt: async ({ token, trigger, user, account }) => {
        if (trigger !== "signIn") return token;
        const login = loginCall();
        const owner = expectDefined(user.account, "the authenticated account");
        const isSso = account?.provider === PROVIDER_ID;
        const shown = isSso ? { idToken: account.id_token ?? null } : { byFactor: user.byFactor === true };
        const opaque = await createSession(owner, login.request.headers.get("user-agent") ?? "", shown);
        if (opaque !== null) return { opaque: (login.token = opaque) };
        // The account was disabled, or its password was changed, at the same moment.
        const reason = isSso ? "sso_failed" : "username_password_error";
        logSecurity("login_failed", { user_id: owner.id, client: login.client, reason });
        throw new AppError(reason);
      },
      redirect: ({ url }) => ownPath(url),
    },
    events: {
      signIn: async ({ user, account }) => {
        const { request, client } = loginCall();
        // The request still carries the cookie of the browser's previous session.
        const left = await endCookieSession(request);
        if (left) logSecurity("session_ended", { user_id: left.user_id, client });
        const reason = account?.provider === PROVIDER_ID ? "sso" : undefined;
        logSecurity("login", { user_id: user.account?.id, client, reason });
      },
    },
    logger: {
      ...options.logger,
      error: (code, metadata) => {
        const error = loggedError(metadata);
        const isProviders = /^(SIGNIN_OAUTH|OAUTH_CALLBACK|OAUTH_PARSE_PROFILE)_ERROR$/.test(code);
        recordError(isProviders ? refusalOf(error, loginCall().client) : error);
      },
    },
  };
}
