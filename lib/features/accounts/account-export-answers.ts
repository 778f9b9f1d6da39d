import * as z from "zod";
import { LOCALES } from "@/lib/model/messages/i18n";
import { ROLES, TOKEN_SCOPES } from "@/lib/model/accounts/roles";
import { DIGEST_SCOPES, DIGESTS } from "@/lib/model/accounts/digest";
import { PROPOSAL_STATES } from "@/lib/features/rounds/proposal";
import { count, emailText, fieldChange, generated, moment, recordId, anyText } from "@/lib/model/answers/shapes";

const dates = { id: recordId, created_at: moment, expires_at: moment };
const change = { change_id: recordId, at: moment, source: anyText, action: anyText };

/** `GET /api/user/export` */
export const accountExport = z.object({
  account: z.object({
    id: recordId,
    email: emailText,
    name: anyText,
    role: z.enum(ROLES),
    language: z.enum(LOCALES),
    preferences: generated<unknown>({ type: "object" }),
    digest: z.enum(DIGESTS),
    digest_scope: z.enum(DIGEST_SCOPES),
    digest_told: moment.nullable(),
    sso_issuer: anyText.nullable(),
    sso_subject: anyText.nullable(),
    factor_since: moment.nullable(),
    recovery_codes: count.describe("Number of unused codes"),
    email_verified_at: moment.nullable(),
    disabled_at: moment.nullable(),
    last_seen_at: moment.nullable(),
    created_at: moment,
    has_password: z.boolean(),
  }),
  sessions: z.array(z.object({ ...dates, last_seen_at: moment, user_agent: anyText })),
  mailed_links: z.array(z.object({ ...dates, purpose: anyText })),
  views: z.array(
    z.object({
      id: recordId,
      kind: anyText,
      name: anyText,
      query: anyText,
      columns: z.array(anyText),
      shared: z.boolean(),
    }),
  ),
  tokens: z.array(z.object({ ...dates, name: anyText, scope: z.enum(TOKEN_SCOPES), last_used_at: moment.nullable() })),
  calendar_feed: z.object({ created_at: moment }).nullable(),
  imports: z.array(
    z.object({ import_id: recordId, kind: anyText, file_name: anyText, state: anyText, created_at: moment }),
  ),
  rounds: z
    .array(z.object({ runde_id: recordId, titel_de: anyText, titel_en: anyText, started_at: moment }))
    .describe("Confirmation rounds that the account has started"),
  files: z
    .array(z.object({ datei_id: recordId, fassung: z.int().min(1), name: anyText, created_at: moment }))
    .describe("Versions of files that the account has uploaded and sees"),
  account_changes: z.array(
    z.object({
      ...change,
      by: anyText.nullable(),
      fields: z.array(fieldChange),
    }),
  ),
  changes: z.array(
    z.object({
      ...change,
      kind: anyText,
      id: z.int(),
      label: anyText,
      related_kind: anyText.nullable(),
      related_id: z.int().nullable(),
      related_label: anyText.nullable(),
    }),
  ),
  changes_total: count,
  decisions: z.array(
    z.object({
      proposal_id: recordId,
      kind: anyText,
      id: recordId,
      label: anyText,
      field: anyText.nullable(),
      state: z.enum(PROPOSAL_STATES),
      decided_at: moment.nullable(),
    }),
  ),
});
export type AccountExport = z.output<typeof accountExport>;
