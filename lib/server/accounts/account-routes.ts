import { NextResponse } from "next/server";
import type * as z from "zod";
import {
  forgotSchema,
  loginSchema,
  passwordChangeSchema,
  profileSchema,
  registerSchema,
  resetSchema,
  verifySchema,
} from "../../records/account";
import type { AnyRow } from "../../records/define";
import { validate } from "../../records/validation";
import { AppError, invalid } from "../errors";
import { changing, methods, pathId, publicReading, publicWriting, reading, writing } from "../http";
import * as operations from "../openapi/account-operations";
import { described } from "../openapi/operation";
import { countRequest } from "../rate-limit";
import { logSecurity } from "../security-log";
import { requestReset, resetAddress, resetPassword } from "./recovery";
import { register as registerAccount, verifyEmail } from "./registration";
import { clearSessionCookie, createSession, endSession, liveSessions, setSessionCookie } from "./session";
import { changePassword, checkCredentials, deleteExpired, updateProfile } from "./users";

function checked<Values>(schema: z.ZodType<Values>, body: AnyRow): Values {
  const { values, errors } = validate(schema, body);
  if (errors) throw invalid(errors);
  return values;
}

/** `POST /api/auth/login`: answers the token for programs and sets the cookie for browsers (contract §5). */
export const login = methods({
  POST: described(
    operations.loginOperation,
    publicWriting(async ({ request, client }, body) => {
      const { email, password } = checked(loginSchema, body);
      const { user, opens } = await checkCredentials(email, password, client);
      // Only those who know the password are told that the address is still unconfirmed.
      const isPending = opens && !user?.email_verified_at;
      const userAgent = request.headers.get("user-agent") ?? "";
      const token = user && opens && !isPending ? await createSession(user, userAgent) : null;
      if (!user || !token) {
        const reason = isPending ? "verify_email" : "username_password_error";
        logSecurity("login_failed", { user_id: user?.id, client, reason });
        throw new AppError(reason);
      }
      await deleteExpired();
      logSecurity("login", { user_id: user.id, client });
      const response = NextResponse.json({ success: true, access_token: token, message: "login_success" });
      setSessionCookie(response, token);
      return response;
    }, "clientFailures"),
  ),
});

/** `POST /api/auth/logout`: ends the session that asks; its token and cookie are refused from now on. */
export const logout = methods({
  POST: described(
    operations.logoutOperation,
    changing(async ({ session, client }) => {
      await endSession(session.user.id, session.id);
      logSecurity("logout", { user_id: session.user.id, client });
      const response = NextResponse.json({ success: true, message: "logout_success" });
      clearSessionCookie(response);
      return response;
    }),
  ),
});

/** `POST /api/auth/register`: makes an account that waits for the confirmation of its address (contract §5). */
export const register = methods({
  POST: described(
    operations.registerOperation,
    publicWriting(async ({ locale, client }, body) => {
      const values = checked(registerSchema, body);
      await countRequest("registrations", client);
      const user_id = (await registerAccount(values, locale, client)) ?? undefined;
      logSecurity("registered", { user_id, client });
      return NextResponse.json({ success: true, message: "successfully_registered" }, { status: 201 });
    }, "registrations"),
  ),
});

/** `POST /api/auth/verify/{token}`: confirms an address with the password chosen at registration (contract §5). */
export const verify = methods({
  POST: described(
    operations.verifyOperation,
    publicWriting(async ({ params, client }, body) => {
      const { password } = checked(verifySchema, body);
      const { user_id, isRight } = await verifyEmail(params.token ?? "", password, client);
      logSecurity(isRight ? "email_verified" : "verification_failed", { user_id, client });
      if (!isRight) throw new AppError("username_password_error");
      return { success: true, message: "email_verified" };
    }, "clientFailures"),
  ),
});

/** `POST /api/password/create`: mails a link that resets the password (contract §5). */
export const forgotPassword = methods({
  POST: described(
    operations.forgotOperation,
    publicWriting(async ({ locale, client }, body) => {
      const { email } = checked(forgotSchema, body);
      await countRequest("resetRequests", client);
      const user_id = (await requestReset(email, locale, client)) ?? undefined;
      logSecurity("reset_requested", { user_id, client });
      return { success: true, message: "reset_link_sent" };
    }, "resetRequests"),
  ),
});

/** `GET /api/password/find/{token}`: whether a reset link is still good, and for which address (spec §7). */
export const findResetToken = methods({
  GET: described(
    operations.findTokenOperation,
    publicReading(async ({ params, client }) => {
      const token = params.token ?? "";
      return { success: true, token, email: await resetAddress(token, client) };
    }, "clientFailures"),
  ),
});

/** `POST /api/password/reset`: sets a forgotten password; all sessions of the account end (contract §5). */
export const passwordReset = methods({
  POST: described(
    operations.resetOperation,
    publicWriting(async ({ client }, body) => {
      const user_id = await resetPassword(checked(resetSchema, body), client);
      logSecurity("password_reset", { user_id, client });
      return { success: true, message: "reset_password_success" };
    }, "clientFailures"),
  ),
});

/** `GET` and `PUT /api/user`: who is logged in, and what he may change about that. */
export const user = methods({
  GET: described(
    operations.readUserOperation,
    reading(async ({ session }) => {
      const { id, email, name } = session.user;
      return { id, email, name };
    }),
  ),
  PUT: described(
    operations.updateUserOperation,
    writing(async ({ session }, body) => {
      await updateProfile(session.user.id, checked(profileSchema, body));
      return { success: true, message: "data_updated" };
    }),
  ),
});

/** `POST /api/user/password`: changes the password; the user's other sessions end (contract §5). */
export const userPassword = methods({
  POST: described(
    operations.changePasswordOperation,
    writing(async ({ session, client }, body) => {
      const values = checked(passwordChangeSchema, body);
      const user_id = session.user.id;
      if (!(await changePassword(session, values, client))) {
        logSecurity("password_change_failed", { user_id, client });
        throw invalid({ current_password: ["mismatch"] });
      }
      logSecurity("password_changed", { user_id, client });
      return { success: true, message: "password_changed" };
    }),
  ),
});

/** `GET /api/user/sessions`: where the user is logged in. */
export const userSessions = methods({
  GET: described(
    operations.listSessionsOperation,
    reading(async ({ session }) => {
      const sessions = await liveSessions(session.user.id);
      return sessions.map((row) => ({ ...row, current: row.id === session.id }));
    }),
  ),
});

/** `DELETE /api/user/sessions/{id}`: ends one of the user's own sessions. */
export const userSession = methods({
  DELETE: described(
    operations.endSessionOperation,
    changing(async ({ session, params, client }) => {
      const id = pathId(params, "id");
      const user_id = session.user.id;
      if (!(await endSession(user_id, id))) throw new AppError("data_not_found");
      logSecurity("session_ended", { user_id, client });
      const response = NextResponse.json({ success: true, message: "session_ended" });
      if (id === session.id) clearSessionCookie(response);
      return response;
    }),
  ),
});
