import * as z from "zod/mini";
import { LOCALES } from "@/lib/model/messages/i18n";
import { NAME_MAX_LENGTH, PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "@/lib/model/limits";
import { DIGEST_SCOPES, DIGESTS } from "@/lib/model/accounts/digest";
import { firstError, missing, type FieldErrorCode, type ValueSchema } from "@/lib/model/fields/field";
import { email as emailField, isStorable, text } from "@/lib/model/fields/text";
import { schemaOf } from "@/lib/model/values/schemas";
import { ROLES, TOKEN_SCOPES } from "@/lib/model/accounts/roles";

const bytes = (value: string) => new TextEncoder().encode(value).length;

function passwordError(value: string): FieldErrorCode | null {
  if (value === "") return "required";
  if (!isStorable(value)) return "type";
  if (value.length < PASSWORD_MIN_LENGTH) return "min";
  return bytes(value) > PASSWORD_MAX_BYTES ? "max" : null;
}

const language = z.enum(LOCALES);
const role = z.enum(ROLES);

/**
 * Schema of fields that an update ignores. A client can therefore send back an account as it was
 * loaded (contract §1).
 */
const ignored = z.optional(z.unknown());

/** Schema of a text that is not trimmed, such as a password. */
const secret = (errorOf: (value: string) => FieldErrorCode | null) =>
  z.string({ error: (issue) => (missing(issue.input) ? "required" : "type") }).check(firstError(errorOf));

/** A password: at least 6 characters, at most the 72 bytes that bcrypt uses (contract §5). */
export const password = secret(passwordError).register(z.globalRegistry, {
  format: "password",
  minLength: PASSWORD_MIN_LENGTH,
  maxLength: PASSWORD_MAX_BYTES,
});

const email = schemaOf(emailField({ required: true, max: 100 }));
const name = schemaOf(text({ required: true, max: NAME_MAX_LENGTH }));

/**
 * Schema of a token. Accepts any text, so that an unknown token gets the same response as an
 * expired one.
 */
const token = secret((value) => (value === "" ? "required" : null));
/**
 * Schema of the current password. A text too long to be a password is reported as `mismatch`, like
 * a wrong password.
 */
const currentPassword = secret((value) => {
  if (value === "") return "required";
  return bytes(value) > PASSWORD_MAX_BYTES ? "mismatch" : null;
});

/**
 * Schema of the URL of the page that sent the form. Spec §7 lists this field, but the links in
 * mails are not built from it (contract §5).
 */
const url = z.optional(z.unknown());

const isConfirmed = (values: { password: string; c_password: string }) =>
  missing(values.c_password) || values.password === values.c_password;
/** Reports a password confirmation that differs, even if other fields have errors, too. */
const mismatch = { error: "mismatch", path: ["c_password"], when: () => true };

/** Error codes of new passwords, in addition to those that `password` reports for any password. */
const NEW_PASSWORD_ERRORS: readonly FieldErrorCode[] = ["min", "common"];

/**
 * Returns a check of new passwords for the minimum length that the installation configures
 * (contract §9).
 */
export const tooShort = (min: number) => (value: string) => (value.length < min ? "min" : null);

/**
 * Adds the rules for new passwords to a schema. The login does not apply these rules, because
 * existing passwords may have been chosen under weaker ones. Their errors are reported together
 * with those of other fields.
 * @param errorOf returns the error code of a password that breaks a rule, else null
 */
export const withNewPasswordRules = <Values extends { password: string }, Input>(
  schema: ValueSchema<Values, Input>,
  errorOf: (password: string) => FieldErrorCode | null,
): ValueSchema<Values, Input> =>
  NEW_PASSWORD_ERRORS.reduce<ValueSchema<Values, Input>>((extended, code) => {
    // The schema of the field already reports a value that is not a password.
    const isFree = ({ password: chosen }: { password: unknown }) =>
      typeof chosen !== "string" || passwordError(chosen) !== null || errorOf(chosen) !== code;
    return extended.check(z.refine(isFree, { error: code, path: ["password"], when: () => true }));
  }, schema);

/**
 * Schema of a code from an authenticator app or of a recovery code, in any notation. A text too
 * long for both is reported as `mismatch`, like a wrong code.
 */
const code = secret((value) => {
  if (value.trim() === "") return "required";
  return value.length > 40 ? "mismatch" : null;
});

/**
 * The body of the login (spec §5). `code` is the code of the second factor, if the account has one.
 */
export const loginSchema = z.strictObject({ email, password, code: z.optional(code) });
export type LoginValues = z.infer<typeof loginSchema>;

/** An account's data without its password; commands that create accounts use it, too. */
export const accountSchema = z.object({ email, name });

/** The body of a registration (spec §5). */
export const registerSchema = z
  .strictObject({ email, name, password, c_password: password, url })
  .check(z.refine(isConfirmed, mismatch));
export type RegisterValues = z.infer<typeof registerSchema>;

/** The body of an e-mail confirmation: the password chosen at registration (contract §5). */
export const verifySchema = z.strictObject({ password });

/** The body of "forgot password" (spec §5). */
export const forgotSchema = z.strictObject({ email, url });

/** The body of a password reset (spec §5). */
export const resetSchema = z
  .strictObject({ token, email, password, c_password: password })
  .check(z.refine(isConfirmed, mismatch));
export type ResetValues = z.infer<typeof resetSchema>;

/**
 * The body of an update of the user's own account. An account can be sent back as it was loaded
 * (contract §§1, 5).
 */
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

/** The body of an admin's invitation (contract §9). */
export const invitationSchema = z.strictObject({ email, name, role: z.optional(role), language: z.optional(language) });
export type InvitationValues = z.infer<typeof invitationSchema>;

/**
 * The body of an update of an account by an admin. An account can be sent back as it was loaded
 * (contract §§1, 9).
 */
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

/** The query options of the list of accounts (contract §§2, 9). */
export const ACCOUNT_LIST = {
  sortFields: ["name", "email", "role", "last_seen_at"],
  sortAliases: {},
  defaultSort: "name",
  topicsList: null,
};

export const TOKEN_MAX_DAYS = 366;

/** The body that creates an API token (contract §9). */
export const newTokenSchema = z.strictObject({
  name,
  scope: z.enum(TOKEN_SCOPES, { error: (issue) => (missing(issue.input) ? "required" : "type") }),
  days: z
    .int({ error: (issue) => (missing(issue.input) ? "required" : "type") })
    .check(z.minimum(1, "min"), z.maximum(TOKEN_MAX_DAYS, "max")),
});
export type NewTokenValues = z.infer<typeof newTokenSchema>;

/**
 * The body of the calls that set up or remove a second factor or create new recovery codes. The
 * user must enter the current password again.
 */
export const ownPasswordSchema = z.strictObject({ current_password: currentPassword });
export type OwnPasswordValues = z.infer<typeof ownPasswordSchema>;

/** The body that activates a second factor: a code from the authenticator app just set up. */
export const factorCodeSchema = z.strictObject({ code });

/** The body of a password change (contract §5). */
export const passwordChangeSchema = z
  .strictObject({ current_password: currentPassword, password, c_password: password })
  .check(z.refine(isConfirmed, mismatch));
export type PasswordChangeValues = z.infer<typeof passwordChangeSchema>;
