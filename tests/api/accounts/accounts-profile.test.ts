import { Worker } from "node:worker_threads";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as passwords from "@/lib/sessions/password";
import { deleteExpired } from "@/lib/features/operations/server/housekeeping";
import { db } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { storeToken } from "@/lib/features/accounts/server/mailed-tokens";
import { createSession } from "@/lib/sessions/session";
import { createUser, TEST_PASSWORD } from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";

process.env.RATE_LIMIT_FACTOR = "100";

type Session = { id: number; created_at: string; last_seen_at: string; user_agent: string; current: boolean };
type Me = { id: number; email: string; name: string };
const HOUR = 3_600_000;
const PASSWORD = "ein neues Passwort";

const loginAs = async (email: string, password = TEST_PASSWORD, userAgent = "Testbrowser") => {
  const headers = { "user-agent": userAgent };
  const login = await call<{ access_token: string; message: string }>("POST", "/api/auth/login", {
    body: { email, password },
    headers,
  });
  return login.json;
};
const isAlive = async (token: string) => (await call("GET", "/api/user", { token })).status === 200;
const loadAccount = async (api: Client) => (await api.get<Me>("/api/user")).json;
const sessionsOf = async (api: Client) => (await api.get<Session[]>("/api/user/sessions")).json;

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

describe("GET and PUT /api/user", () => {
  it("GET and PUT /api/user return the logged-in account and change its name", async () => {
    const before = await loadAccount(api);
    expect(Object.keys(before)).toEqual(["id", "email", "name", "role", "digest", "digest_scope"]);
    const answer = await api.put("/api/user", { name: "  Dr. Zoë Müller " });
    expect(answer).toMatchObject({ status: 200, json: { success: true, message: "data_updated" } });
    expect(await loadAccount(api)).toEqual({ ...before, name: "Dr. Zoë Müller" });
  });

  it("PUT /api/user accepts a loaded account, but ignores another id or address", async () => {
    const before = await loadAccount(api);
    const other = await createUser(db());
    expect((await api.put("/api/user", { ...before, id: other.id, email: other.email })).status).toBe(200);
    expect(await loadAccount(api)).toEqual(before);
  });

  it("PUT /api/user refuses an empty or overlong name and unknown fields", async () => {
    const errorsFor = async (body: unknown) => (await api.put("/api/user", body)).json.errors;
    expect(await errorsFor({})).toEqual({ name: ["required"] });
    expect(await errorsFor({ name: " " })).toEqual({ name: ["required"] });
    expect(await errorsFor({ name: "x".repeat(101) })).toEqual({ name: ["max"] });
    expect(await errorsFor({ name: 7 })).toEqual({ name: ["type"] });
    expect(await errorsFor({ name: "A", disabled_at: null, password_hash: "x" })).toEqual({
      disabled_at: ["unknown"],
      password_hash: ["unknown"],
    });
  });

  it("PUT /api/user stores the language of the account's mails", async () => {
    const { id } = await loadAccount(api);
    expect((await api.put("/api/user", { name: "A", language: "fr" })).json.errors).toEqual({ language: ["type"] });
    expect((await api.put("/api/user", { name: "A", language: "en" })).status).toBe(200);
    expect(await db().user.findUnique({ where: { id } })).toMatchObject({ language: "en" });
  });
});

