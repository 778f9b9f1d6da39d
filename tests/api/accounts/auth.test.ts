import { describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { declarationOf } from "@/lib/http/request-handler";
import { createMember, createUser, memberValues, TEST_PASSWORD } from "../../support/factories";
import { call, loggedIn, type Answer } from "../../support/api";
import { configure } from "../../support/configure";
import { routeFiles, routeOf } from "../../support/route-tree";

const METHODS = ["GET", "POST", "PUT", "DELETE"];
/**
 * Routes that need no login: those of contract §5, single sign-on, calendar feeds and recipients' links
 * (their URL contains a secret), and `metrics` (it has a separate token).
 */
const PUBLIC =
  /^(auth\/(login|register|verify\/.+|sso(\/\w+)?)|password\/.+|calendar\/\[file\]|unsubscribe\/.+|confirm\/.+|health|ready|openapi\.json|metrics)\/route\.ts$/;
const UNKNOWN_PATHS = "[[...path]]/route.ts";

const files = routeFiles().map((file) => file.replaceAll("\\", "/"));
const protectedFiles = files.filter((file) => !PUBLIC.test(file) && file !== UNKNOWN_PATHS);
const callAll = (file: string, token: string | null, methods: readonly string[] = METHODS) =>
  Promise.all(methods.map((method) => call(method, pathOf(file), { token, ...(method !== "GET" && { body: {} }) })));
/**
 * Returns the methods that a route file implements. For other methods the API responds with 405,
 * even without a login.
 */
async function methodsOf(file: string) {
  const route = (await import(routeOf(pathOf(file)).file)) as Record<string, unknown>;
  return METHODS.filter((method) => declarationOf(route[method]));
}
const pathOf = (file: string) => `/api/${file.replace("/route.ts", "").replaceAll(/\[[^[\]]+\]/g, "1")}`;

const HOUR = 3_600_000;
const tampered = (token: string) => `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`;

/** Logs in a new user. @returns the token with the session's row */
async function newSession() {
  const { token } = await loggedIn();
  const { id, user_id } = await db().session.findFirstOrThrow({ orderBy: { id: "desc" } });
  return { token, id, user_id };
}

/** Functions that create invalid tokens, by the reason why the token is invalid. */
const invalidTokens: Record<string, () => Promise<string | null>> = {
  "no token": async () => null,
  "a tampered token": async () => tampered((await newSession()).token),
  "an expired token": async () => {
    const { token, id } = await newSession();
    await db().session.update({ where: { id }, data: { expires_at: new Date(Date.now() - 1) } });
    return token;
  },
  "a revoked token": async () => {
    const { token } = await newSession();
    await call("POST", "/api/auth/logout", { token });
    return token;
  },
  "an idle token": async () => {
    const { token, id } = await newSession();
    const last_seen_at = new Date(Date.now() - env().SESSION_IDLE_HOURS * HOUR - 1);
    await db().session.update({ where: { id }, data: { last_seen_at } });
    return token;
  },
  "a disabled account's token": async () => {
    const { token, user_id } = await newSession();
    await db().user.update({ where: { id: user_id }, data: { disabled_at: new Date() } });
    return token;
  },
};

it.each(Object.keys(invalidTokens))("with %s every route except the public ones returns 401", async (name) => {
  const token = (await invalidTokens[name]?.()) ?? null;
  expect(protectedFiles.length).toBeGreaterThan(30);
  const unprotected: string[] = [];
  for (const file of protectedFiles) {
    const answers = await callAll(file, token, await methodsOf(file));
    const refused = answers.filter(({ status }) => status === 401);
    const others = answers.filter(({ status }) => status !== 401);
    if (others.length > 0 || refused.length === 0)
      unprotected.push(`${file}: ${answers.map(({ status }) => status).join()}`);
    for (const { json } of refused) expect(json, file).toEqual({ success: false, message: "unauthenticated" });
  }
  expect(unprotected).toEqual([]);
});

describe("requests without a login", () => {
  it("without a login only the public calls of contract §5 respond with anything but 401", async () => {
    const unprotected: string[] = [];
    for (const file of files) {
      const answers = await callAll(file, null);
      if (answers.every(({ status }) => status !== 401)) unprotected.push(file);
    }
    const expected = files.filter((file) => PUBLIC.test(file));
    expect(unprotected).toEqual([UNKNOWN_PATHS, ...expected].sort());
  });

  it("an unknown path returns 404, logged in or not", async () => {
    const { token } = await loggedIn();
    for (const path of ["/api", "/api/nothing", "/api/auth", "/api/auth/session", "/api/auth/callback/credentials"]) {
      for (const bearer of [null, token]) {
        expect(await call("GET", path, { token: bearer })).toMatchObject({
          status: 404,
          json: { message: "not_found" },
        });
      }
    }
  });
});

describe("session tokens", () => {
  const sessionCookie = (value: string) => ({ cookie: `session=${value}` });

  it("a session token authenticates as Bearer token and as cookie", async () => {
    const { token } = await loggedIn();
    expect((await call("GET", "/api/user", { token })).status).toBe(200);
    expect((await call("GET", "/api/user", { headers: sessionCookie(token) })).status).toBe(200);
    expect((await call("GET", "/api/user", { headers: { authorization: `bearer ${token}` } })).status).toBe(200);
  });

  it("a Bearer token takes precedence over the session cookie", async () => {
    const { token } = await loggedIn();
    expect((await call("GET", "/api/user", { token, headers: sessionCookie("stale") })).status).toBe(200);
    expect((await call("GET", "/api/user", { token: "stale", headers: sessionCookie(token) })).status).toBe(401);
    for (const authorization of ["Bearer", "Bearer  ", "Bearer a b"]) {
      const headers = { ...sessionCookie(token), authorization };
      expect((await call("GET", "/api/user", { headers })).status, authorization).toBe(401);
    }
  });

  it("a session token is stored only as a keyed hash", async () => {
    const { token } = await loggedIn();
    const rows = await db().$queryRaw<Record<string, unknown>[]>`SELECT * FROM sessions`;
    expect(JSON.stringify(rows)).not.toContain(token);
    configure({ AUTH_SECRET: "another-secret-that-is-long-enough-too" });
    expect((await call("GET", "/api/user", { token })).status).toBe(401);
  });

  it("a session token is invalid after logout, which clears the cookie", async () => {
    const { token } = await loggedIn();
    const other = await loggedIn();
    const logout = await call("POST", "/api/auth/logout", { headers: sessionCookie(token) });
    expect(logout).toMatchObject({ status: 200, json: { success: true } });
    expect(logout.headers.get("set-cookie")).toMatch(/^session=;.*Max-Age=0/);
    expect((await call("GET", "/api/user", { token })).status).toBe(401);
    expect((await call("GET", "/api/user", { headers: sessionCookie(token) })).status).toBe(401);
    expect((await other.get("/api/user")).status).toBe(200);
  });

  it("a failed login clears the session cookie", async () => {
    const { token } = await loggedIn();
    const body = { email: "nobody@example.org", password: "wrong password" };
    const { headers, json } = await call("POST", "/api/auth/login", { headers: sessionCookie(token), body });
    expect(json).toEqual({ success: false, message: "username_password_error" });
    expect(headers.get("set-cookie")).toMatch(/^session=;.*Max-Age=0/);
  });

  it("a refused session cookie is cleared from the browser", async () => {
    const { headers } = await call("GET", "/api/user", { headers: sessionCookie("stale") });
    expect(headers.get("set-cookie")).toMatch(/^session=;.*Max-Age=0/);
  });

  it("the session cookie stays when a cross-site request or one without a cookie is refused", async () => {
    const { token } = await loggedIn();
    const foreignHeaders = [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }];
    for (const headers of [
      ...foreignHeaders,
      ...foreignHeaders.map((header) => ({ ...header, ...sessionCookie("stale") })),
      {},
    ]) {
      for (const method of ["POST", "GET"]) {
        const answer = await call(method, method === "POST" ? "/api/auth/logout" : "/api/user", { headers });
        expect(answer.status).toBe(401);
        expect(answer.headers.get("set-cookie"), JSON.stringify(headers)).toBeNull();
      }
    }
    expect((await call("GET", "/api/user", { headers: sessionCookie(token) })).status).toBe(200);
  });

  it("using a session token keeps its session alive, but not beyond its expiry", async () => {
    const { token, id } = await newSession();
    const almostIdle = new Date(Date.now() - env().SESSION_IDLE_HOURS * HOUR + 60_000);
    await db().session.update({ where: { id }, data: { last_seen_at: almostIdle } });
    expect((await call("GET", "/api/user", { token })).status).toBe(200);
    const { last_seen_at, expires_at } = await db().session.findUniqueOrThrow({ where: { id } });
    expect(last_seen_at.getTime()).toBeGreaterThan(Date.now() - 60_000);
    const days = (expires_at.getTime() - Date.now()) / (24 * HOUR);
    expect(days).toBeGreaterThan(env().SESSION_MAX_DAYS - 0.1);
    expect(days).toBeLessThanOrEqual(env().SESSION_MAX_DAYS);
  });
});

