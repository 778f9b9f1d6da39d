import { NextResponse } from "next/server";
import {
  accountRegistered,
  addressVerified,
  forgottenPasswordSet,
  loggedIn,
  loggedOut,
  resetLinkSent,
  validResetLink,
} from "../login-answers";
import { forgotSchema, loginSchema, registerSchema, resetSchema, verifySchema } from "../account";
import { AppError } from "@/lib/base/errors/errors";
import { pathToken, routes } from "@/lib/http/request-handler";
import { minimalAnswer, prefersMinimal } from "@/lib/http/prefer";
import { route, type AnswerOf } from "@/lib/http/route";
import { logSecurity } from "@/lib/base/observability/security-log";
import { attemptCookies, loginOptions } from "../server/login-options";
import { runStep, type LoginCall } from "@/lib/sessions/auth-step";
import { withNewPassword } from "../server/new-password";
import { requestReset, resetAddress, resetPassword } from "../server/recovery";
import { register as registerAccount, verifyEmail } from "../server/registration";
import { clearSessionCookie, endSession } from "@/lib/sessions/session";
import { logoutCookie } from "../server/sso/login-attempts";
import { offerLogout } from "../server/sso/logout-offer";

const minimalLogin = minimalAnswer("access_token");

/** Contract §5. */
export const login = routes({
  POST: route({
    path: "/auth/login",
    id: "login",
    tag: "account",
    summary: "Log in",
    description:
      "Returns a token for programs and sets the session cookie for browsers. Ends the session of a cookie sent with the request. If the account has a second factor, `code` is a code of its authenticator app or a recovery code; without it, the right password is answered with `second_factor_required`.",
    parameters: minimalLogin.parameters,
    access: "public",
    limit: "clientFailures",
    hashes: true,
    body: loginSchema,
    answers: {
      success: {
        description: "Logged in",
        schema: loggedIn,
        headers: {
          ...minimalLogin.headers,
          "Set-Cookie": { description: "The browser's session.", schema: { type: "string" } },
        },
      },
      refusals: [
        "username_password_error",
        "verify_email",
        "password_login_off",
        "second_factor_required",
        "second_factor_wrong",
      ],
    },
  }).handle(async ({ request, answerHeaders, client, context, body }) => {
    const login: LoginCall = { request, client, context };
    // With a page to open, next-auth sets no cookie for it.
    const cookies = { [attemptCookies().callbackUrl.name]: "/" };
    const { headers } = await runStep(login, loginOptions(), { path: ["callback", "credentials"], body, cookies });
    const forPrograms = prefersMinimal({ request, answerHeaders }) ? {} : { access_token: login.token };
    const answer: AnswerOf<typeof loggedIn> = { success: true, ...forPrograms, message: "login_success" };
    return NextResponse.json(answer, { headers });
  }),
});

export const logout = routes({
  POST: route({
    path: "/auth/logout",
    id: "logout",
    tag: "account",
    summary: "Log out",
    description: "Ends the current session: its token and cookie are refused from then on.",
    access: ["write", "ownAccount"],
    answers: { success: { description: "Logged out", schema: loggedOut } },
  }).handle(async ({ session, client }) => {
    const { name, options } = logoutCookie();
    const offer = await offerLogout(session.id);
    await endSession(session.user.id, session.id);
    logSecurity("logout", { user_id: session.user.id, client });
    const response = NextResponse.json<AnswerOf<typeof loggedOut>>({ success: true, message: "logout_success" });
    clearSessionCookie(response);
    if (offer) response.cookies.set(name, offer, options);
    return response;
  }),
});

/** Contract §5. */
export const registerRoutes = routes({
  POST: route({
    path: "/auth/register",
    id: "register",
    tag: "account",
    summary: "Register an account",
    description: "Mails a confirmation link; the account can log in once its address is confirmed. `url` is ignored.",
    access: "public",
    limit: "registrations",
    hashes: true,
    body: withNewPassword(registerSchema),
    answers: {
      success: { status: 201, description: "Registered", schema: accountRegistered },
      refusals: ["email_exists", "email_domain_not_allowed", "registration_closed"],
    },
  }).handle(async ({ body, context, client }) => {
    const user_id = (await registerAccount(context, body, client)) ?? undefined;
    logSecurity("registered", { user_id, client });
    return { success: true, message: "successfully_registered" };
  }),
});

/** Contract §5. */
export const verify = routes({
  POST: route({
    path: "/auth/verify/{token}",
    id: "verifyEmail",
    tag: "account",
    summary: "Confirm the address of a registered account",
    description: "Requires the password chosen at registration.",
    access: "public",
    hashes: true,
    body: verifySchema,
    answers: {
      success: { description: "Confirmed", schema: addressVerified },
      refusals: ["username_password_error", "token_invalid", "too_many_requests"],
    },
  }).handle(async ({ params, body, client, context }) => {
    const { user_id, isRight } = await verifyEmail(context, pathToken(params), body.password, client);
    logSecurity(isRight ? "email_verified" : "verification_failed", { user_id, client });
    if (!isRight) throw new AppError("username_password_error");
    return { success: true, message: "email_verified" };
  }),
});

/** Contract §5. */
export const forgotPassword = routes({
  POST: route({
    path: "/password/create",
    id: "requestPasswordReset",
    tag: "account",
    summary: "Request a password reset link",
    description: "`url` is ignored: the link in the mail always leads to this installation.",
    access: "public",
    limit: "resetRequests",
    body: forgotSchema,
    answers: {
      success: { description: "Mailed", schema: resetLinkSent },
      refusals: ["email_not_found", "password_login_off"],
    },
  }).handle(async ({ body, locale, client }) => {
    const user_id = (await requestReset(body.email, locale, client)) ?? undefined;
    logSecurity("reset_requested", { user_id, client });
    return { success: true, message: "reset_link_sent" };
  }),
});

/** Spec §7. */
export const findResetToken = routes({
  GET: route({
    path: "/password/find/{token}",
    id: "findPasswordReset",
    tag: "account",
    summary: "Check whether a reset link is valid",
    description: "Checking does not consume the link.",
    access: "public",
    answers: {
      success: {
        description: "The link is valid, for this address",
        schema: validResetLink,
      },
      refusals: ["token_invalid"],
    },
  }).handle(async ({ params, client }) => {
    const token = pathToken(params);
    return { success: true, token, email: await resetAddress(token, client) };
  }),
});

/** Contract §5. */
export const passwordReset = routes({
  POST: route({
    path: "/password/reset",
    id: "resetPassword",
    tag: "account",
    summary: "Set a forgotten password",
    description: "Ends all sessions of the account.",
    access: "public",
    hashes: true,
    body: withNewPassword(resetSchema),
    answers: {
      success: { description: "Set", schema: forgottenPasswordSet },
      refusals: ["token_invalid"],
    },
  }).handle(async ({ body, client, context }) => {
    const user_id = await resetPassword(context, body, client);
    logSecurity("password_reset", { user_id, client });
    return { success: true, message: "reset_password_success" };
  }),
});