describe("password changes", () => {
  const changePassword = (client: Client, changes: Record<string, unknown> = {}) =>
    client.post("/api/user/password", {
      current_password: TEST_PASSWORD,
      password: PASSWORD,
      c_password: PASSWORD,
      ...changes,
    });

  it("a password change ends the user's other sessions and mailed links, but no other user's", async () => {
    const client = await loggedIn();
    const { id, email } = await loadAccount(client);
    const other = await loginAs(email);
    const data = { user_id: id, purpose: "reset_password" as const, token_hash: "0".repeat(64) };
    await db().token.create({ data: { ...data, expires_at: new Date(Date.now() + HOUR) } });

    expect(await changePassword(client)).toMatchObject({
      status: 200,
      json: { success: true, message: "password_changed" },
    });
    expect(await isAlive(client.token)).toBe(true);
    expect(await isAlive(other.access_token)).toBe(false);
    expect(await isAlive(api.token)).toBe(true);
    expect(await db().token.count({ where: { user_id: id } })).toBe(0);
    expect((await loginAs(email)).message).toBe("username_password_error");
    expect((await loginAs(email, PASSWORD)).message).toBe("login_success");
  });

  it("a password change requires the current password, and ends no session without it", async () => {
    const client = await loggedIn();
    const { email } = await loadAccount(client);
    const other = await loginAs(email);
    for (const current_password of ["ein falsches", "x", "x".repeat(100)]) {
      const answer = await changePassword(client, { current_password });
      expect(answer).toMatchObject({ status: 422, json: { errors: { current_password: ["mismatch"] } } });
    }
    expect(await isAlive(other.access_token)).toBe(true);
    expect((await loginAs(email)).message).toBe("login_success");
  });

  it("a password change returns validation errors by field", async () => {
    const errorsFor = async (changes: Record<string, unknown>) => (await changePassword(api, changes)).json.errors;
    expect(await errorsFor({ current_password: "" })).toEqual({ current_password: ["required"] });
    expect(await errorsFor({ password: "kurz", c_password: "kurz" })).toEqual({
      password: ["min"],
      c_password: ["min"],
    });
    expect(await errorsFor({ c_password: "ein anderes" })).toEqual({ c_password: ["mismatch"] });
  });

  it("a password change refuses a concurrent login that was verified against the old password", async () => {
    const client = await loggedIn();
    const { id } = await loadAccount(client);
    const before = await db().user.findUniqueOrThrow({ where: { id } });
    await changePassword(client);
    expect(await createSession(before, "late")).toBeNull();
    expect(await sessionsOf(client)).toHaveLength(1);
  });

  it("a password change after a concurrent reset is refused as a wrong password and keeps the reset", async () => {
    const client = await loggedIn();
    const { id, email } = await loadAccount(client);
    await storeToken(db(), id, "reset_password", { token: "a-link-in-a-mail" });
    const resetBody = { token: "a-link-in-a-mail", email, password: "aus dem Link", c_password: "aus dem Link" };
    const { hashPassword } = passwords;
    const hashing = vi.spyOn(passwords, "hashPassword").mockImplementationOnce(async (password) => {
      expect((await call("POST", "/api/password/reset", { body: resetBody })).status).toBe(200);
      return hashPassword(password);
    });
    const answer = await changePassword(client);
    expect(hashing).toHaveBeenCalledTimes(2);
    vi.restoreAllMocks();
    expect(answer).toMatchObject({ status: 422, json: { errors: { current_password: ["mismatch"] } } });
    const { access_token: token } = await loginAs(email, resetBody.password);
    expect(await isAlive(token)).toBe(true);
    expect((await loginAs(email, PASSWORD)).message).toBe("username_password_error");
  });
});

describe("ending all other sessions", () => {
  it("ending all other sessions keeps the current session and those of other users", async () => {
    const client = await loggedIn();
    const { email } = await loadAccount(client);
    const others = [await loginAs(email, TEST_PASSWORD, "Eins"), await loginAs(email, TEST_PASSWORD, "Zwei")];
    const other = await loggedIn();
    expect(await client.delete("/api/user/sessions")).toMatchObject({
      status: 200,
      json: { success: true, message: "sessions_ended" },
    });
    for (const { access_token } of others) expect(await isAlive(access_token)).toBe(false);
    expect(await sessionsOf(client)).toMatchObject([{ current: true }]);
    expect(await sessionsOf(other)).toHaveLength(1);
  });

  it("ending all other sessions requires a login", async () => {
    expect((await call("DELETE", "/api/user/sessions")).status).toBe(401);
  });
});

