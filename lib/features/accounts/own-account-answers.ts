import * as z from "zod";
import { ROLES, TOKEN_SCOPES } from "@/lib/model/accounts/roles";
import { DIGEST_SCOPES, DIGESTS } from "@/lib/model/accounts/digest";
import { RECORD_TABS } from "@/lib/model/kinds/define";
import { COLUMN_WIDTHS } from "@/lib/model/lists/column-widths";
import { count, done, emailText, moment, recordId, anyText } from "@/lib/model/answers/shapes";

/** `GET /api/user` */
export const ownAccount = z.object({
  id: recordId,
  email: emailText,
  name: anyText,
  role: z.enum(ROLES),
  digest: z.enum(DIGESTS).describe("How often deadlines are mailed"),
  digest_scope: z
    .enum(DIGEST_SCOPES)
    .describe(
      "`mine`: only projects of the member with this email address: those that the member is responsible for, and those that nobody is responsible for",
    ),
});

/** `PUT /api/user` */
export const ownAccountChanged = done("data_updated");

/** `GET /api/user/preferences` */
export const interfacePreferences = z.object({
  record_tab: z.enum(RECORD_TABS).describe("The tab that records open with"),
  single_keys: z.boolean().describe("Whether shortcuts of a single character, such as `n`, are on"),
  columns: z
    .record(anyText, z.array(anyText).nullable())
    .optional()
    .describe("Columns of lists in order, by the first path segment of the kind; null: the default columns"),
  widths: z
    .record(anyText, z.record(anyText, z.enum(COLUMN_WIDTHS)).nullable())
    .optional()
    .describe("Column widths other than the default, by the same path segment and the column's name"),
});

/** `PUT /api/user/preferences` */
export const preferencesChanged = done("data_updated");

/** `POST /api/user/password` */
export const ownPasswordChanged = done("password_changed");

/** A session, as its owner and admins see it. */
export const session = z.object({ id: recordId, created_at: moment, last_seen_at: moment, user_agent: anyText });

const ownSession = session.extend({ current: z.boolean().describe("Whether it is the session of this request") });
export type OwnSession = z.output<typeof ownSession>;

/** `GET /api/user/sessions` */
export const ownSessions = z.array(ownSession);

/** `DELETE /api/user/sessions` */
export const otherSessionsEnded = done("sessions_ended");

/** `DELETE /api/user/sessions/{id}` */
export const sessionEnded = done("session_ended");

const apiToken = z.object({
  id: recordId,
  name: anyText,
  scope: z.enum(TOKEN_SCOPES),
  created_at: moment,
  expires_at: moment,
  last_used_at: moment.nullable(),
});
/** An API token as its owner sees it. */
export type ApiToken = z.output<typeof apiToken>;

/** `GET /api/user/tokens` */
export const apiTokens = z.array(apiToken);

/** `POST /api/user/tokens` */
export const apiTokenCreated = done("data_saved", { token: anyText, ...apiToken.shape });
export type NewApiToken = z.output<typeof apiTokenCreated>;

/** `DELETE /api/user/tokens/{id}` */
export const apiTokenRevoked = done("data_deleted");

/** `GET /api/user/second_factor` */
export const secondFactorState = z.object({
  active: z.boolean(),
  since: moment.nullable(),
  recovery_codes: count,
});
/** The state of the user's own second factor. */
export type SecondFactor = z.output<typeof secondFactorState>;

/** `POST /api/user/second_factor/new` */
export const secondFactorSetupStarted = done("data_saved", { secret: anyText, uri: anyText.meta({ format: "uri" }) });

const recovery_codes = z.array(anyText);

/** `POST /api/user/second_factor/confirm` */
export const secondFactorConfirmed = done("second_factor_active", { recovery_codes });

/** `POST /api/user/second_factor/recovery_codes` */
export const recoveryCodesCreated = done("data_saved", { recovery_codes });

/** `POST /api/user/second_factor/remove` */
export const secondFactorRemoved = done("second_factor_removed");
