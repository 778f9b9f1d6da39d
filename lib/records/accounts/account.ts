import * as z from "zod/mini";
import { LOCALES, type Locale } from "../../i18n";
import { NAME_MAX_LENGTH, PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "../../limits";
import { DIGEST_SCOPES, DIGESTS } from "../deadlines/digest";
import { firstError, missing, type FieldErrorCode, type ValueSchema } from "../fields/field";
import { email as emailField, isStorable, text } from "../fields/text";
import { schemaOf } from "../values/schemas";

/** What an account may do, from the least to the most (contract §9). */
export const ROLES = ["reader", "editor", "admin"] as const;
export type Role = (typeof ROLES)[number];

const bytes = (value: string) => new TextEncoder().encode(value).length;

function passwordError(value: string): FieldErrorCode | null {
  if (value === "") return "required";
  if (!isStorable(value)) return "type";
  if (value.length < PASSWORD_MIN_LENGTH) return "min";
  return bytes(value) > PASSWORD_MAX_BYTES ? "max" : null;
}

const language = z.enum(LOCALES);
const role = z.enum(ROLES);

/** What a loaded account carries and a change of it does not look at, so that it can be sent back (contract §1). */
const ignored = z.optional(z.unknown());

/** Text that is never trimmed. */
const secret = (errorOf: (value: string) => FieldErrorCode | null) =>
  z.string({ error: (issue) => (missing(issue.input) ? "required" : "type") }).check(firstError(errorOf));

/** A password: at least 6 characters, at most the 72 bytes that bcrypt looks at (contract §5). */
export const password = secret(passwordError).register(z.globalRegistry, {
  format: "password",
  minLength: PASSWORD_MIN_LENGTH,
  maxLength: PASSWORD_MAX_BYTES,
});

const email = schemaOf(emailField({ required: true, max: 100 }));
const name = schemaOf(text({ required: true, max: NAME_MAX_LENGTH }));

/** Whatever is no token of ours is refused as one that has expired. */
const token = secret((value) => (value === "" ? "required" : null));
/** Whatever cannot be the current password is refused as a wrong one. */
const currentPassword = secret((value) => {
  if (value === "") return "required";
  return bytes(value) > PASSWORD_MAX_BYTES ? "mismatch" : null;
});

/** The page that a form was sent from; spec §7 lists it, links in mails never follow it (contract §5). */
const url = z.optional(z.unknown());

const isConfirmed = (values: { password: string; c_password: string }) =>
  missing(values.c_password) || values.password === values.c_password;
/** Where a confirmation that differs is reported, beside whatever else is wrong. */
const mismatch = { error: "mismatch", path: ["c_password"], when: () => true };

/** What a new password is refused for beside what no password may be. */
const NEW_PASSWORD_ERRORS: readonly FieldErrorCode[] = ["min", "common"];

/** Says of a password that it is shorter than an installation wants new ones (contract §9). */
export const tooShort = (min: number) => (value: string) => (value.length < min ? "min" : null);

/**
 * A schema by which somebody chooses a password: asks more of it than of one that logs in, whose owner may have chosen it
 * when less was asked. Reported beside whatever else is wrong.
 */
export const choosing = <Values extends { password: string }, Input>(
  schema: ValueSchema<Values, Input>,
  errorOf: (password: string) => FieldErrorCode | null,
): ValueSchema<Values, Input> =>
  NEW_PASSWORD_ERRORS.reduce<ValueSchema<Values, Input>>((judged, code) => {
    // What is no password at all is refused by the field itself.
    const isFree = ({ password: chosen }: { password: unknown }) =>
      typeof chosen !== "string" || passwordError(chosen) !== null || errorOf(chosen) !== code;
    return judged.check(z.refine(isFree, { error: code, path: ["password"], when: () => true }));
  }, schema);

/** The code of an app or a recovery code, however it is typed; what is too long for both is a wrong one. */
const code = secret((value) => {
  if (value.trim() === "") return "required";
  return value.length > 40 ? "mismatch" : null;
});

/** What the login form sends (spec §5), with the code of the second factor where the account has one. */
export const loginSchema = z.strictObject({ email, password, code: z.optional(code) });
export type LoginValues = z.infer<typeof loginSchema>;

/** What an account carries besides its password; the commands that make accounts share it. */
export const accountSchema = z.object({ email, name });

/** What the registration form sends (spec §5). */
export const registerSchema = z
  .strictObject({ email, name, password, c_password: password, url })
  .check(z.refine(isConfirmed, mismatch));
export type RegisterValues = z.infer<typeof registerSchema>;

/** What the page behind a confirmation link sends: the password chosen at registration (contract §5). */
export const verifySchema = z.strictObject({ password });
export type VerifyValues = z.infer<typeof verifySchema>;

/** What "forgot password" sends (spec §5). */
export const forgotSchema = z.strictObject({ email, url });
export type ForgotValues = z.infer<typeof forgotSchema>;

/** What the page behind a reset link sends (spec §5). */
export const resetSchema = z
  .strictObject({ token, email, password, c_password: password })
  .check(z.refine(isConfirmed, mismatch));
export type ResetValues = z.infer<typeof resetSchema>;

/** What the account page changes; a loaded account can be sent back (contract §§1, 5). */
export const profileSchema = z.strictObject({
  name,
  language: z.optional(language),
  digest: z.optional(z.enum(DIGESTS)),
  digest_scope: z.optional(z.enum(DIGEST_SCOPES)),
  id: ignored,
  email: ignored,
  role: ignored,
});
export type ProfileValues = z.infer<typeof profileSchema>;

/** Whom an admin invites (contract §9). */
export const invitationSchema = z.strictObject({ email, name, role: z.optional(role), language: z.optional(language) });
export type InvitationValues = z.infer<typeof invitationSchema>;

/** What an admin changes of an account; a loaded account can be sent back (contract §§1, 9). */
export const accountChangesSchema = z.strictObject({
  name: z.optional(name),
  role: z.optional(role),
  language: z.optional(language),
  disabled: z.optional(z.boolean()),
  id: ignored,
  email: ignored,
  email_verified: ignored,
  second_factor: z.optional(z.boolean()),
  sign_in: ignored,
  last_seen_at: ignored,
  created_at: ignored,
  sessions: ignored,
});
export type AccountChanges = Pick<
  z.infer<typeof accountChangesSchema>,
  "name" | "role" | "language" | "disabled" | "second_factor"
>;

/** An account as admins see it; moments are texts on the wire. */
export type Account<Moment = Date | string> = {
  id: number;
  email: string;
  name: string;
  role: Role;
  language: Locale;
  disabled: boolean;
  email_verified: boolean;
  /** How it logs in; who was invited and has chosen no password yet, not at all. */
  sign_in: "password" | "sso" | "both" | "none";
  last_seen_at: Moment | null;
  created_at: Moment;
};

/** The page of one's own account. */
export const ACCOUNT_PATH = "/pages/user";

/** The list of accounts as lists are asked for (contract §§2, 9). */
export const ACCOUNT_LIST = {
  sortFields: ["name", "email", "role", "last_seen_at"],
  sortAliases: {},
  defaultSort: "name",
  topicsList: null,
};

/** What a token for programs lets them do, within the role of who made it (contract §9). */
export const TOKEN_SCOPES = ["read", "write"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
export const TOKEN_MAX_DAYS = 366;

/** What makes a token for programs (contract §9). */
export const newTokenSchema = z.strictObject({
  name,
  scope: z.enum(TOKEN_SCOPES, { error: (issue) => (missing(issue.input) ? "required" : "type") }),
  days: z
    .int({ error: (issue) => (missing(issue.input) ? "required" : "type") })
    .check(z.minimum(1, "min"), z.maximum(TOKEN_MAX_DAYS, "max")),
});
export type NewTokenValues = z.infer<typeof newTokenSchema>;

/** A token for programs as its owner sees it. */
export type ApiToken<Moment = Date | string> = {
  id: number;
  name: string;
  scope: TokenScope;
  created_at: Moment;
  expires_at: Moment;
  last_used_at: Moment | null;
};

/** What sets up a second factor, makes new recovery codes or takes it away: the password once more. */
export const ownPasswordSchema = z.strictObject({ current_password: currentPassword });
export type OwnPasswordValues = z.infer<typeof ownPasswordSchema>;

/** What turns a second factor on: a code of the app that was set up. */
export const factorCodeSchema = z.strictObject({ code });
export type FactorCodeValues = z.infer<typeof factorCodeSchema>;

/** Whether one's account has a second factor; moments are texts on the wire. */
export type SecondFactor<Moment = Date | string> = { active: boolean; since: Moment | null; recovery_codes: number };

/** What "change password" sends (contract §5). */
export const passwordChangeSchema = z
  .strictObject({ current_password: currentPassword, password, c_password: password })
  .check(z.refine(isConfirmed, mismatch));
export type PasswordChangeValues = z.infer<typeof passwordChangeSchema>;
