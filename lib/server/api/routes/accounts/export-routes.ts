import { LOCALES } from "@/lib/i18n";
import { ROLES, TOKEN_SCOPES } from "@/lib/records/accounts/account";
import { DIGEST_SCOPES, DIGESTS } from "@/lib/records/deadlines/digest";
import { PROPOSAL_STATES } from "@/lib/records/proposals/proposal";
import { routes } from "../../request-handler";
import { withConcurrencyLimit } from "@/lib/server/limits/concurrency";
import { recordId } from "../../field-schemas";
import { exactObject, listOf } from "../../json-schema";
import { route } from "../../route";
import { logSecurity } from "@/lib/server/observability/security-log";
import { exportAccount } from "@/lib/server/accounts/account-export";

const text = { type: "string" };
const textOrNull = { type: ["string", "null"] };
const moment = { ...text, format: "date-time" };
const momentOrNull = { ...textOrNull, format: "date-time" };
const idOrNull = { type: ["integer", "null"] };
const dates = { id: recordId, created_at: moment, expires_at: moment };
const change = { change_id: recordId, at: moment, source: text, action: text };

const schema = exactObject({
  account: exactObject({
    id: recordId,
    email: { ...text, format: "email" },
    name: text,
    role: { enum: ROLES },
    language: { enum: LOCALES },
    preferences: { type: "object" },
    digest: { enum: DIGESTS },
    digest_scope: { enum: DIGEST_SCOPES },
    digest_told: momentOrNull,
    sso_issuer: textOrNull,
    sso_subject: textOrNull,
    factor_since: momentOrNull,
    recovery_codes: { type: "integer", minimum: 0, description: "Number of unused codes" },
    email_verified_at: momentOrNull,
    disabled_at: momentOrNull,
    last_seen_at: momentOrNull,
    created_at: moment,
    has_password: { type: "boolean" },
  }),
  sessions: listOf(exactObject({ ...dates, last_seen_at: moment, user_agent: text })),
  mailed_links: listOf(exactObject({ ...dates, purpose: text })),
  views: listOf(
    exactObject({
      ...{ id: recordId, kind: text, name: text, query: text, columns: listOf(text) },
      shared: { type: "boolean" },
    }),
  ),
  tokens: listOf(exactObject({ ...dates, name: text, scope: { enum: TOKEN_SCOPES }, last_used_at: momentOrNull })),
  calendar_feed: { anyOf: [exactObject({ created_at: moment }), { type: "null" }] },
  imports: listOf(exactObject({ import_id: recordId, kind: text, file_name: text, state: text, created_at: moment })),
  account_changes: listOf(
    exactObject({ ...change, by: textOrNull, fields: listOf(exactObject({ name: text, old: {}, new: {} })) }),
  ),
  changes: listOf(
    exactObject({
      ...{ ...change, kind: text, id: { type: "integer" }, label: text },
      ...{ related_kind: textOrNull, related_id: idOrNull, related_label: textOrNull },
    }),
  ),
  changes_total: { type: "integer", minimum: 0 },
  decisions: listOf(
    exactObject({
      ...{ proposal_id: recordId, kind: text, id: recordId, label: text, field: textOrNull },
      ...{ state: { enum: [...PROPOSAL_STATES] }, decided_at: momentOrNull },
    }),
  ),
});

/** `GET /api/user/export`: everything stored about one's own account (contract §9). */
export const userExport = routes({
  GET: route({
    path: "/user/export",
    id: "exportUser",
    tag: "account",
    summary: "Export one's own account data",
    description:
      "Everything stored about the account, without secrets. `account_changes` are changes made to the account, `changes` are the newest 10,000 changes made by it, `decisions` the newest 10,000 proposals that it accepted or rejected.",
    access: ["read", "ownAccount"],
    answers: { success: { description: "The stored data", schema }, refusals: ["too_many_requests"] },
  }).handle(async ({ session, context, client }) => {
    const { id } = session.user;
    const found = await withConcurrencyLimit("reading", id, () => exportAccount(context, id));
    logSecurity("account_exported", { user_id: id, client });
    return found;
  }),
});
