import {
  forgotSchema,
  loginSchema,
  passwordChangeSchema,
  profileSchema,
  registerSchema,
  resetSchema,
  verifySchema,
} from "../../records/account";
import { recordId, zodSchema } from "./field-schemas";
import { done, exactObject, listOf, type Operation } from "./operation";

const tag = "Account";
const text = { type: "string" };
const email = { ...text, format: "email" };
const moment = { ...text, format: "date-time" };

/** `POST /auth/login` */
export const loginOperation: Operation = {
  id: "login",
  path: "/auth/login",
  tag,
  summary: "Log in",
  description: "Answers a token for programs, and sets the session cookie for browsers.",
  access: "public",
  body: zodSchema(loginSchema),
  success: {
    status: 200,
    description: "Logged in",
    schema: done("login_success", { access_token: text }),
    headers: { "Set-Cookie": { description: "The browser's session.", schema: text } },
  },
  refusals: ["username_password_error", "verify_email", "too_many_requests"],
};

/** `POST /auth/logout` */
export const logoutOperation: Operation = {
  id: "logout",
  path: "/auth/logout",
  tag,
  summary: "Log out",
  description: "Ends the session that asks: its token and cookie are refused from then on.",
  access: "login",
  success: { status: 200, description: "Logged out", schema: done("logout_success") },
};

/** `POST /auth/register` */
export const registerOperation: Operation = {
  id: "register",
  path: "/auth/register",
  tag,
  summary: "Register an account",
  description: "Mails a link; the account can log in once its address is confirmed. `url` is ignored.",
  access: "public",
  body: zodSchema(registerSchema),
  success: { status: 201, description: "Registered", schema: done("successfully_registered") },
  refusals: ["email_exists", "email_domain_not_allowed", "registration_closed", "too_many_requests"],
};

/** `POST /auth/verify/{token}` */
export const verifyOperation: Operation = {
  id: "verifyEmail",
  path: "/auth/verify/{token}",
  tag,
  summary: "Confirm the address of a registered account",
  description: "With the password that was chosen at registration.",
  access: "public",
  body: zodSchema(verifySchema),
  success: { status: 200, description: "Confirmed", schema: done("email_verified") },
  refusals: ["username_password_error", "token_invalid", "too_many_requests"],
};

/** `POST /password/create` */
export const forgotOperation: Operation = {
  id: "requestPasswordReset",
  path: "/password/create",
  tag,
  summary: "Ask for a link that resets the password",
  description: "`url` is ignored: the link in the mail always leads to this installation.",
  access: "public",
  body: zodSchema(forgotSchema),
  success: { status: 200, description: "Mailed", schema: done("reset_link_sent") },
  refusals: ["email_not_found", "too_many_requests"],
};

/** `GET /password/find/{token}` */
export const findTokenOperation: Operation = {
  id: "findPasswordReset",
  path: "/password/find/{token}",
  tag,
  summary: "Ask whether a reset link is still good",
  access: "public",
  success: {
    status: 200,
    description: "It is, for this address",
    schema: exactObject({ success: { const: true }, token: text, email }),
  },
  refusals: ["token_invalid", "too_many_requests"],
};

/** `POST /password/reset` */
export const resetOperation: Operation = {
  id: "resetPassword",
  path: "/password/reset",
  tag,
  summary: "Set a forgotten password",
  description: "All sessions of the account end.",
  access: "public",
  body: zodSchema(resetSchema),
  success: { status: 200, description: "Set", schema: done("reset_password_success") },
  refusals: ["token_invalid", "too_many_requests"],
};

/** `GET /user` */
export const readUserOperation: Operation = {
  id: "readUser",
  path: "/user",
  tag,
  summary: "Read who is logged in",
  access: "login",
  success: { status: 200, description: "The account", schema: exactObject({ id: recordId, email, name: text }) },
};

/** `PUT /user` */
export const updateUserOperation: Operation = {
  id: "updateUser",
  path: "/user",
  tag,
  summary: "Change one's own account",
  access: "login",
  body: zodSchema(profileSchema),
  success: { status: 200, description: "Changed", schema: done("data_updated") },
};

/** `POST /user/password` */
export const changePasswordOperation: Operation = {
  id: "changePassword",
  path: "/user/password",
  tag,
  summary: "Change one's own password",
  description: "One's other sessions end. A wrong current password is a `mismatch` of `current_password`.",
  access: "login",
  body: zodSchema(passwordChangeSchema),
  success: { status: 200, description: "Changed", schema: done("password_changed") },
  refusals: ["too_many_requests"],
};

/** `GET /user/sessions` */
export const listSessionsOperation: Operation = {
  id: "listSessions",
  path: "/user/sessions",
  tag,
  summary: "List where one is logged in",
  access: "login",
  success: {
    status: 200,
    description: "The sessions that are alive",
    schema: listOf(
      exactObject({
        id: recordId,
        created_at: moment,
        last_seen_at: moment,
        user_agent: text,
        current: { type: "boolean", description: "Whether it is the session that asks" },
      }),
    ),
  },
};

/** `DELETE /user/sessions/{id}` */
export const endSessionOperation: Operation = {
  id: "endSession",
  path: "/user/sessions/{id}",
  tag,
  summary: "End one of one's own sessions",
  access: "login",
  success: { status: 200, description: "Ended", schema: done("session_ended") },
  refusals: ["data_not_found"],
};
