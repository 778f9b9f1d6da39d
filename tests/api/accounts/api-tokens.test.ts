import { describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { createMember, memberValues, TEST_PASSWORD } from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";

/* API tokens (contract §9). */

type CreatedToken = { id: number; token: string; scope: string; expires_at: string };
const DAY = 24 * 60 * 60_000;

/** Creates an API token for the account. @returns the token and an API client that uses it */
async function createTokenClient(owner: Client, scope: "read" | "write") {
  const { status, json } = await owner.post<CreatedToken>("/api/user/tokens", { name: "Bericht", scope, days: 30 });
  expect(status).toBe(201);
  const { token, id } = json;
  return {
    id,
    token,
    get: <Body = object>(path: string) => call<Body>("GET", path, { token }),
    send: (method: string, path: string, body?: unknown) => call(method, path, { token, body }),
  };
}

const forbidden = { status: 403, json: { success: false, message: "forbidden" } };

describe("API tokens", () => {
  it("an API token is shown once, stored as a hash, listed without its secret, and revocable", async () => {
    const owner = await loggedIn();
    const created = await owner.post<CreatedToken>("/api/user/tokens", {
      name: "  Bericht ",
      scope: "read",
      days: 366,
    });
    expect(created.json).toMatchObject({ success: true, name: "Bericht", scope: "read", last_used_at: null });
    expect(created.json.token).toMatch(/^koopdb_[\w-]{43}$/);
    const validDays = (Date.parse(created.json.expires_at) - Date.now()) / DAY;
    expect(Math.round(validDays)).toBe(366);
    const stored = await db().apiToken.findUniqueOrThrow({ where: { id: created.json.id } });
    expect(JSON.stringify(stored)).not.toContain(created.json.token.slice(7));

    const { token } = created.json;
    expect((await call("GET", "/api/members", { token })).status).toBe(200);
    const list = await owner.get<object[]>("/api/user/tokens");
    expect(list.json).toEqual([
      {
        id: created.json.id,
        name: "Bericht",
        scope: "read",
        created_at: expect.any(String),
        expires_at: created.json.expires_at,
        last_used_at: expect.any(String),
      },
    ]);
    expect((await owner.delete(`/api/user/tokens/${created.json.id}`)).status).toBe(200);
    expect((await call("GET", "/api/members", { token })).status).toBe(401);
    expect((await owner.delete(`/api/user/tokens/${created.json.id}`)).status).toBe(404);
  });

  it("an API token with the scope read can read but not write", async () => {
    const id = await createMember(db(), { vorname: "Bleibt" });
    const readClient = await createTokenClient(await loggedIn(), "read");
    expect((await readClient.get(`/api/members/${id}`)).status).toBe(200);
    expect(await readClient.send("PUT", `/api/members/${id}`, { vorname: "Neu" })).toMatchObject(forbidden);
    expect(await readClient.send("DELETE", `/api/members/${id}`)).toMatchObject(forbidden);
    expect(await readClient.send("POST", "/api/members/new", memberValues())).toMatchObject(forbidden);
  });

  it("an API token with the scope write has its owner's rights, and the history records its changes", async () => {
    const owner = await loggedIn({ role: "editor" });
    const writeClient = await createTokenClient(owner, "write");
    const created = await writeClient.send("POST", "/api/members/new", memberValues());
    expect(created.status).toBe(201);
    const { id: ownerId } = (await owner.get<{ id: number }>("/api/user")).json;
    const { json } = await owner.get<{ data: object[] }>("/api/history?kind=members&pageSize=1");
    expect(json.data[0]).toMatchObject({ source: "token", user: { id: ownerId } });
    await db().user.update({ where: { id: ownerId }, data: { role: "reader" } });
    expect(await writeClient.send("POST", "/api/members/new", memberValues())).toMatchObject(forbidden);
  });

  it("an API token cannot change passwords, tokens or accounts, nor end sessions", async () => {
    const owner = await loggedIn({ role: "admin" });
    const writeClient = await createTokenClient(owner, "write");
    const { id } = (await owner.get<{ id: number }>("/api/user")).json;
    const password = "ein neues Passwort";
    for (const [method, path, body] of [
      ["PUT", "/api/user", { name: "Anders" }],
      ["PUT", "/api/user/preferences", {}],
      ["POST", "/api/user/password", { current_password: TEST_PASSWORD, password, c_password: password }],
      ["POST", "/api/user/tokens", { name: "Noch einer", scope: "write", days: 1 }],
      ["DELETE", `/api/user/tokens/${writeClient.id}`],
      ["POST", "/api/auth/logout"],
      ["PUT", `/api/users/${id}`, { name: "Anders" }],
      ["POST", "/api/users/new", { email: "neu@ph.example", name: "Neu" }],
      ["DELETE", `/api/users/${id}`],
    ] as const)
      expect(await writeClient.send(method, path, body), `${method} ${path}`).toMatchObject(forbidden);
    expect((await writeClient.get("/api/users")).status).toBe(200);
    expect((await owner.get("/api/user")).status).toBe(200);
  });

  it("an API token becomes invalid when it expires or its account is disabled", async () => {
    const owner = await loggedIn();
    const [first, second] = [await createTokenClient(owner, "read"), await createTokenClient(owner, "read")];
    await db().apiToken.update({ where: { id: first.id }, data: { expires_at: new Date(Date.now() - 1) } });
    expect((await first.get("/api/members")).status).toBe(401);
    expect((await owner.get<object[]>("/api/user/tokens")).json).toHaveLength(1);
    const admin = await loggedIn({ role: "admin" });
    const { id } = (await owner.get<{ id: number }>("/api/user")).json;
    await admin.put(`/api/users/${id}`, { disabled: true });
    expect((await second.get("/api/members")).status).toBe(401);
    expect(await db().apiToken.count({ where: { user_id: id } })).toBe(0);
  });

  it("an account has at most fifty live API tokens, also with concurrent requests", async () => {
    const owner = await loggedIn();
    const { id: user_id } = (await owner.get<{ id: number }>("/api/user")).json;
    const expires_at = new Date(Date.now() + DAY);
    const token = (index: number, more: object = {}) => ({
      ...{ user_id, name: "Bericht", scope: "read", expires_at, token_hash: `${user_id}.${index}` },
      ...more,
    });
    const expired = token(0, { expires_at: new Date(Date.now() - DAY) });
    await db().apiToken.createMany({ data: [expired, ...Array.from({ length: 47 }, (_, at) => token(at + 1))] });
    const body = { name: "Noch einer", scope: "read", days: 1 };
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.post("/api/user/tokens", body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({ status: 422, json: { errors: { tokens: ["max"] } } });
    expect((await owner.get<object[]>("/api/user/tokens")).json).toHaveLength(50);
  });

  it("an API token is hidden from other users, and refused with invalid values", async () => {
    const [owner, other] = [await loggedIn(), await loggedIn({ role: "admin" })];
    const { id } = await createTokenClient(owner, "read");
    expect((await other.get<object[]>("/api/user/tokens")).json).toEqual([]);
    expect((await other.delete(`/api/user/tokens/${id}`)).status).toBe(404);
    for (const [body, errors] of [
      [{}, { name: ["required"], scope: ["required"], days: ["required"] }],
      [
        { name: "x", scope: "all", days: 0 },
        { scope: ["type"], days: ["min"] },
      ],
      [{ name: "x", scope: "read", days: 367 }, { days: ["max"] }],
      [{ name: "x", scope: "read", days: 1.5 }, { days: ["type"] }],
    ] as const)
      expect(await owner.post("/api/user/tokens", body)).toMatchObject({ status: 422, json: { errors } });
    expect((await call("GET", "/api/members", { token: `koopdb_${"x".repeat(43)}` })).status).toBe(401);
  });
});
