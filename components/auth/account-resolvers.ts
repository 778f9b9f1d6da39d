import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues, Resolver } from "react-hook-form";
import * as z from "zod/mini";
import {
  accountChangesSchema,
  factorCodeSchema,
  withNewPasswordRules,
  forgotSchema,
  invitationSchema,
  loginSchema,
  newTokenSchema,
  ownPasswordSchema,
  passwordChangeSchema,
  profileSchema,
  registerSchema,
  resetSchema,
  tooShort,
  verifySchema,
} from "@/lib/features/accounts/account";
import { withEmailFaults } from "@/lib/base/browser/with-email-faults";
import type { DigestChoice } from "@/lib/model/accounts/digest";
import type { ValueSchema } from "@/lib/model/fields/field";

/**
 * Builds a resolver from a schema. The cast is safe: the schemas trim texts but change no types.
 */
const check = <Values extends FieldValues>(schema: ValueSchema<Values, FieldValues>) =>
  withEmailFaults(zodResolver(schema) as Resolver<Values>);

/**
 * Form resolvers that validate with the same schemas as the API routes. Loaded on the first input.
 */
export const resolvers = {
  login: check(loginSchema),
  register: (min: number) => check(withNewPasswordRules(registerSchema, tooShort(min))),
  verify: check(verifySchema),
  forgot: check(forgotSchema),
  reset: (min: number) => check(withNewPasswordRules(resetSchema, tooShort(min))),
  profile: check(profileSchema),
  digest: check(z.pick(profileSchema, { digest: true, digest_scope: true })) as Resolver<DigestChoice>,
  passwordChange: (min: number) => check(withNewPasswordRules(passwordChangeSchema, tooShort(min))),
  ownPassword: check(ownPasswordSchema),
  factorCode: check(factorCodeSchema),
  newToken: check(z.omit(newTokenSchema, { days: true })),
  invitation: check(invitationSchema),
  accountChanges: check(accountChangesSchema),
};
