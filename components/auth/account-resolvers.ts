import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod";
import {
  accountChangesSchema,
  factorCodeSchema,
  forgotSchema,
  invitationSchema,
  loginSchema,
  newTokenSchema,
  ownPasswordSchema,
  passwordChangeSchema,
  profileSchema,
  registerSchema,
  resetSchema,
  verifySchema,
} from "@/lib/records/account";

/** What a form holds is what its schema gives: these schemas trim, and change no type. */
const check = <Values extends FieldValues>(schema: z.ZodType<Values, FieldValues>) =>
  zodResolver(schema) as Resolver<Values>;

/** Check the forms with the schemas that the routes use, too. Loaded when something has been typed. */
export const resolvers = {
  login: check(loginSchema),
  register: check(registerSchema),
  verify: check(verifySchema),
  forgot: check(forgotSchema),
  reset: check(resetSchema),
  profile: check(profileSchema),
  passwordChange: check(passwordChangeSchema),
  ownPassword: check(ownPasswordSchema),
  factorCode: check(factorCodeSchema),
  newToken: check(newTokenSchema.omit({ days: true })),
  invitation: check(invitationSchema),
  accountChanges: check(accountChangesSchema),
};
