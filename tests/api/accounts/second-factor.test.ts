import { Secret, TOTP } from "otpauth";
import { describe, expect, it, vi } from "vitest";
import { commandContext } from "@/lib/store/database/transaction";
import { changeAccount } from "@/lib/features/accounts/server/administration";
import { createSession } from "@/lib/sessions/session";
import { db } from "@/lib/store/database/client";
import { TEST_PASSWORD, type UserOverrides } from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";
import { configure } from "../../support/configure";

/* Two-factor authentication: TOTP (RFC 6238), recovery codes, and TOTP_REQUIRED. */

const STEP_MS = 30_000;
const passwordBody = { current_password: TEST_PASSWORD };

/** Generates the TOTP code for now, or for a time that is a number of 30-second steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

type FactorClient = Client & { id: number; email: string; secret: string; recoveryCodes: string[] };

/** Sets up the second factor of an account. */
async function setUpFactor(client: Client): Promise<Pick<FactorClient, "secret" | "recoveryCodes">> {
  const { secret } = (await client.post<{ secret: string }>("/api/user/second_factor/new", passwordBody)).json;
  const confirmed = await client.post<{ recovery_codes: string[] }>("/api/user/second_factor/confirm", {
    code: codeOf(secret),
  });
  expect(confirmed.status).toBe(200);
  return { secret, recoveryCodes: confirmed.json.recovery_codes };
}

/** Logs in a new account and sets up its second factor. */
async function withFactor(overrides: UserOverrides = {}): Promise<FactorClient> {
  const client = await loggedIn(overrides);
  const { id, email } = (await client.get<{ id: number; email: string }>("/api/user")).json;
  return { ...client, id, email, ...(await setUpFactor(client)) };
}

const logIn = (email: string, code?: string, secret = TEST_PASSWORD) =>
  call("POST", "/api/auth/login", { body: { email, password: secret, ...(code !== undefined && { code }) } });
const refusal = (message: string) => ({ status: 200, json: { success: false, message } });
const loginSuccess = { status: 200, json: { success: true, message: "login_success" } };
const factorMissing = { status: 403, json: { success: false, message: "second_factor_missing" } };
/** Logs in, with a code if the account has a second factor. @returns the session's token */
const openSession = async (email: string, code?: string) => String((await logIn(email, code)).json.access_token);
const tokenBody = { name: "Bericht", scope: "write", days: 30 };
/** Creates an API token with a session. @returns the token */
const tokenOf = async (session: string) =>
  (await call<{ token: string }>("POST", "/api/user/tokens", { token: session, body: tokenBody })).json.token;
const statusOf = async (token: string) => (await call("GET", "/api/user", { token })).status;
/**
 * Resets the last used time step of an account, so that the current code can be used again, as if
 * 30 s had passed.
 */
const resetTimeStep = (id: number) => db().user.update({ where: { id }, data: { factor_step: null } });

