import { describe, expect, it } from "vitest";
import { storeToken } from "@/lib/features/accounts/server/mailed-tokens";
import { newToken } from "@/lib/base/web/crypto";
import { connectionAddress } from "@/lib/base/web/client-ip";
import { db } from "@/lib/store/database/client";
import { createUser, TEST_PASSWORD } from "../../support/factories";
import { call, type Answer } from "../../support/api";

// A fifth of the production limits: 2 failures per account or link, 20 per client.
Object.assign(process.env, { RATE_LIMIT_FACTOR: "0.2" });

const WRONG = "ein falsches";
let number = 0;
const newClient = () => `203.0.113.${(number += 1)}`;
const fromAddress = <Result>(client: string, send: () => Promise<Result>) => connectionAddress.run(client, send);
const post = (client: string, path: string, body: unknown) => fromAddress(client, () => call("POST", path, { body }));
const login = (client: string, email: string, password: string) => post(client, "/api/auth/login", { email, password });
const outcome = ({ status, json }: Answer) => (status === 200 ? json.message : status);
const times = <Result>(count: number, run: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));
const account = async () => (await createUser(db())).email;

describe("mailed links", () => {
  const passwords = { password: "ein neues", c_password: "ein neues" };

  /**
   * Creates an unconfirmed account with a mailed link.
   * @returns the account's address and the token in the link
   */
  async function mailedLink(purpose: "verify_email" | "reset_password") {
    const user = await createUser(db(), { email_verified_at: null });
    const token = newToken(purpose);
    await storeToken(db(), user.id, purpose, { token });
    return { email: user.email, token };
  }

  it("invalid mailed links do not count as attempts, and lock out no other user of the IP address", async () => {
    const client = newClient();
    const foreignHeaders = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    const { count } = db().rateLimit;
    const before = await count();
    const answers = await times(30, (index) =>
      index % 3 === 0
        ? fromAddress(client, () => call("GET", "/api/password/find/nothing", { headers: foreignHeaders }))
        : index % 3 === 1
          ? post(client, "/api/auth/verify/nothing", { password: WRONG })
          : post(client, "/api/password/reset", { token: "nothing", email: "a@ph.example", ...passwords }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(await count()).toBe(before);
    expect(outcome(await login(client, await account(), TEST_PASSWORD))).toBe("login_success");
  });

  it("mailed links work even after the client has exhausted the limits of failed logins", async () => {
    const client = newClient();
    const confirmation = await mailedLink("verify_email");
    const reset = await mailedLink("reset_password");
    for (let i = 0; i < 20; i += 1) await login(client, i < 2 ? confirmation.email : `niemand.${i}@example.org`, WRONG);
    expect(outcome(await login(client, await account(), TEST_PASSWORD))).toBe(429);

    const verify = await post(client, `/api/auth/verify/${confirmation.token}`, { password: TEST_PASSWORD });
    expect(outcome(verify)).toBe("email_verified");
    expect((await fromAddress(client, () => call("GET", `/api/password/find/${reset.token}`))).status).toBe(200);
    expect(outcome(await post(client, "/api/password/reset", { ...reset, ...passwords }))).toBe(
      "reset_password_success",
    );
  });

  it("mailed links work with punctuation that a mail program has appended", async () => {
    const confirmation = await mailedLink("verify_email");
    const reset = await mailedLink("reset_password");
    for (const suffix of [".", ",", ")", "%3E", "%3E.", "%22"]) {
      const { status, json } = await call<{ token: string }>("GET", `/api/password/find/${reset.token}${suffix}`);
      expect([suffix, status, json.token]).toEqual([suffix, 200, reset.token]);
    }
    expect((await call("GET", `/api/password/find/${reset.token}*`)).status).toBe(404);
    const path = `/api/auth/verify/${confirmation.token}%3E`;
    expect(outcome(await post(newClient(), path, { password: TEST_PASSWORD }))).toBe("email_verified");
  });

  it("a mailed link limits password guesses like an account does, from any client", async () => {
    const { token } = await mailedLink("verify_email");
    const verify = async (password: string) =>
      outcome(await post(newClient(), `/api/auth/verify/${token}`, { password }));
    expect([await verify(WRONG), await verify(WRONG), await verify(TEST_PASSWORD)]).toEqual([
      "username_password_error",
      "username_password_error",
      429,
    ]);
  });
});
