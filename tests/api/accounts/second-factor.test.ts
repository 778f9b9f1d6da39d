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
const password = { current_password: TEST_PASSWORD };

/** Generates the TOTP code for now, or for a time that is a number of 30-second steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

type Own = Client & { id: number; email: string; secret: string; recoveryCodes: string[] };

/** Sets up the second factor of an account. */
async function setUp(client: Client): Promise<Pick<Own, "secret" | "recoveryCodes">> {
  const { secret } = (await client.post<{ secret: string }>("/api/user/second_factor/new", password)).json;
  const on = await client.post<{ recovery_codes: string[] }>("/api/user/second_factor/confirm", {
    code: codeOf(secret),
  });
  expect(on.status).toBe(200);
  return { secret, recoveryCodes: on.json.recovery_codes };
}

/** Logs in a new account and sets up its second factor. */
async function withFactor(overrides: UserOverrides = {}): Promise<Own> {
  const client = await loggedIn(overrides);
  const { id, email } = (await client.get<{ id: number; email: string }>("/api/user")).json;
  return { ...client, id, email, ...(await setUp(client)) };
}

const logIn = (email: string, code?: string, secret = TEST_PASSWORD) =>
  call("POST", "/api/auth/login", { body: { email, password: secret, ...(code !== undefined && { code }) } });
const refused = (message: string) => ({ status: 200, json: { success: false, message } });
const opened = { status: 200, json: { success: true, message: "login_success" } };
const missing = { status: 403, json: { success: false, message: "second_factor_missing" } };
/** Logs in an account that has no second factor yet, or again with one that it has. @returns the session's token */
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
const later = (id: number) => db().user.update({ where: { id }, data: { factor_step: null } });

