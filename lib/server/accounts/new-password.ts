import { dictionary } from "@zxcvbn-ts/language-common";
import { choosing, tooShort } from "../../records/accounts/account";
import type { ValueSchema } from "../../records/fields/field";
import { env } from "../config/env";

/** What the list, which is made of English leaks, lacks of those that are tried first in Germany. */
const GERMAN =
  "qwertz qwertz1 qwertz12 qwertz123 qwertz1234 qwertzui qwertzuiop passwort12 passwort123 passwort1234 passwort12345 " +
  "hallo1234 hallo12345 hallowelt willkommen1 willkommen123 geheim123 sommer123 winter123 schatz123 hochschule universität";

let common: ReadonlySet<string> | undefined;

/** Whether a password is one of the commonest, however it is capitalised. The list is read when it is first asked. */
function isCommon(password: string): boolean {
  const words = () =>
    [...dictionary["passwords-common"], ...GERMAN.split(" ")].map((word) => String(word).toLowerCase());
  common ??= new Set(words());
  return common.has(password.toLowerCase());
}

/** What is wrong with a new password (contract §9); null where nothing is. */
export const newPasswordError = (password: string, min = env().PASSWORD_MIN) =>
  tooShort(min)(password) ?? (isCommon(password) ? "common" : null);

/** A body by which somebody chooses a password. */
export const withNewPassword = <Values extends { password: string }>(
  schema: ValueSchema<Values, Record<string, unknown>>,
) => choosing(schema, (password) => newPasswordError(password));
