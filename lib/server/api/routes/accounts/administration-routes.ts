import { ACCOUNT_LIST, accountChangesSchema, invitationSchema, ROLES } from "@/lib/records/accounts/account";
import { LOCALES } from "@/lib/i18n";
import { parseListQuery, toPage } from "@/lib/records/lists/list-query";
import { invalid } from "@/lib/server/errors/errors";
import { pathId, routes } from "../../http";
import { recordId } from "../../field-schemas";
import { done, exactObject, listOf } from "../../json-schema";
import { listParameters } from "../../list-parameters";
import { pageOf } from "../../record-schemas";
import { route } from "../../route";
import { logSecurity } from "@/lib/server/observability/security-log";
import {
  changeAccount,
  deleteAccount,
  findAccount,
  inviteAccount,
  listAccounts,
} from "@/lib/server/accounts/administration";

const text = { type: "string" };
const moment = { ...text, format: "date-time" };
const flag = { type: "boolean" };

const account = {
  id: recordId,
  email: { ...text, format: "email" },
  name: text,
  role: { enum: ROLES },
  language: { enum: LOCALES },
  disabled: flag,
  email_verified: flag,
  sign_in: { enum: ["password", "sso", "both", "none"], description: "How it logs in; `none` was invited" },
  last_seen_at: { type: ["string", "null"], format: "date-time" },
  created_at: moment,
};
const session = exactObject({ id: recordId, created_at: moment, last_seen_at: moment, user_agent: text });

/** `GET /api/users`: all accounts (contract §9). */
export const accounts = routes({
  GET: route({
    path: "/users",
    id: "listUsers",
    tag: "users",
    summary: "List accounts",
    description: "`filter` looks into names and addresses. A page past the end is empty.",
    access: ["read", "accounts"],
    parameters: listParameters(ACCOUNT_LIST),
    answers: {
      success: { description: "One page of the list", schema: pageOf(exactObject(account)) },
      refusals: ["validation_failed"],
    },
    async handle({ url, context }) {
      const { query, errors, valid } = parseListQuery(ACCOUNT_LIST, url.searchParams);
      if (!valid) throw invalid(errors);
      const { rows, total } = await listAccounts(context, query);
      return toPage(rows, total, query, url);
    },
  }),
});

/** `POST /api/users/new`: invites somebody, who gets a link to choose a password (contract §9). */
export const newAccount = routes({
  POST: route({
    path: "/users/new",
    id: "inviteUser",
    tag: "users",
    summary: "Invite somebody",
    description:
      "Makes an account without a password; its owner gets a mail with a link to choose one, good for 24 hours.",
    access: ["write", "accounts"],
    body: invitationSchema,
    answers: { success: { status: 201, description: "Invited", schema: done("data_saved", { id: recordId }) } },
    async handle({ body, context, client, session }) {
      const id = await inviteAccount(context, body);
      logSecurity("account_invited", { user_id: id, client, by: session.user.id });
      return { success: true, message: "data_saved", id };
    },
  }),
});

const oneAccount = { path: "/users/{id}", tag: "users" };

/** `GET`, `PUT` and `DELETE /api/users/{id}`: one account (contract §9). */
export const oneOfAccounts = routes({
  GET: route({
    ...oneAccount,
    id: "readAccount",
    summary: "Read an account",
    description: "With the sessions in which it is logged in, and whether it has a second factor.",
    access: ["read", "accounts"],
    answers: {
      success: {
        description: "The account",
        schema: exactObject({ ...account, second_factor: flag, sessions: listOf(session) }),
      },
      refusals: ["data_not_found"],
    },
    handle: ({ params, context }) => findAccount(context, pathId(params, "id")),
  }),
  PUT: route({
    ...oneAccount,
    id: "updateAccount",
    summary: "Change an account",
    description:
      "What is left out stays as it was. A changed role counts from the next request; disabling ends all sessions. `second_factor: false` takes the second factor away from who has lost app and codes.",
    access: ["write", "accounts"],
    body: accountChangesSchema,
    answers: {
      success: { description: "Changed", schema: done("data_updated") },
      refusals: ["data_not_found", "last_admin", "own_account"],
    },
    async handle({ params, body, context, client, session }) {
      const id = pathId(params, "id");
      const { role, disabled, second_factor } = await changeAccount(context, id, body);
      if (role !== undefined) logSecurity("role_set", { user_id: id, client, by: session.user.id, reason: role });
      if (disabled !== undefined)
        logSecurity(disabled ? "account_disabled" : "account_enabled", { user_id: id, client, by: session.user.id });
      if (second_factor === false) logSecurity("second_factor_off", { user_id: id, client, by: session.user.id });
      return { success: true, message: "data_updated" };
    },
  }),
  DELETE: route({
    ...oneAccount,
    id: "deleteAccount",
    summary: "Delete an account",
    description: "With its sessions. What it changed stays, and stays signed with its name.",
    access: ["write", "accounts"],
    answers: {
      success: { description: "Deleted", schema: done("data_deleted") },
      refusals: ["data_not_found", "last_admin", "own_account"],
    },
    async handle({ params, context, client, session }) {
      const id = pathId(params, "id");
      await deleteAccount(context, id);
      logSecurity("account_deleted", { user_id: id, client, by: session.user.id });
      return { success: true, message: "data_deleted" };
    },
  }),
});