describe("a second factor", () => {
  it("is required once confirmed, and not revealed without the right password", async () => {
    const client = await loggedIn();
    const { email } = (await client.get<{ email: string }>("/api/user")).json;
    expect((await client.get("/api/user/second_factor")).json).toEqual({
      active: false,
      since: null,
      recovery_codes: 0,
    });
    const begun = await client.post<{ secret: string; uri: string }>("/api/user/second_factor/new", password);
    expect(begun).toMatchObject({ status: 201, json: { success: true, message: "data_saved" } });
    const { secret, uri } = begun.json;
    expect(uri).toMatch(/^otpauth:\/\/totp\/localhost%3A3000:/);
    expect(new URL(uri).searchParams.get("secret")).toBe(secret);
    // The code is not required before it was confirmed, so that a failed setup cannot lock the user
    // out.
    expect(await logIn(email)).toMatchObject(opened);
    const wrong = await client.post("/api/user/second_factor/confirm", { code: codeOf(secret, 5) });
    expect(wrong).toMatchObject({ status: 422, json: { errors: { code: ["mismatch"] } } });

    const on = await client.post<{ recovery_codes: string[] }>("/api/user/second_factor/confirm", {
      code: codeOf(secret),
    });
    expect(on.json).toMatchObject({ success: true, message: "second_factor_active" });
    expect(new Set(on.json.recovery_codes).size).toBe(10);
    expect((await client.get("/api/user/second_factor")).json).toMatchObject({ active: true, recovery_codes: 10 });
    const { password_hash, ...stored } = await db().user.findFirstOrThrow({ where: { email } });
    expect(password_hash).toBeTruthy();
    expect(JSON.stringify([stored, await db().recoveryCode.findMany()])).not.toMatch(
      new RegExp([secret, ...on.json.recovery_codes].join("|"), "i"),
    );

    expect(await logIn(email)).toMatchObject(refused("second_factor_required"));
    expect(await logIn(email, "", TEST_PASSWORD)).toMatchObject({
      status: 422,
      json: { errors: { code: ["required"] } },
    });
    expect(await logIn(email, codeOf(secret), "ganz-falsch")).toMatchObject(refused("username_password_error"));
    expect(await logIn(email, codeOf(secret, 5))).toMatchObject(refused("second_factor_wrong"));
    const code = codeOf(secret, 1);
    expect(await logIn(email, `${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject(opened);
  });

  it("accepts no code twice and no older code, also in concurrent logins", async () => {
    const { id, email, secret } = await withFactor();
    await later(id);
    const output = vi.spyOn(console, "log").mockReturnValue();
    const answers = await Promise.all([1, 2, 3].map(() => logIn(email, codeOf(secret))));
    const told = output.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string; reason?: string });
    output.mockRestore();
    expect(told.filter(({ reason }) => reason === "second_factor_wrong").map(({ event }) => event)).toEqual([
      "login_failed",
      "login_failed",
    ]);
    expect(answers.filter(({ json }) => json.success)).toHaveLength(1);
    expect(await logIn(email, codeOf(secret))).toMatchObject(refused("second_factor_wrong"));
    expect(await logIn(email, codeOf(secret, -1))).toMatchObject(refused("second_factor_wrong"));
  });

  it("accepts each recovery code once in any notation, and no old code after renewal", async () => {
    const { email, recoveryCodes, ...client } = await withFactor();
    const [first = "", second = ""] = recoveryCodes;
    expect(await logIn(email, first.toUpperCase().replace("-", " "))).toMatchObject(opened);
    expect(await logIn(email, first)).toMatchObject(refused("second_factor_wrong"));
    const renewed = await client.post<{ recovery_codes: string[] }>("/api/user/second_factor/recovery_codes", password);
    expect(renewed.json.recovery_codes).toHaveLength(10);
    expect(await logIn(email, second)).toMatchObject(refused("second_factor_wrong"));
    expect(await logIn(email, renewed.json.recovery_codes[0])).toMatchObject(opened);
  });

  it("is locked temporarily after ten wrong codes, which a right password does not reset", async () => {
    const { id, email, secret } = await withFactor();
    await later(id);
    for (let attempt = 0; attempt < 10; attempt++) {
      expect(await logIn(email, "000000")).toMatchObject(refused("second_factor_wrong"));
      // A correct password resets the count of wrong passwords, which is separate from that of
      // wrong codes.
      expect(await logIn(email)).toMatchObject(refused("second_factor_required"));
    }
    expect(await logIn(email, codeOf(secret))).toMatchObject({ status: 429, json: { message: "too_many_requests" } });
  });

  const STRANGE = [
    "１２３４５６",
    "١٢٣٤٥٦",
    "12345６",
    "éàüöäß",
    "１２３４５-６７８９０",
    "\ud800",
    "\u0000",
    "0".repeat(64),
  ];

  it.each(STRANGE)("refuses the code %j at login like any wrong one", async (code) => {
    const { id, email } = await withFactor();
    await later(id);
    const { status, json } = await logIn(email, code);
    expect([200, 422]).toContain(status);
    expect(json.success).toBe(false);
  });

  it.each(STRANGE)("is not activated by the code %j", async (code) => {
    const client = await loggedIn();
    await client.post("/api/user/second_factor/new", password);
    expect((await client.post("/api/user/second_factor/confirm", { code })).status).toBe(422);
  });

  it("accepts a right code only in ASCII digits", async () => {
    const { id, email, secret } = await withFactor();
    await later(id);
    const fullWidth = codeOf(secret).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    expect(await logIn(email, fullWidth)).toMatchObject(refused("second_factor_wrong"));
    expect(await logIn(email, codeOf(secret))).toMatchObject(opened);
  });

  it("requires the password for setup, renewal and removal, and cannot be set up twice", async () => {
    const client = await withFactor();
    const wrong = { current_password: "ganz-falsch" };
    for (const path of ["new", "recovery_codes", "remove"]) {
      const answer = await client.post(`/api/user/second_factor/${path}`, wrong);
      expect(answer).toMatchObject({ status: 422, json: { errors: { current_password: ["mismatch"] } } });
    }
    expect(await client.post("/api/user/second_factor/new", password)).toMatchObject(refused("second_factor_on"));
    const code = codeOf(client.secret, 1);
    expect(await client.post("/api/user/second_factor/confirm", { code })).toMatchObject(refused("second_factor_on"));
    expect(await client.post("/api/user/second_factor/remove", password)).toMatchObject({
      status: 200,
      json: { success: true, message: "second_factor_removed" },
    });
    expect(await logIn(client.email)).toMatchObject(opened);
    expect(await db().recoveryCode.count({ where: { user_id: client.id } })).toBe(0);
  });

  it("can be removed by another admin or the operator when app and codes are lost", async () => {
    const [admin, own] = [await loggedIn({ role: "admin" }), await withFactor({ role: "admin" })];
    const seen = () => admin.get<{ second_factor: boolean }>(`/api/users/${own.id}`);
    expect((await seen()).json.second_factor).toBe(true);
    // Sending back a loaded account changes nothing.
    await admin.put(`/api/users/${own.id}`, (await seen()).json);
    expect((await seen()).json.second_factor).toBe(true);
    const byHimself = await own.put(`/api/users/${own.id}`, { second_factor: false });
    expect(byHimself).toMatchObject(refused("own_account"));
    expect((await seen()).json.second_factor).toBe(true);
    expect((await admin.put(`/api/users/${own.id}`, { second_factor: false })).json.success).toBe(true);
    expect(await logIn(own.email)).toMatchObject(opened);

    const other = await withFactor();
    const told = () => changeAccount(commandContext(), other.id, { second_factor: false });
    expect([await told(), await told()].map(({ second_factor }) => second_factor)).toEqual([false, undefined]);
    expect(await logIn(other.email)).toMatchObject(opened);
  });
});

describe("setting up a second factor", () => {
  it("ends all other sessions and keeps its own", async () => {
    const client = await loggedIn();
    const { email } = (await client.get<{ email: string }>("/api/user")).json;
    const other = await openSession(email);
    await setUp(client);
    expect([await statusOf(client.token), await statusOf(other)]).toEqual([200, 401]);
  });

  it("revokes API tokens that were created without one", async () => {
    const client = await loggedIn();
    const token = await tokenOf(client.token);
    await setUp(client);
    expect(await statusOf(token)).toBe(401);
  });

  it("ends no session of another account", async () => {
    const other = await loggedIn();
    await withFactor();
    expect(await statusOf(other.token)).toBe(200);
  });

  it("refuses a concurrent login that was verified before", async () => {
    const client = await loggedIn();
    const { id } = (await client.get<{ id: number }>("/api/user")).json;
    const before = await db().user.findUniqueOrThrow({ where: { id } });
    await setUp(client);
    expect(await createSession(before, "late")).toBeNull();
  });

  it("gives nothing to a session by password alone when it is required", async () => {
    const client = await loggedIn({ role: "editor" });
    const { email } = (await client.get<{ email: string }>("/api/user")).json;
    configure({ TOTP_REQUIRED: "all" });
    const thief = await openSession(email);
    await setUp(client);
    expect((await call("GET", "/api/members", { token: thief })).status).toBe(401);
    expect((await call("POST", "/api/user/tokens", { token: thief, body: tokenBody })).status).toBe(401);
  });
});

describe("removing a second factor", () => {
  it("ends all other sessions and keeps its own", async () => {
    const client = await withFactor();
    const other = await openSession(client.email, client.recoveryCodes[0]);
    await client.post("/api/user/second_factor/remove", password);
    expect([await statusOf(client.token), await statusOf(other)]).toEqual([200, 401]);
  });

  it("keeps API tokens that were created with it", async () => {
    const client = await withFactor();
    const token = await tokenOf(client.token);
    await client.post("/api/user/second_factor/remove", password);
    expect(await statusOf(token)).toBe(200);
  });

  it("leaves its session without one where one is required", async () => {
    const client = await withFactor({ role: "editor" });
    configure({ TOTP_REQUIRED: "all" });
    expect((await client.get("/api/members")).status).toBe(200);
    await client.post("/api/user/second_factor/remove", password);
    expect(await client.get("/api/members")).toMatchObject(missing);
  });

  it("by an admin ends all sessions of the account", async () => {
    const [admin, client] = [await loggedIn({ role: "admin" }), await withFactor()];
    await admin.put(`/api/users/${client.id}`, { second_factor: false });
    expect(await statusOf(client.token)).toBe(401);
  });

  it("by an admin ends no session of an account that has none", async () => {
    const [admin, client] = [await loggedIn({ role: "admin" }), await loggedIn()];
    const { id } = (await client.get<{ id: number }>("/api/user")).json;
    await admin.put(`/api/users/${id}`, { second_factor: false });
    expect(await statusOf(client.token)).toBe(200);
  });
});

describe("a session that began before its account had a second factor", () => {
  /** A session and an API token as an earlier version left them: without a factor, beside one. */
  async function before(): Promise<Own & { apiToken: string }> {
    const own = await withFactor({ role: "editor" });
    const apiToken = await tokenOf(own.token);
    await db().session.updateMany({ where: { user_id: own.id }, data: { by_factor: false } });
    await db().apiToken.updateMany({ where: { user_id: own.id }, data: { by_factor: false } });
    return { ...own, apiToken };
  }

  it("counts as without one where one is required", async () => {
    const { apiToken, ...own } = await before();
    configure({ TOTP_REQUIRED: "all" });
    expect(await own.get("/api/members")).toMatchObject(missing);
    expect(await call("GET", "/api/members", { token: apiToken })).toMatchObject(missing);
  });

  it("creates no API token", async () => {
    const own = await before();
    expect(await own.post("/api/user/tokens", tokenBody)).toMatchObject(missing);
  });

  it("neither removes the factor nor renews its recovery codes", async () => {
    const own = await before();
    expect(await own.post("/api/user/second_factor/remove", password)).toMatchObject(missing);
    expect(await own.post("/api/user/second_factor/recovery_codes", password)).toMatchObject(missing);
    expect(await logIn(own.email)).toMatchObject(refused("second_factor_required"));
  });

  it("is as good as new after a login with a code", async () => {
    const own = await before();
    configure({ TOTP_REQUIRED: "all" });
    const session = await openSession(own.email, own.recoveryCodes[0]);
    expect((await call("GET", "/api/members", { token: session })).status).toBe(200);
    expect((await call("GET", "/api/members", { token: await tokenOf(session) })).status).toBe(200);
  });
});

describe("TOTP_REQUIRED", () => {
  it("restricts admins without a second factor to its setup, blocks their API tokens, and ignores editors", async () => {
    const [admin, editor] = [await loggedIn({ role: "admin" }), await loggedIn({ role: "editor" })];
    const { token } = (
      await admin.post<{ token: string }>("/api/user/tokens", { name: "Bericht", scope: "read", days: 1 })
    ).json;
    configure({ TOTP_REQUIRED: "admins" });
    expect((await editor.get("/api/members")).status).toBe(200);
    expect(await admin.get("/api/members")).toMatchObject(missing);
    expect(await admin.get("/api/users")).toMatchObject(missing);
    expect(await call("GET", "/api/members", { token })).toMatchObject(missing);
    expect((await admin.get("/api/user")).status).toBe(200);

    await setUp(admin);
    expect((await admin.get("/api/members")).status).toBe(200);
    expect((await call("GET", "/api/members", { token: await tokenOf(admin.token) })).status).toBe(200);
  });

  it("applies to everyone when set to all", async () => {
    const editor = await loggedIn({ role: "editor" });
    configure({ TOTP_REQUIRED: "all" });
    expect(await editor.get("/api/members")).toMatchObject(missing);
  });
});

describe("a password session of an account with single sign-on", () => {
  const newToken = { name: "Bericht", scope: "read", days: 1 };

  /**
   * Creates an account that is linked to single sign-on, with a session from a password login or
   * from single sign-on.
   */
  async function linked(by: "password" | "sso"): Promise<Client & { id: number }> {
    const client = await loggedIn({ role: "editor" });
    const { id } = (await client.get<{ id: number }>("/api/user")).json;
    const data = { sso_issuer: "https://login.ph.example", sso_subject: `subject-${id}` };
    await db().user.update({ where: { id }, data });
    await db().session.updateMany({ where: { user_id: id }, data: { by_sso: by === "sso" } });
    return { ...client, id };
  }
  const makeToken = async (client: Client) =>
    (await client.post<{ token: string }>("/api/user/tokens", newToken)).json.token;
  const feedPath = async (client: Client) =>
    new URL((await client.get<{ url: string }>("/api/user/calendar")).json.url).pathname;

  it("cannot create a token while it lacks a required second factor", async () => {
    const client = await linked("password");
    configure({ TOTP_REQUIRED: "all" });
    expect(await client.post("/api/user/tokens", newToken)).toMatchObject(missing);
    expect(await db().apiToken.count({ where: { user_id: client.id } })).toBe(0);
  });

  it("gets no calendar feed URL meanwhile, neither the stored nor a new one", async () => {
    const client = await linked("password");
    await feedPath(client);
    configure({ TOTP_REQUIRED: "all" });
    expect(await client.get("/api/user/calendar")).toMatchObject(missing);
    expect(await client.post("/api/user/calendar/renew")).toMatchObject(missing);
  });

  it("can still list and revoke its tokens", async () => {
    const client = await linked("password");
    await makeToken(client);
    configure({ TOTP_REQUIRED: "all" });
    const { json } = await client.get<{ id: number }[]>("/api/user/tokens");
    expect(json).toHaveLength(1);
    expect((await client.delete(`/api/user/tokens/${json[0]?.id}`)).status).toBe(200);
  });

  it("creates tokens and feeds that are subject to TOTP_REQUIRED, too", async () => {
    const client = await linked("password");
    const [token, feed] = [await makeToken(client), await feedPath(client)];
    configure({ TOTP_REQUIRED: "all" });
    expect(await call("GET", "/api/members", { token })).toMatchObject(missing);
    expect((await call("GET", feed)).status).toBe(404);
  });

  it("does not affect tokens and feeds created by a single sign-on session", async () => {
    const client = await linked("sso");
    configure({ TOTP_REQUIRED: "all" });
    const [token, feed] = [await makeToken(client), await feedPath(client)];
    expect((await call("GET", "/api/members", { token })).status).toBe(200);
    expect((await call("GET", feed)).status).toBe(200);
  });

  it("makes a renewed feed subject to TOTP_REQUIRED", async () => {
    const client = await linked("sso");
    await feedPath(client);
    await db().session.updateMany({ where: { user_id: client.id }, data: { by_sso: false } });
    const { json } = await client.post<{ url: string }>("/api/user/calendar/renew");
    configure({ TOTP_REQUIRED: "all" });
    expect((await call("GET", new URL(json.url).pathname)).status).toBe(404);
  });

  it("makes tokens and feeds subject to TOTP_REQUIRED once the account's single sign-on link is removed", async () => {
    const client = await linked("sso");
    const [token, feed] = [await makeToken(client), await feedPath(client)];
    await db().user.update({ where: { id: client.id }, data: { sso_issuer: null, sso_subject: null } });
    configure({ TOTP_REQUIRED: "all" });
    expect(await call("GET", "/api/members", { token })).toMatchObject(missing);
    expect((await call("GET", feed)).status).toBe(404);
  });
});
