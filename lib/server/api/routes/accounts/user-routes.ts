import { NextResponse } from "next/server";
import {
  newTokenSchema,
  passwordChangeSchema,
  profileSchema,
  ROLES,
  TOKEN_SCOPES,
} from "@/lib/records/accounts/account";
import { COLUMN_WIDTHS } from "@/lib/records/lists/column-widths";
import { hasSingleKeys, preferencesSchema } from "@/lib/records/lists/preferences";
import { DIGEST_SCOPES, DIGESTS } from "@/lib/records/deadlines/digest";
import { RECORD_TABS } from "@/lib/records/kinds/define";
import { AppError, invalid } from "@/lib/server/errors/errors";
import { pathId, routes } from "../../request-handler";
import { recordId } from "../../field-schemas";
import { done, exactObject, listOf } from "../../json-schema";
import { route } from "../../route";
import { logSecurity } from "@/lib/server/observability/security-log";
import { createToken, liveTokens, withdrawToken } from "@/lib/server/auth/api-tokens";
import { withNewPassword } from "@/lib/server/accounts/new-password";
import { clearSessionCookie, endOtherSessions, endSession, liveSessions } from "@/lib/server/auth/session";
import { mayUsePassword } from "@/lib/server/auth/password-login";
import { changePassword, updatePreferences, updateProfile } from "@/lib/server/accounts/users";

const text = { type: "string" };
const moment = { ...text, format: "date-time" };

/** `GET` and `PUT /api/user`: the current account and its profile. */
export const user = routes({
  GET: route({
    path: "/user",
    id: "readUser",
    tag: "account",
    summary: "Read the current account",
    description: "The account that the token or the cookie belongs to.",
    access: ["read", "ownAccount"],
    answers: {
      success: {
        description: "The account",
        schema: exactObject({
          ...{ id: recordId, email: { ...text, format: "email" }, name: text, role: { enum: ROLES } },
          digest: { enum: DIGESTS, description: "How often deadlines are mailed" },
          digest_scope: {
            enum: DIGEST_SCOPES,
            description:
              "`mine`: only projects for which the member with this email address is responsible, and those linked to the member for which nobody is",
          },
        }),
      },
    },
  }).handle(({ session }) => {
    const { id, email, name, role, digests } = session.user;
    return { id, email, name, role, ...digests };
  }),
  PUT: route({
    path: "/user",
    id: "updateUser",
    tag: "account",
    summary: "Change one's own account",
    description: "`id`, `email` and `role` are ignored, so that a loaded account can be sent back.",
    access: ["write", "ownAccount"],
    body: profileSchema,
    answers: { success: { description: "Changed", schema: done("data_updated") } },
  }).handle(async ({ session, body, context }) => {
    await updateProfile(context, session.user.id, body);
    return { success: true, message: "data_updated" };
  }),
});

const preferencesAnswer = exactObject(
  {
    record_tab: { enum: RECORD_TABS, description: "The tab that records open with" },
    single_keys: { type: "boolean", description: "Whether shortcuts of a single character, such as `n`, are on" },
    columns: {
      type: "object",
      description: "Columns of lists in order, by the first path segment of the kind; null: the default columns",
      additionalProperties: { ...listOf(text), type: ["array", "null"] },
    },
    widths: {
      type: "object",
      description: "Column widths other than the default, by the same path segment and the column's name",
      additionalProperties: { type: ["object", "null"], additionalProperties: { enum: COLUMN_WIDTHS } },
    },
  },
  ["columns", "widths"],
);

/** `GET` and `PUT /api/user/preferences`: one's preferences for the user interface. */
export const userPreferences = routes({
  GET: route({
    path: "/user/preferences",
    id: "readPreferences",
    tag: "account",
    summary: "Read one's interface preferences",
    description:
      "Preferences that were never set have their defaults. While `record_tab` was never set, phones open the overview.",
    access: ["read", "ownAccount"],
    answers: { success: { description: "The preferences", schema: preferencesAnswer } },
  }).handle(({ session }) => {
    const { preferences } = session.user;
    return { record_tab: RECORD_TABS[0], ...preferences, single_keys: hasSingleKeys(preferences) };
  }),
  PUT: route({
    path: "/user/preferences",
    id: "updatePreferences",
    tag: "account",
    summary: "Change one's interface preferences",
    description: "Omitted preferences keep their values.",
    access: ["write", "ownAccount"],
    body: preferencesSchema,
    answers: { success: { description: "Changed", schema: done("data_updated") } },
  }).handle(async ({ session, body, context }) => {
    await updatePreferences(context, session.user.id, body);
    return { success: true, message: "data_updated" };
  }),
});

