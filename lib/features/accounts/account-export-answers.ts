import * as z from "zod";
import { LOCALES } from "@/lib/model/messages/i18n";
import { ROLES, TOKEN_SCOPES } from "@/lib/model/accounts/roles";
import { DIGEST_SCOPES, DIGESTS } from "@/lib/model/accounts/digest";
import { PROPOSAL_STATES } from "@/lib/features/rounds/proposal";
import { count, email, fieldChange, generated, moment, recordId, text } from "@/lib/model/answers/shapes";

const dates = { id: recordId, created_at: moment, expires_at: moment };
const change = { change_id: recordId, at: moment, source: text, action: text };

/** `GET /api/user/export` */
export const accountExport = z.object({
  account: z.object({
    id: recordId,
    email,
    name: text,
    role: z.enum(ROLES),
    language: z.enum(LOCALES),
    preferences: generated<unknown>({ type: "object" }),
    digest: z.enum(DIGESTS),
    digest_scope: z.enum(DIGEST_SCOPES),
    digest_told: moment.nullable(),
    sso_issuer: text.nullable(),
    sso_subject: text.nullable(),
    factor_since: moment.nullable(),
    recovery_codes: count.describe("Number of unused codes"),
    email_verified_at: moment.nullable(),
    disabled_at: moment.nullable(),
    last_seen_at: moment.nullable(),
    created_at: moment,
    has_password: z.boolean(),
  }),
  sessions: z.array(z.object({ ...dates, last_seen_at: moment, user_agent: text })),
  mailed_links: z.array(z.object({ ...dates, purpose: text })),
  views: z.array(
    z.object({ id: recordId, kind: text, name: text, query: text, columns: z.array(text), shared: z.boolean() }),
  ),
  tokens: z.array(z.object({ ...dates, name: text, scope: z.enum(TOKEN_SCOPES), last_used_at: moment.nullable() })),
  calendar_feed: z.object({ created_at: moment }).nullable(),
  imports: z.array(z.object({ import_id: recordId, kind: text, file_name: text, state: text, created_at: moment })),
  account_changes: z.array(
    z.object({
      ...change,
      by: text.nullable(),
      fields: z.array(fieldChange),
    }),
  ),
  changes: z.array(
    z.object({
      ...change,
      kind: text,
      id: z.int(),
      label: text,
      related_kind: text.nullable(),
      related_id: z.int().nullable(),
      related_label: text.nullable(),
    }),
  ),
  changes_total: count,
  decisions: z.array(
    z.object({
      proposal_id: recordId,
      kind: text,
      id: recordId,
      label: text,
      field: text.nullable(),
      state: z.enum(PROPOSAL_STATES),
      decided_at: moment.nullable(),
    }),
  ),
});
export type AccountExport = z.output<typeof accountExport>;
