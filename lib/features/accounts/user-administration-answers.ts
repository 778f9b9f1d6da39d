import * as z from "zod";
import { LOCALES } from "@/lib/model/messages/i18n";
import { ROLES } from "@/lib/model/accounts/roles";
import { session } from "./own-account-answers";
import { done, emailText, moment, pageOf, recordId, anyText } from "@/lib/model/answers/shapes";

const account = z.object({
  id: recordId,
  email: emailText,
  name: anyText,
  role: z.enum(ROLES),
  language: z.enum(LOCALES),
  disabled: z.boolean(),
  email_verified: z.boolean(),
  sign_in: z
    .enum(["password", "sso", "both", "none"])
    .describe("Login methods that work now; `none` for example while an invitation is not yet accepted"),
  last_seen_at: moment.nullable(),
  created_at: moment,
});
/** An account as admins see it. */
export type Account = z.output<typeof account>;

/** `GET /api/users` */
export const accountPage = pageOf(account);

/** `POST /api/users/new` */
export const userInvited = done("data_saved", { id: recordId });

/** `GET /api/users/{id}` */
export const accountWithSessions = account.extend({ second_factor: z.boolean(), sessions: z.array(session) });
export type AccountWithSessions = z.output<typeof accountWithSessions>;

/** `PUT /api/users/{id}` */
export const accountChanged = done("data_updated");

/** `DELETE /api/users/{id}` */
export const accountDeleted = done("data_deleted");