describe("browser logins", () => {
  const logIn = async (headers: Record<string, string>) => {
    const { email } = await createUser(db());
    return call<Record<string, unknown>>("POST", "/api/auth/login", {
      headers,
      body: { email, password: TEST_PASSWORD },
    });
  };

  it("a login with Prefer: return=minimal gets the cookie but no token in the body", async () => {
    const { status, json, headers } = await logIn({ prefer: "return=minimal" });
    expect([status, json]).toEqual([200, { success: true, message: "login_success" }]);
    expect(headers.get("preference-applied")).toBe("return=minimal");
    const [, token] = /^session=([^;]+)/.exec(headers.get("set-cookie") ?? "") ?? [];
    expect((await call("GET", "/api/user", { headers: { cookie: `session=${token}` } })).status).toBe(200);
    expect((await logIn({})).json).toHaveProperty("access_token");
  });

  it("a login ends only the session that the browser had, even another user's", async () => {
    const [previousClient, otherClient] = [await loggedIn(), await loggedIn()];
    expect((await logIn({ cookie: `session=${previousClient.token}` })).json.success).toBe(true);
    expect((await previousClient.get("/api/user")).status).toBe(401);
    expect((await otherClient.get("/api/user")).status).toBe(200);
  });

  it("a failed login ends no session", async () => {
    const { token } = await loggedIn();
    const body = { email: "nobody@example.org", password: "wrong password" };
    await call("POST", "/api/auth/login", { headers: { cookie: `session=${token}` }, body });
    expect((await call("GET", "/api/user", { token })).status).toBe(200);
  });
});