describe("the list of sessions", () => {
  it("GET /api/user/sessions lists the user's live sessions, latest first, and marks the current one", async () => {
    const { id, email } = await createUser(db());
    const first = await loginAs(email, TEST_PASSWORD, "Erster Browser");
    await loginAs(email, TEST_PASSWORD, "x".repeat(300));
    const { access_token: token } = await loginAs(email, TEST_PASSWORD, "Abgelaufen");
    await loginAs(email, TEST_PASSWORD, "Zu lange still");
    await db().session.updateMany({
      where: { user_agent: "Zu lange still" },
      data: { last_seen_at: new Date(Date.now() - env().SESSION_IDLE_HOURS * HOUR - 1) },
    });
    await db().session.updateMany({ where: { user_agent: "Abgelaufen" }, data: { expires_at: new Date() } });
    expect(await isAlive(token)).toBe(false);

    const { json } = await call<Session[]>("GET", "/api/user/sessions", { token: first.access_token });
    expect(json).toHaveLength(2);
    expect(json.map(({ user_agent, current }) => [user_agent, current])).toEqual([
      ["x".repeat(255), false],
      ["Erster Browser", true],
    ]);
    expect(Object.keys(json[0] ?? {}).sort()).toEqual(["created_at", "current", "id", "last_seen_at", "user_agent"]);
    expect(json[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(await db().session.count({ where: { user_id: id } })).toBeGreaterThan(2);
  });

  it("deleting another session of the user ends it immediately", async () => {
    const client = await loggedIn();
    const { email } = await loadAccount(client);
    const other = await loginAs(email, TEST_PASSWORD, "Anderer");
    const session = (await sessionsOf(client)).find(({ user_agent }) => user_agent === "Anderer");
    const answer = await client.delete(`/api/user/sessions/${session?.id}`);
    expect(answer).toMatchObject({ status: 200, json: { success: true, message: "session_ended" } });
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(await isAlive(other.access_token)).toBe(false);
    expect(await isAlive(client.token)).toBe(true);
    expect((await client.delete(`/api/user/sessions/${session?.id}`)).status).toBe(404);
  });

  it("deleting the current session ends it and clears its cookie", async () => {
    const client = await loggedIn();
    const [session] = await sessionsOf(client);
    const answer = await client.delete(`/api/user/sessions/${session?.id}`);
    expect(answer.headers.get("set-cookie")).toMatch(/^session=;.*Max-Age=0/);
    expect(await isAlive(client.token)).toBe(false);
  });

  it("deleting another user's session is refused", async () => {
    const other = await loggedIn();
    const [session] = await sessionsOf(other);
    const answer = await api.delete(`/api/user/sessions/${session?.id}`);
    expect(answer).toMatchObject({ status: 404, json: { message: "data_not_found" } });
    expect(await isAlive(other.token)).toBe(true);
  });
});

describe("disabled accounts", () => {
  it("a disabled account loses its sessions, and its login fails like one with a wrong password", async () => {
    const client = await loggedIn();
    const { id, email } = await loadAccount(client);
    await db().user.update({ where: { id }, data: { disabled_at: new Date() } });
    expect(await isAlive(client.token)).toBe(false);
    expect((await loginAs(email)).message).toBe("username_password_error");
    const user = await db().user.findUniqueOrThrow({ where: { id } });
    expect(await createSession(user, "late")).toBeNull();
  });

  it("a disabled account does not reveal that its address is unconfirmed", async () => {
    const { email } = await createUser(db(), { disabled_at: new Date(), email_verified_at: null });
    expect((await loginAs(email)).message).toBe("username_password_error");
  });
});

describe("logins", () => {
  it("a login checks exactly one password hash, so that its duration does not reveal accounts", async () => {
    const { email } = await createUser(db());
    const unconfirmed = await createUser(db(), { email_verified_at: null });
    const disabled = await createUser(db(), { disabled_at: new Date() });
    // Creates the dummy hash that is verified for unknown accounts. A server does this at startup.
    await passwords.verifyPassword("", null);
    const hashJobs = vi.spyOn(Worker.prototype, "postMessage");
    const costs = new Set<string | undefined>();
    for (const address of [email, unconfirmed.email, disabled.email, "niemand@example.org"]) {
      hashJobs.mockClear();
      expect((await loginAs(address, "ein falsches")).message).toBe("username_password_error");
      expect(hashJobs, address).toHaveBeenCalledOnce();
      const [job] = hashJobs.mock.calls[0] as [{ hash: string }];
      costs.add(job.hash.slice(0, 7));
    }
    expect(costs.size, "one cost for all hashes").toBe(1);
    hashJobs.mockRestore();
  });

  it("a login ignores the case of the address, but not of the password", async () => {
    const { email } = await createUser(db(), { password: " Groß und klein " });
    expect((await loginAs(email.toUpperCase(), " Groß und klein ")).message).toBe("login_success");
    expect((await loginAs(email, "Groß und klein")).message).toBe("username_password_error");
    expect((await loginAs(email, " groß und klein ")).message).toBe("username_password_error");
  });

  it("deleteExpired deletes only expired sessions, links, counters and unconfirmed accounts", async () => {
    const past = new Date(Date.now() - 1);
    const future = new Date(Date.now() + HOUR);
    const { id, email } = await createUser(db(), { email_verified_at: null });
    const expiredAccount = await createUser(db(), { email_verified_at: null });
    const longAgo = new Date(Date.now() - 31 * 24 * HOUR);
    await db().user.update({ where: { id: expiredAccount.id }, data: { created_at: longAgo } });
    for (const [letter, expires_at] of [
      ["a", past],
      ["b", future],
    ] as const) {
      await db().session.create({ data: { user_id: id, token_hash: letter.repeat(64), expires_at } });
      const token = { user_id: id, token_hash: letter.repeat(64), purpose: "verify_email" as const, expires_at };
      await db().token.create({ data: token });
      await db().rateLimit.create({ data: { key: letter, points: 1, expire: expires_at.getTime() } });
    }
    await deleteExpired();
    const query = { where: { user_id: id }, select: { token_hash: true } };
    expect(await db().session.findMany(query)).toEqual([{ token_hash: "b".repeat(64) }]);
    expect(await db().token.findMany(query)).toEqual([{ token_hash: "b".repeat(64) }]);
    expect(await db().rateLimit.count({ where: { key: { in: ["a", "b"] } } })).toBe(1);
    expect(await db().user.count({ where: { email: { in: [email, expiredAccount.email] } } })).toBe(1);
  });
});