/** `POST /api/user/password`: changes the password; the user's other sessions end (contract §5). */
export const userPassword = routes({
  POST: route({
    path: "/user/password",
    id: "changePassword",
    tag: "account",
    summary: "Change one's own password",
    description: "Ends the account's other sessions. A wrong current password is a `mismatch` of `current_password`.",
    access: ["write", "ownAccount"],
    hashes: true,
    body: withNewPassword(passwordChangeSchema),
    answers: {
      success: { description: "Changed", schema: done("password_changed") },
      refusals: ["too_many_requests", "password_login_off"],
    },
  }).handle(async ({ session, body, context, client }) => {
    const user_id = session.user.id;
    if (!mayUsePassword(session.user)) throw new AppError("password_login_off");
    if (!(await changePassword(context, session, body, client))) {
      logSecurity("password_change_failed", { user_id, client });
      throw invalid({ current_password: ["mismatch"] });
    }
    logSecurity("password_changed", { user_id, client });
    return { success: true, message: "password_changed" };
  }),
});

/** `GET` and `DELETE /api/user/sessions`: one's active sessions, and the end of all others. */
export const userSessions = routes({
  GET: route({
    path: "/user/sessions",
    id: "listSessions",
    tag: "account",
    summary: "List one's active sessions",
    description: "Sessions that have neither ended nor expired, most recently used first.",
    access: ["read", "ownAccount"],
    answers: {
      success: {
        description: "The active sessions",
        schema: listOf(
          exactObject({
            id: recordId,
            created_at: moment,
            last_seen_at: moment,
            user_agent: text,
            current: { type: "boolean", description: "Whether it is the session of this request" },
          }),
        ),
      },
    },
  }).handle(async ({ session }) => {
    const sessions = await liveSessions(session.user.id);
    return sessions.map((row) => ({ ...row, current: row.id === session.id }));
  }),
  DELETE: route({
    path: "/user/sessions",
    id: "endOtherSessions",
    tag: "account",
    summary: "End all of one's other sessions",
    description: "All sessions but that of this request; their tokens and cookies are refused from then on.",
    access: ["write", "ownAccount"],
    answers: { success: { description: "Ended", schema: done("sessions_ended") } },
  }).handle(async ({ session, client }) => {
    await endOtherSessions(session);
    logSecurity("session_ended", { user_id: session.user.id, client, reason: "others" });
    return { success: true, message: "sessions_ended" };
  }),
});

/** `DELETE /api/user/sessions/{id}`: ends one of the user's own sessions. */
export const userSession = routes({
  DELETE: route({
    path: "/user/sessions/{id}",
    id: "endSession",
    tag: "account",
    summary: "End one of one's own sessions",
    description: "Its token and cookie are refused from then on; it may be the current session.",
    access: ["write", "ownAccount"],
    answers: {
      success: { description: "Ended", schema: done("session_ended") },
      refusals: ["data_not_found"],
    },
  }).handle(async ({ session, params, client }) => {
    const id = pathId(params, "id");
    const user_id = session.user.id;
    if (!(await endSession(user_id, id))) throw new AppError("data_not_found");
    logSecurity("session_ended", { user_id, client });
    const response = NextResponse.json({ success: true, message: "session_ended" });
    if (id === session.id) clearSessionCookie(response);
    return response;
  }),
});

const tokenAnswer = {
  id: recordId,
  name: text,
  scope: { enum: TOKEN_SCOPES },
  created_at: moment,
  expires_at: moment,
  last_used_at: { type: ["string", "null"], format: "date-time" },
};

/** `GET` and `POST /api/user/tokens`: one's own API tokens (contract §9). */
export const userTokens = routes({
  GET: route({
    path: "/user/tokens",
    id: "listTokens",
    tag: "account",
    summary: "List one's API tokens",
    description: "Unexpired tokens, newest first, without the tokens themselves.",
    access: ["read", "ownAccount"],
    answers: { success: { description: "The tokens", schema: listOf(exactObject(tokenAnswer)) } },
  }).handle(({ session, context }) => liveTokens(context, session.user.id)),
  POST: route({
    path: "/user/tokens",
    id: "createToken",
    tag: "account",
    summary: "Create an API token",
    description:
      "Programs send the token as `Bearer`. It never has more permissions than the account's role. A `read` token cannot change anything, and no API token can change passwords, tokens or accounts. The token is shown only in this response. An account has at most 50 unexpired tokens (`tokens`: `max`).",
    access: ["write", "ownCredentials"],
    body: newTokenSchema,
    answers: {
      success: { status: 201, description: "Created", schema: done("data_saved", { token: text, ...tokenAnswer }) },
    },
  }).handle(async ({ session, body, context, client }) => {
    const made = await createToken(context, session.user.id, body);
    logSecurity("token_made", { user_id: session.user.id, client, reason: body.scope });
    return { success: true, message: "data_saved", ...made };
  }),
});

/** `DELETE /api/user/tokens/{id}`: revokes one of the account's own API tokens (contract §9). */
export const userToken = routes({
  DELETE: route({
    path: "/user/tokens/{id}",
    id: "withdrawToken",
    tag: "account",
    summary: "Revoke an API token",
    description: "The token is refused from then on.",
    access: ["write", "ownAccount"],
    answers: { success: { description: "Revoked", schema: done("data_deleted") }, refusals: ["data_not_found"] },
  }).handle(async ({ session, params, context, client }) => {
    await withdrawToken(context, session.user.id, pathId(params, "id"));
    logSecurity("token_withdrawn", { user_id: session.user.id, client });
    return { success: true, message: "data_deleted" };
  }),
});