describe("second factors", () => {
  it("a second factor is required once confirmed, and not revealed without the right password", async () => {
    const client = await loggedIn();
    const { email } = (await client.get<{ email: string }>("/api/user")).json;
    expect((await client.get("/api/user/second_factor")).json).toEqual({
      active: false,
      since: null,
      recovery_codes: 0,
    });
    const setup = await client.post<{ secret: string; uri: string }>("/api/user/second_factor/new", passwordBody);
    expect(setup).toMatchObject({ status: 201, json: { success: true, message: "data_saved" } });
    const { secret, uri } = setup.json;
    expect(uri).toMatch(/^otpauth:\/\/totp\/localhost%3A3000:/);
    expect(new URL(uri).searchParams.get("secret")).toBe(secret);
    // The code is not required before it was confirmed, so that a failed setup cannot lock the user
    // out.
    expect(await logIn(email)).toMatchObject(loginSuccess);
    const wrong = await client.post("/api/user/second_factor/confirm", { code: codeOf(secret, 5) });
    expect(wrong).toMatchObject({ status: 422, json: { errors: { code: ["mismatch"] } } });

    const confirmed = await client.post<{ recovery_codes: string[] }>("/api/user/second_factor/confirm", {
      code: codeOf(secret),
    });
    expect(confirmed.json).toMatchObject({ success: true, message: "second_factor_active" });
    expect(new Set(confirmed.json.recovery_codes).size).toBe(10);
    expect((await client.get("/api/user/second_factor")).json).toMatchObject({ active: true, recovery_codes: 10 });
    const { password_hash, ...stored } = await db().user.findFirstOrThrow({ where: { email } });
    expect(password_hash).toBeTruthy();
    expect(JSON.stringify([stored, await db().recoveryCode.findMany()])).not.toMatch(
      new RegExp([secret, ...confirmed.json.recovery_codes].join("|"), "i"),
    );

    expect(await logIn(email)).toMatchObject(refusal("second_factor_required"));
    expect(await logIn(email, "", TEST_PASSWORD)).toMatchObject({
      status: 422,
      json: { errors: { code: ["required"] } },
    });
    expect(await logIn(email, codeOf(secret), "ganz-falsch")).toMatchObject(refusal("username_password_error"));
    expect(await logIn(email, codeOf(secret, 5))).toMatchObject(refusal("second_factor_wrong"));
    const code = codeOf(secret, 1);
    expect(await logIn(email, `${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject(loginSuccess);
  });

  it("a second factor accepts no code twice and no older code, also in concurrent logins", async () => {
    const { id, email, secret } = await withFactor();
    await resetTimeStep(id);
    const output = vi.spyOn(console, "log").mockReturnValue();
    const answers = await Promise.all([1, 2, 3].map(() => logIn(email, codeOf(secret))));
    const events = output.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string; reason?: string });
    output.mockRestore();
    expect(events.filter(({ reason }) => reason === "second_factor_wrong").map(({ event }) => event)).toEqual([
      "login_failed",
      "login_failed",
    ]);
    expect(answers.filter(({ json }) => json.success)).toHaveLength(1);
    expect(await logIn(email, codeOf(secret))).toMatchObject(refusal("second_factor_wrong"));
    expect(await logIn(email, codeOf(secret, -1))).toMatchObject(refusal("second_factor_wrong"));
  });

  it("each recovery code is accepted once, in any notation, and not after renewal", async () => {
    const { email, recoveryCodes, ...client } = await withFactor();
    const [first = "", second = ""] = recoveryCodes;
    expect(await logIn(email, first.toUpperCase().replace("-", " "))).toMatchObject(loginSuccess);
    expect(await logIn(email, first)).toMatchObject(refusal("second_factor_wrong"));
    const renewed = await client.post<{ recovery_codes: string[] }>(
      "/api/user/second_factor/recovery_codes",
      passwordBody,
    );
    expect(renewed.json.recovery_codes).toHaveLength(10);
    expect(await logIn(email, second)).toMatchObject(refusal("second_factor_wrong"));
    expect(await logIn(email, renewed.json.recovery_codes[0])).toMatchObject(loginSuccess);
  });

  it("ten wrong codes lock a second factor temporarily, and a right password does not reset them", async () => {
    const { id, email, secret } = await withFactor();
    await resetTimeStep(id);
    for (let attempt = 0; attempt < 10; attempt++) {
      expect(await logIn(email, "000000")).toMatchObject(refusal("second_factor_wrong"));
      // A correct password resets the count of wrong passwords, which is separate from that of
      // wrong codes.
      expect(await logIn(email)).toMatchObject(refusal("second_factor_required"));
    }
    expect(await logIn(email, codeOf(secret))).toMatchObject({ status: 429, json: { message: "too_many_requests" } });
  });

  const MALFORMED_CODES = [
    "１２３４５６",
    "١٢٣٤٥٦",
    "12345６",
    "éàüöäß",
    "１２３４５-６７８９０",
    "\ud800",
    "\u0000",
    "0".repeat(64),
  ];

  it.each(MALFORMED_CODES)("a login refuses the code %j like any wrong one", async (code) => {
    const { id, email } = await withFactor();
    await resetTimeStep(id);
    const { status, json } = await logIn(email, code);
    expect([200, 422]).toContain(status);
    expect(json.success).toBe(false);
  });

  it.each(MALFORMED_CODES)("a second factor is not activated by the code %j", async (code) => {
    const client = await loggedIn();
    await client.post("/api/user/second_factor/new", passwordBody);
    expect((await client.post("/api/user/second_factor/confirm", { code })).status).toBe(422);
  });

  it("a login accepts a right code only in ASCII digits", async () => {
    const { id, email, secret } = await withFactor();
    await resetTimeStep(id);
    const fullWidth = codeOf(secret).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    expect(await logIn(email, fullWidth)).toMatchObject(refusal("second_factor_wrong"));
    expect(await logIn(email, codeOf(secret))).toMatchObject(loginSuccess);
  });

  it("a second factor requires the password for setup, renewal and removal, and cannot be set up twice", async () => {
    const client = await withFactor();
    const wrong = { current_password: "ganz-falsch" };
    for (const path of ["new", "recovery_codes", "remove"]) {
      const answer = await client.post(`/api/user/second_factor/${path}`, wrong);
      expect(answer).toMatchObject({ status: 422, json: { errors: { current_password: ["mismatch"] } } });
    }
    expect(await client.post("/api/user/second_factor/new", passwordBody)).toMatchObject(refusal("second_factor_on"));
    const code = codeOf(client.secret, 1);
    expect(await client.post("/api/user/second_factor/confirm", { code })).toMatchObject(refusal("second_factor_on"));
    expect(await client.post("/api/user/second_factor/remove", passwordBody)).toMatchObject({
      status: 200,
      json: { success: true, message: "second_factor_removed" },
    });
    expect(await logIn(client.email)).toMatchObject(loginSuccess);
    expect(await db().recoveryCode.count({ where: { user_id: client.id } })).toBe(0);
  });

  it("another admin or the operator can remove a second factor whose app and codes are lost", async () => {
    const [admin, client] = [await loggedIn({ role: "admin" }), await withFactor({ role: "admin" })];
    const loadAccount = () => admin.get<{ second_factor: boolean }>(`/api/users/${client.id}`);
    expect((await loadAccount()).json.second_factor).toBe(true);
    // Sending back a loaded account changes nothing.
    await admin.put(`/api/users/${client.id}`, (await loadAccount()).json);
    expect((await loadAccount()).json.second_factor).toBe(true);
    const ownAttempt = await client.put(`/api/users/${client.id}`, { second_factor: false });
    expect(ownAttempt).toMatchObject(refusal("own_account"));
    expect((await loadAccount()).json.second_factor).toBe(true);
    expect((await admin.put(`/api/users/${client.id}`, { second_factor: false })).json.success).toBe(true);
    expect(await logIn(client.email)).toMatchObject(loginSuccess);

    const other = await withFactor();
    const removeFactor = () => changeAccount(commandContext(), other.id, { second_factor: false });
    expect([await removeFactor(), await removeFactor()].map(({ second_factor }) => second_factor)).toEqual([
      false,
      undefined,
    ]);
    expect(await logIn(other.email)).toMatchObject(loginSuccess);
  });
});

describe("second factor setup", () => {
  it("setting up a second factor ends all other sessions of the account, but not the current one", async () => {
    const client = await loggedIn();
    const { email } = (await client.get<{ email: string }>("/api/user")).json;
    const other = await openSession(email);
    await setUpFactor(client);
    expect([await statusOf(client.token), await statusOf(other)]).toEqual([200, 401]);
  });

  it("setting up a second factor revokes API tokens that were created without one", async () => {
    const client = await loggedIn();
    const token = await tokenOf(client.token);
    await setUpFactor(client);
    expect(await statusOf(token)).toBe(401);
  });

  it("setting up a second factor ends no session of another account", async () => {
    const other = await loggedIn();
    await withFactor();
    expect(await statusOf(other.token)).toBe(200);
  });

  it("setting up a second factor refuses a concurrent login that was verified before", async () => {
    const client = await loggedIn();
    const { id } = (await client.get<{ id: number }>("/api/user")).json;
    const before = await db().user.findUniqueOrThrow({ where: { id } });
    await setUpFactor(client);
    expect(await createSession(before, "late")).toBeNull();
  });

  it("setting up a required second factor ends sessions that began with the password alone", async () => {
    const client = await loggedIn({ role: "editor" });
    const { email } = (await client.get<{ email: string }>("/api/user")).json;
    configure({ TOTP_REQUIRED: "all" });
    const passwordSession = await openSession(email);
    await setUpFactor(client);
    expect((await call("GET", "/api/members", { token: passwordSession })).status).toBe(401);
    expect((await call("POST", "/api/user/tokens", { token: passwordSession, body: tokenBody })).status).toBe(401);
  });
});

describe("second factor removal", () => {
  it("removing a second factor ends all other sessions of the account, but not the current one", async () => {
    const client = await withFactor();
    const other = await openSession(client.email, client.recoveryCodes[0]);
    await client.post("/api/user/second_factor/remove", passwordBody);
    expect([await statusOf(client.token), await statusOf(other)]).toEqual([200, 401]);
  });

  it("removing a second factor keeps API tokens that were created with it", async () => {
    const client = await withFactor();
    const token = await tokenOf(client.token);
    await client.post("/api/user/second_factor/remove", passwordBody);
    expect(await statusOf(token)).toBe(200);
  });

  it("a session lacks a required second factor after removing it", async () => {
    const client = await withFactor({ role: "editor" });
    configure({ TOTP_REQUIRED: "all" });
    expect((await client.get("/api/members")).status).toBe(200);
    await client.post("/api/user/second_factor/remove", passwordBody);
    expect(await client.get("/api/members")).toMatchObject(factorMissing);
  });

  it("removal of a second factor by an admin ends all sessions of the account", async () => {
    const [admin, client] = [await loggedIn({ role: "admin" }), await withFactor()];
    await admin.put(`/api/users/${client.id}`, { second_factor: false });
    expect(await statusOf(client.token)).toBe(401);
  });

  it("removal of a second factor by an admin ends no session of an account that has none", async () => {
    const [admin, client] = [await loggedIn({ role: "admin" }), await loggedIn()];
    const { id } = (await client.get<{ id: number }>("/api/user")).json;
    await admin.put(`/api/users/${id}`, { second_factor: false });
    expect(await statusOf(client.token)).toBe(200);
  });
});

describe("sessions that began before their account had a second factor", () => {
  /**
   * Creates a session and an API token as an earlier version stored them: without the mark that a
   * second factor was used, although the account has one.
   */
  async function sessionBeforeFactor(): Promise<FactorClient & { apiToken: string }> {
    const client = await withFactor({ role: "editor" });
    const apiToken = await tokenOf(client.token);
    await db().session.updateMany({ where: { user_id: client.id }, data: { by_factor: false } });
    await db().apiToken.updateMany({ where: { user_id: client.id }, data: { by_factor: false } });
    return { ...client, apiToken };
  }

  it("a session that began before the second factor does not satisfy TOTP_REQUIRED", async () => {
    const { apiToken, ...client } = await sessionBeforeFactor();
    configure({ TOTP_REQUIRED: "all" });
    expect(await client.get("/api/members")).toMatchObject(factorMissing);
    expect(await call("GET", "/api/members", { token: apiToken })).toMatchObject(factorMissing);
  });

  it("a session that began before the second factor creates no API token", async () => {
    const client = await sessionBeforeFactor();
    expect(await client.post("/api/user/tokens", tokenBody)).toMatchObject(factorMissing);
  });

  it("a session that began before the second factor neither removes it nor renews its codes", async () => {
    const client = await sessionBeforeFactor();
    expect(await client.post("/api/user/second_factor/remove", passwordBody)).toMatchObject(factorMissing);
    expect(await client.post("/api/user/second_factor/recovery_codes", passwordBody)).toMatchObject(factorMissing);
    expect(await logIn(client.email)).toMatchObject(refusal("second_factor_required"));
  });

  it("a new login with a code satisfies TOTP_REQUIRED and can create API tokens", async () => {
    const client = await sessionBeforeFactor();
    configure({ TOTP_REQUIRED: "all" });
    const session = await openSession(client.email, client.recoveryCodes[0]);
    expect((await call("GET", "/api/members", { token: session })).status).toBe(200);
    expect((await call("GET", "/api/members", { token: await tokenOf(session) })).status).toBe(200);
  });
});

describe("TOTP_REQUIRED", () => {
  it("TOTP_REQUIRED=admins restricts admins to the setup, blocks their API tokens, and ignores editors", async () => {
    const [admin, editor] = [await loggedIn({ role: "admin" }), await loggedIn({ role: "editor" })];
    const { token } = (
      await admin.post<{ token: string }>("/api/user/tokens", { name: "Bericht", scope: "read", days: 1 })
    ).json;
    configure({ TOTP_REQUIRED: "admins" });
    expect((await editor.get("/api/members")).status).toBe(200);
    expect(await admin.get("/api/members")).toMatchObject(factorMissing);
    expect(await admin.get("/api/users")).toMatchObject(factorMissing);
    expect(await call("GET", "/api/members", { token })).toMatchObject(factorMissing);
    expect((await admin.get("/api/user")).status).toBe(200);

    await setUpFactor(admin);
    expect((await admin.get("/api/members")).status).toBe(200);
    expect((await call("GET", "/api/members", { token: await tokenOf(admin.token) })).status).toBe(200);
  });

  it("TOTP_REQUIRED=all applies to everyone", async () => {
    const editor = await loggedIn({ role: "editor" });
    configure({ TOTP_REQUIRED: "all" });
    expect(await editor.get("/api/members")).toMatchObject(factorMissing);
  });
});

describe("password sessions of accounts with single sign-on", () => {
  const newToken = { name: "Bericht", scope: "read", days: 1 };

  /**
   * Creates an account that is linked to single sign-on, with a session from a password login or
   * from single sign-on.
   */
  async function linkedAccount(by: "password" | "sso"): Promise<Client & { id: number }> {
    const client = await loggedIn({ role: "editor" });
    const { id } = (await client.get<{ id: number }>("/api/user")).json;
    const data = { sso_issuer: "https://login.ph.example", sso_subject: `subject-${id}` };
    await db().user.update({ where: { id }, data });
    await db().session.updateMany({ where: { user_id: id }, data: { by_sso: by === "sso" } });
    return { ...client, id };
  }
  const createToken = async (client: Client) =>
    (await client.post<{ token: string }>("/api/user/tokens", newToken)).json.token;
  const feedPath = async (client: Client) =>
    new URL((await client.get<{ url: string }>("/api/user/calendar")).json.url).pathname;

  it("a password session of an SSO account creates no token without a required second factor", async () => {
    const client = await linkedAccount("password");
    configure({ TOTP_REQUIRED: "all" });
    expect(await client.post("/api/user/tokens", newToken)).toMatchObject(factorMissing);
    expect(await db().apiToken.count({ where: { user_id: client.id } })).toBe(0);
  });

  it("a password session of an SSO account gets no feed URL without a required second factor", async () => {
    const client = await linkedAccount("password");
    await feedPath(client);
    configure({ TOTP_REQUIRED: "all" });
    expect(await client.get("/api/user/calendar")).toMatchObject(factorMissing);
    expect(await client.post("/api/user/calendar/renew")).toMatchObject(factorMissing);
  });

  it("a password session without a required second factor can still list and revoke tokens", async () => {
    const client = await linkedAccount("password");
    await createToken(client);
    configure({ TOTP_REQUIRED: "all" });
    const { json } = await client.get<{ id: number }[]>("/api/user/tokens");
    expect(json).toHaveLength(1);
    expect((await client.delete(`/api/user/tokens/${json[0]?.id}`)).status).toBe(200);
  });

  it("tokens and feeds of a password session of an SSO account are subject to TOTP_REQUIRED", async () => {
    const client = await linkedAccount("password");
    const [token, feed] = [await createToken(client), await feedPath(client)];
    configure({ TOTP_REQUIRED: "all" });
    expect(await call("GET", "/api/members", { token })).toMatchObject(factorMissing);
    expect((await call("GET", feed)).status).toBe(404);
  });

  it("tokens and feeds of a single sign-on session are not subject to TOTP_REQUIRED", async () => {
    const client = await linkedAccount("sso");
    configure({ TOTP_REQUIRED: "all" });
    const [token, feed] = [await createToken(client), await feedPath(client)];
    expect((await call("GET", "/api/members", { token })).status).toBe(200);
    expect((await call("GET", feed)).status).toBe(200);
  });

  it("a feed that a password session renews is subject to TOTP_REQUIRED", async () => {
    const client = await linkedAccount("sso");
    await feedPath(client);
    await db().session.updateMany({ where: { user_id: client.id }, data: { by_sso: false } });
    const { json } = await client.post<{ url: string }>("/api/user/calendar/renew");
    configure({ TOTP_REQUIRED: "all" });
    expect((await call("GET", new URL(json.url).pathname)).status).toBe(404);
  });

  it("tokens and feeds become subject to TOTP_REQUIRED once the single sign-on link is removed", async () => {
    const client = await linkedAccount("sso");
    const [token, feed] = [await createToken(client), await feedPath(client)];
    await db().user.update({ where: { id: client.id }, data: { sso_issuer: null, sso_subject: null } });
    configure({ TOTP_REQUIRED: "all" });
    expect(await call("GET", "/api/members", { token })).toMatchObject(factorMissing);
    expect((await call("GET", feed)).status).toBe(404);
  });
});
