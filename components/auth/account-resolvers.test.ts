import { expect, it } from "vitest";
import { resolvers } from "./account-resolvers";

it.each([
  ["max@müller.de", "email_domain_letters"],
  ["max", "email_at"],
  ["", "required"],
])("account forms report the fault of the e-mail address %j", async (email, code) => {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await resolvers.forgot({ email }, undefined, options);
  expect(errors.email?.message).toBe(code);
});
