import { expect, it } from "vitest";
import { definitionOf } from "@/lib/model/kinds/registry";
import { resolverOf } from "./record-resolver";

async function errorsOf(values: Record<string, unknown>) {
  const resolve = resolverOf(definitionOf("person"));
  const { errors } = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
}

it.each([
  ["max@müller.de", "email_domain_letters"],
  ["max@uni\u0007.de", "email_invisible"],
  ["max@uni\u2060.de", undefined],
  ["max @uni.de", "email_blank"],
  ["max", "email_at"],
  ["", "required"],
  ["max@uni.de", undefined],
])("the record form reports the fault of the e-mail address %j", async (email, code) => {
  expect((await errorsOf({ email })).email).toBe(code);
});
