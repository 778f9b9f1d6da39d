import { expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { storeToken } from "@/lib/features/accounts/server/mailed-tokens";
import { newToken } from "@/lib/base/web/crypto";
import { createUser, TEST_PASSWORD } from "../../support/factories";
import { call, loggedIn } from "../../support/api";
import { configure } from "../../support/configure";

/*
 * Rules that apply only to new passwords, not to logins (contract §9).
 */

process.env.RATE_LIMIT_FACTOR = "100";

const UNCOMMON_PASSWORD = "Rotwein am Kamin 7";

async function submitPassword(password: string, c_password = password) {
  const { id, email } = await createUser(db());
  const token = newToken("reset_password");
  await storeToken(db(), id, "reset_password", { token });
  const client = await loggedIn();
  return [
    await call("POST", "/api/auth/register", {
      body: { email: `neu.${id}@example.org`, name: "Neu", password, c_password },
    }),
    await call("POST", "/api/password/reset", { body: { token, email, password, c_password } }),
    await client.post("/api/user/password", { current_password: TEST_PASSWORD, password, c_password }),
  ];
}

const errorsOf = async (...passwords: [string, string?]) =>
  (await submitPassword(...passwords)).map(({ status, json }) => ({ status, errors: json.errors }));
const refusals = (errors: object) => Array.from({ length: 3 }, () => ({ status: 422, errors }));

it.each(["123456", "Passwort", "HALLO123", "qwertz123", "schalke04"])(
  "%s is refused wherever a password is chosen",
  async (password) => {
    expect(await errorsOf(password)).toEqual(refusals({ password: ["common"] }));
  },
);

it("PASSWORD_MIN raises the minimum length of new passwords, and is reported together with other errors", async () => {
  configure({ PASSWORD_MIN: 12, REGISTRATION_DOMAINS: ["example.org"], MAIL_DIR: undefined });
  expect(await errorsOf("elf Zeichen")).toEqual(refusals({ password: ["min"] }));
  expect(await errorsOf("elf Zeichen", "andere elf Z")).toEqual(
    refusals({ password: ["min"], c_password: ["mismatch"] }),
  );
  expect(await errorsOf("")).toEqual(refusals({ password: ["required"], c_password: ["required"] }));
  const [registered, reset, changed] = await submitPassword(UNCOMMON_PASSWORD);
  // The registration fails because this test has no mail server, but not because of the password.
  expect(registered?.json.errors).toBeUndefined();
  expect([reset?.status, changed?.status]).toEqual([200, 200]);
});

it("an existing short or common password still works for login and address confirmation", async () => {
  configure({ PASSWORD_MIN: 12 });
  const { email, password } = await createUser(db(), { password: "123456" });
  const body = { email, password };
  expect((await call("POST", "/api/auth/login", { body })).json.success).toBe(true);
  const unconfirmed = await createUser(db(), { password: "123456", email_verified_at: null });
  const token = newToken("verify_email");
  await storeToken(db(), unconfirmed.id, "verify_email", { token });
  expect((await call("POST", `/api/auth/verify/${token}`, { body: { password } })).json.success).toBe(true);
});
