import {
  accountChanged,
  accountDeleted,
  accountPage,
  accountWithSessions,
  userInvited,
} from "../user-administration-answers";
import { ACCOUNT_LIST, accountChangesSchema, invitationSchema } from "../account";
import { parseListQuery, toPage } from "@/lib/model/lists/list-query";
import { invalid } from "@/lib/base/errors/errors";
import { pathId, routes } from "@/lib/http/request-handler";
import { listParameters } from "@/lib/http/openapi/list-parameters";
import { route } from "@/lib/http/route";
import { logSecurity } from "@/lib/base/observability/security-log";
import { changeAccount, deleteAccount, findAccount, inviteAccount, listAccounts } from "../server/administration";

/** Contract §9. */
export const accounts = routes({
  GET: route({
    path: "/users",
    id: "listUsers",
    tag: "users",
    summary: "List accounts",
    description: "`filter` searches names and email addresses. A page past the end is empty.",
    access: ["read", "accounts"],
    parameters: listParameters(ACCOUNT_LIST),
    answers: {
      success: { description: "One page of the list", schema: accountPage },
      refusals: ["validation_failed"],
    },
  }).handle(async ({ url, context }) => {
    const { query, errors, valid } = parseListQuery(ACCOUNT_LIST, url.searchParams);
    if (!valid) throw invalid(errors);
    const { rows, total } = await listAccounts(context, query);
    return toPage(rows, total, query, url);
  }),
});

/** Contract §9. */
export const newAccount = routes({
  POST: route({
    path: "/users/new",
    id: "inviteUser",
    tag: "users",
    summary: "Invite a user",
    description:
      "Creates an account without a password. Its owner gets a mail with a link to choose one, valid for 24 hours, or with a link to the login page if the account cannot use a password.",
    access: ["write", "accounts"],
    body: invitationSchema,
    answers: { success: { status: 201, description: "Invited", schema: userInvited } },
  }).handle(async ({ body, context, client, session }) => {
    const id = await inviteAccount(context, body);
    logSecurity("account_invited", { user_id: id, client, by: session.user.id });
    return { success: true, message: "data_saved", id };
  }),
});

const oneAccount = { path: "/users/{id}", tag: "users" };

/** Contract §9. */
export const oneOfAccounts = routes({
  GET: route({
    ...oneAccount,
    id: "readAccount",
    summary: "Read an account",
    description: "Includes its active sessions and whether it has a second factor.",
    access: ["read", "accounts"],
    answers: {
      success: {
        description: "The account",
        schema: accountWithSessions,
      },
      refusals: ["data_not_found"],
    },
  }).handle(({ params, context }) => findAccount(context, pathId(params, "id"))),
  PUT: route({
    ...oneAccount,
    id: "updateAccount",
    summary: "Change an account",
    description:
      "Omitted fields keep their values. A changed role takes effect with the next request; disabling ends all sessions. `second_factor: false` removes the second factor of a user who has lost both the app and the recovery codes, and ends all sessions of the account.",
    access: ["write", "accounts"],
    body: accountChangesSchema,
    answers: {
      success: { description: "Changed", schema: accountChanged },
      refusals: ["data_not_found", "last_admin", "own_account"],
    },
  }).handle(async ({ params, body, context, client, session }) => {
    const id = pathId(params, "id");
    const { role, disabled, second_factor } = await changeAccount(context, id, body);
    if (role !== undefined) logSecurity("role_set", { user_id: id, client, by: session.user.id, reason: role });
    if (disabled !== undefined)
      logSecurity(disabled ? "account_disabled" : "account_enabled", { user_id: id, client, by: session.user.id });
    if (second_factor === false) logSecurity("second_factor_off", { user_id: id, client, by: session.user.id });
    return { success: true, message: "data_updated" };
  }),
  DELETE: route({
    ...oneAccount,
    id: "deleteAccount",
    summary: "Delete an account",
    description: "Also deletes its sessions. Its changes stay in the history under its name.",
    access: ["write", "accounts"],
    answers: {
      success: { description: "Deleted", schema: accountDeleted },
      refusals: ["data_not_found", "last_admin", "own_account"],
    },
  }).handle(async ({ params, context, client, session }) => {
    const id = pathId(params, "id");
    await deleteAccount(context, id);
    logSecurity("account_deleted", { user_id: id, client, by: session.user.id });
    return { success: true, message: "data_deleted" };
  }),
});
