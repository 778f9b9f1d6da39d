import { dictionary } from "@zxcvbn-ts/language-common";
import { withNewPasswordRules, tooShort } from "../account";
import type { ValueSchema } from "@/lib/model/fields/field";
import { env } from "@/lib/base/config/env";

/**
 * Common German passwords that are missing from the bundled list, which comes from English leaks.
 */
const GERMAN =
  "qwertz qwertz1 qwertz12 qwertz123 qwertz1234 qwertzui qwertzuiop passwort12 passwort123 passwort1234 passwort12345 " +
  "hallo1234 hallo12345 hallowelt willkommen1 willkommen123 geheim123 sommer123 winter123 schatz123 hochschule universität";

let common: ReadonlySet<string> | undefined;

/**
 * Returns whether a password is among the most common passwords, ignoring case. Loads the list of
 * common passwords on first use.
 */
function isCommon(password: string): boolean {
  const words = () =>
    [...dictionary["passwords-common"], ...GERMAN.split(" ")].map((word) => String(word).toLowerCase());
  common ??= new Set(words());
  return common.has(password.toLowerCase());
}

/** Returns the code of the rule that a new password violates (contract §9), or null. */
export const newPasswordError = (password: string, min = env().PASSWORD_MIN) =>
  tooShort(min)(password) ?? (isCommon(password) ? "common" : null);

/** Extends a body schema so that it also checks its `password` by `newPasswordError`. */
export const withNewPassword = <Values extends { password: string }>(
  schema: ValueSchema<Values, Record<string, unknown>>,
) => withNewPasswordRules(schema, (password) => newPasswordError(password));
