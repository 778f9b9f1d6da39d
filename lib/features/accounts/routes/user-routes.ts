import { NextResponse } from "next/server";
import {
  apiTokenCreated,
  apiTokenRevoked,
  apiTokens,
  interfacePreferences,
  otherSessionsEnded,
  ownAccount,
  ownAccountChanged,
  ownPasswordChanged,
  ownSessions,
  preferencesChanged,
  sessionEnded,
} from "../own-account-answers";
import { newTokenSchema, passwordChangeSchema, profileSchema } from "../account";
import { hasSingleKeys, preferencesSchema } from "@/lib/model/lists/preferences";
import { RECORD_TABS } from "@/lib/model/kinds/define";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { pathId, routes } from "@/lib/http/request-handler";
import { route, type AnswerOf } from "@/lib/http/route";
import { logSecurity } from "@/lib/base/observability/security-log";
import { createToken, liveTokens, withdrawToken } from "@/lib/sessions/api-tokens";
import { withNewPassword } from "../server/new-password";
import { clearSessionCookie, endOtherSessions, endSession, liveSessions } from "@/lib/sessions/session";
import { mayUsePassword } from "@/lib/sessions/may-use-password";
import { changePassword, updatePreferences, updateProfile } from "../server/users";

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
        schema: ownAccount,
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
    answers: { success: { description: "Changed", schema: ownAccountChanged } },
  }).handle(async ({ session, body, context }) => {
    await updateProfile(context, session.user.id, body);
    return { success: true, message: "data_updated" };
  }),
});

export const userPreferences = routes({
  GET: route({
    path: "/user/preferences",
    id: "readPreferences",
    tag: "account",
    summary: "Read one's interface preferences",
    description:
      "Preferences that were never set have their defaults. Phones always open the overview, whatever `record_tab` is.",
    access: ["read", "ownAccount"],
    answers: { success: { description: "The preferences", schema: interfacePreferences } },
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
    answers: { success: { description: "Changed", schema: preferencesChanged } },
  }).handle(async ({ session, body, context }) => {
    await updatePreferences(context, session.user.id, body);
    return { success: true, message: "data_updated" };
  }),
});

/** Contract §5. */
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
      success: { description: "Changed", schema: ownPasswordChanged },
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
        schema: ownSessions,
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
    answers: { success: { description: "Ended", schema: otherSessionsEnded } },
  }).handle(async ({ session, client }) => {
    await endOtherSessions(session);
    logSecurity("session_ended", { user_id: session.user.id, client, reason: "others" });
    return { success: true, message: "sessions_ended" };
  }),
});

export const userSession = routes({
  DELETE: route({
    path: "/user/sessions/{id}",
    id: "endSession",
    tag: "account",
    summary: "End one of one's own sessions",
    description: "Its token and cookie are refused from then on; it may be the current session.",
    access: ["write", "ownAccount"],
    answers: {
      success: { description: "Ended", schema: sessionEnded },
      refusals: ["data_not_found"],
    },
  }).handle(async ({ session, params, client }) => {
    const id = pathId(params, "id");
    const user_id = session.user.id;
    if (!(await endSession(user_id, id))) throw new AppError("data_not_found");
    logSecurity("session_ended", { user_id, client });
    const response = NextResponse.json<AnswerOf<typeof sessionEnded>>({ success: true, message: "session_ended" });
    if (id === session.id) clearSessionCookie(response);
    return response;
  }),
});

/** Contract §9. */
export const userTokens = routes({
  GET: route({
    path: "/user/tokens",
    id: "listTokens",
    tag: "account",
    summary: "List one's API tokens",
    description: "Unexpired tokens, newest first, without the tokens themselves.",
    access: ["read", "ownAccount"],
    answers: { success: { description: "The tokens", schema: apiTokens } },
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
      success: { status: 201, description: "Created", schema: apiTokenCreated },
    },
  }).handle(async ({ session, body, context, client }) => {
    const token = await createToken(context, session.user.id, body);
    logSecurity("token_made", { user_id: session.user.id, client, reason: body.scope });
    return { success: true, message: "data_saved", ...token };
  }),
});

/** Contract §9. */
export const userToken = routes({
  DELETE: route({
    path: "/user/tokens/{id}",
    id: "withdrawToken",
    tag: "account",
    summary: "Revoke an API token",
    description: "The token is refused from then on.",
    access: ["write", "ownAccount"],
    answers: { success: { description: "Revoked", schema: apiTokenRevoked }, refusals: ["data_not_found"] },
  }).handle(async ({ session, params, context, client }) => {
    await withdrawToken(context, session.user.id, pathId(params, "id"));
    logSecurity("token_withdrawn", { user_id: session.user.id, client });
    return { success: true, message: "data_deleted" };
  }),
});
