import { NextResponse } from "next/server";
import { loginSchema } from "../records/account";
import { validate } from "../records/validation";
import { invalid } from "./errors";
import { changing, methods, publicWriting, reading } from "./http";
import { checkCredentials } from "./users";
import { clearSessionCookie, createSession, endSession, setSessionCookie } from "./session";

/** `POST /api/auth/login`: answers the token for programs and sets the cookie for browsers (contract §5). */
export const login = methods({
  POST: publicWriting(async ({ request }, body) => {
    const { values, errors } = validate(loginSchema, body);
    if (errors) throw invalid(errors);
    const user = await checkCredentials(values.email, values.password);
    const token = await createSession(user.id, request.headers.get("user-agent") ?? "");
    const response = NextResponse.json({ success: true, access_token: token, message: "login_success" });
    setSessionCookie(response, token);
    return response;
  }),
});

/** `POST /api/auth/logout`: ends the session that asks; its token and cookie are refused from now on. */
export const logout = methods({
  POST: changing(async ({ session }) => {
    await endSession(session.id);
    const response = NextResponse.json({ success: true, message: "logout_success" });
    clearSessionCookie(response);
    return response;
  }),
});

/** `GET /api/user`: who is logged in. */
export const user = methods({
  GET: reading(async ({ session }) => {
    const { id, email, name } = session.user;
    return { id, email, name };
  }),
});