describe("the session cookie", () => {
  const cookieOf = async () => {
    const { email } = await createUser(db());
    const { headers } = await call("POST", "/api/auth/login", { body: { email, password: TEST_PASSWORD } });
    const [pair = "", ...attributes] = (headers.get("set-cookie") ?? "").split("; ");
    return { name: pair.split("=")[0], attributes };
  };

  it("the session cookie is HttpOnly and SameSite=Lax, with path /", async () => {
    const { name, attributes } = await cookieOf();
    expect(name).toBe("session");
    expect(attributes).toEqual(expect.arrayContaining(["HttpOnly", "SameSite=Lax", "Path=/"]));
    expect(attributes.join()).not.toMatch(/Secure|Domain/);
  });

  it("under https the session cookie is Secure with the __Host- prefix, and the plain one is ignored", async () => {
    configure({ APP_URL: "https://kooperation.example.org" });
    const { name, attributes } = await cookieOf();
    expect(name).toBe("__Host-session");
    expect(attributes).toEqual(expect.arrayContaining(["HttpOnly", "SameSite=Lax", "Path=/", "Secure"]));
    const { token } = await loggedIn();
    expect((await call("GET", "/api/user", { headers: { cookie: `__Host-session=${token}` } })).status).toBe(200);
    expect((await call("GET", "/api/user", { headers: { cookie: `session=${token}` } })).status).toBe(401);
  });
});

describe("origin checks", () => {
  const FOREIGN_HEADERS: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { origin: "http://localhost:3000", "sec-fetch-site": "cross-site" },
  ];
  const OWN_HEADERS: Record<string, string>[] = [
    { origin: "http://localhost:3000" },
    { "sec-fetch-site": "same-origin" },
    {},
  ];
  const remove = (id: number, headers: Record<string, string>, token?: string) =>
    call("DELETE", `/api/members/${id}`, { headers, token });

  it.each(FOREIGN_HEADERS)(
    "a write with the headers %j and the cookie is refused without a change",
    async (headers) => {
      const { token } = await loggedIn();
      const id = await createMember(db());
      const answer = await remove(id, { ...headers, cookie: `session=${token}` });
      expect(answer).toMatchObject({ status: 403, json: { success: false, message: "forbidden_origin" } });
      expect(await db().member.count({ where: { ph_id: id } })).toBe(1);
    },
  );

  it.each(FOREIGN_HEADERS)("a write with the headers %j and a Bearer token passes", async (headers) => {
    const { token } = await loggedIn();
    expect((await remove(await createMember(db()), headers, token)).status).toBe(200);
  });

  it.each(OWN_HEADERS)("a write with the headers %j and the cookie passes", async (headers) => {
    const { token } = await loggedIn();
    expect((await remove(await createMember(db()), { ...headers, cookie: `session=${token}` })).status).toBe(200);
  });

  it("an origin is foreign when its scheme differs from APP_URL's, even on the same host", async () => {
    const { token } = await loggedIn();
    const id = await createMember(db());
    configure({ APP_URL: "https://kooperation.ph.example" });
    const cookieHeaders = { cookie: `__Host-session=${token}`, host: "kooperation.ph.example" };
    const answer = await remove(id, { ...cookieHeaders, origin: "http://kooperation.ph.example" });
    expect(answer).toMatchObject({ status: 403, json: { message: "forbidden_origin" } });
    expect((await remove(id, { ...cookieHeaders, origin: "https://kooperation.ph.example" })).status).toBe(200);
  });

  it("the origin is checked for requests with a body, too", async () => {
    const { token } = await loggedIn();
    const headers = { cookie: `session=${token}`, origin: "https://evil.example" };
    expect((await call("POST", "/api/members/new", { headers, body: memberValues() })).status).toBe(403);
  });

  it.each(FOREIGN_HEADERS)("a login with the headers %j is refused", async (headers) => {
    const { email } = await createUser(db());
    const answer: Answer = await call("POST", "/api/auth/login", { headers, body: { email, password: TEST_PASSWORD } });
    expect(answer).toMatchObject({ status: 403, json: { message: "forbidden_origin" } });
    expect(answer.headers.get("set-cookie")).toBeNull();
    const headersWithToken = { ...headers, authorization: "Bearer anything" };
    const body = { email, password: TEST_PASSWORD };
    expect((await call("POST", "/api/auth/login", { headers: headersWithToken, body })).status).toBe(403);
  });

  it("the origin is not checked for reads", async () => {
    const { token } = await loggedIn();
    const headers = { cookie: `session=${token}`, origin: "https://evil.example" };
    const answer = await call("GET", "/api/user", { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });
});
