import type { FieldValues, Resolver } from "react-hook-form";
import { validationKey } from "@/lib/model/messages/validation-key";
import { ownValue } from "@/lib/model/pure/own-value";

/**
 * Makes a form's resolver say what is wrong with an e-mail address, by the message key instead of the
 * code `email`.
 */
export const withEmailFaults =
  <Values extends FieldValues>(resolve: Resolver<Values>): Resolver<Values> =>
  async (values, ...more) => {
    const resolved = await resolve(values, ...more);
    for (const [name, error] of Object.entries(resolved.errors)) {
      if (error?.message === "email") error.message = validationKey("email", String(ownValue(values, name) ?? ""));
    }
    return resolved;
  };
