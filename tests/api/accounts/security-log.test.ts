import { NextRequest } from "next/server";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { connectionAddress } from "@/lib/base/web/client-ip";
import { db } from "@/lib/store/database/client";
import { withoutTokens } from "@/lib/base/observability/security-log";
import { createUser, TEST_PASSWORD } from "../../support/factories";
import { call } from "../../support/api";
import { configure } from "../../support/configure";
import { startMailServer } from "../../support/servers/smtp";

const smtp = await startMailServer();
afterAll(() => smtp.close());
Object.assign(process.env, { SMTP_URL: smtp.url, REGISTRATION_DOMAINS: "ph.example" });

const CLIENT = "203.0.113.7";
const NEW_PASSWORD = "ein neues Passwort";

type Event = { event: string; user_id?: number; client: string; reason?: string; request_id?: string; time: string };
let output: MockInstance<typeof console.log>;
beforeEach(() => {
  output = vi.spyOn(console, "log").mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const lines = () => output.mock.calls.map(([line]) => String(line));
const events = () => lines().map((line) => JSON.parse(line) as Event);
/** Returns the logged events without their times. */
const loggedEvents = () => events().map(({ event, user_id, client, reason }) => [event, user_id, client, reason]);
const post = (path: string, body: unknown, token?: string) =>
  connectionAddress.run(CLIENT, () => call<{ access_token: string }>("POST", path, { body, token }));
const login = (email: string, password: string) => post("/api/auth/login", { email, password });
const linkToken = () => smtp.mails.at(-1)?.link.split("/").at(-1) ?? "";

describe("the security log", () => {
  it("the security log records logins, failures, password changes and logouts with the user id", async () => {
    const { id, email } = await createUser(db());
    await login("niemand@example.org", "ein falsches");
    await login(email, "ein falsches");
    const { json } = await login(email, TEST_PASSWORD);
    const other = (await login(email, TEST_PASSWORD)).json.access_token;
    const change = (current_password: string) =>
      post(
        "/api/user/password",
        { current_password, password: NEW_PASSWORD, c_password: NEW_PASSWORD },
        json.access_token,
      );
    await change("ein falsches");
    await change(TEST_PASSWORD);
    await post("/api/auth/logout", undefined, json.access_token);
    expect(loggedEvents()).toEqual([
      ["login_failed", undefined, CLIENT, "username_password_error"],
      ["login_failed", id, CLIENT, "username_password_error"],
      ["login", id, CLIENT, undefined],
      ["login", id, CLIENT, undefined],
      ["password_change_failed", id, CLIENT, undefined],
      ["password_changed", id, CLIENT, undefined],
      ["logout", id, CLIENT, undefined],
    ]);
    for (const secret of [TEST_PASSWORD, NEW_PASSWORD, "ein falsches", email, json.access_token, other]) {
      expect(lines().join("\n")).not.toContain(secret);
    }
    for (const { time } of events()) expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it("the security log records registrations, confirmations and resets, without their tokens", async () => {
    const email = "protokoll@ph.example";
    await post("/api/auth/register", { email, name: "P", password: TEST_PASSWORD, c_password: TEST_PASSWORD });
    const { id } = await db().user.findUniqueOrThrow({ where: { email } });
    const confirmation = linkToken();
    await login(email, TEST_PASSWORD);
    await post(`/api/auth/verify/${confirmation}`, { password: "ein falsches" });
    await post(`/api/auth/verify/${confirmation}`, { password: TEST_PASSWORD });
    await post("/api/password/create", { email });
    const token = linkToken();
    await post("/api/password/reset", { token, email, password: NEW_PASSWORD, c_password: NEW_PASSWORD });
    await connectionAddress.run(CLIENT, () => call("GET", `/api/password/find/${token}`));
    expect(loggedEvents()).toEqual([
      ["registered", id, CLIENT, undefined],
      ["login_failed", id, CLIENT, "verify_email"],
      ["verification_failed", id, CLIENT, undefined],
      ["email_verified", id, CLIENT, undefined],
      ["reset_requested", id, CLIENT, undefined],
      ["password_reset", id, CLIENT, undefined],
      ["token_refused", undefined, CLIENT, undefined],
    ]);
    for (const secret of [TEST_PASSWORD, NEW_PASSWORD, confirmation, token, email]) {
      expect(lines().join("\n")).not.toContain(secret);
    }
  });

  it("the security log records exceeded rate limits", async () => {
    configure({ RATE_LIMIT_FACTOR: 0.1 });
    for (let i = 0; i < 2; i += 1) await login("wer.auch.immer@example.org", "ein falsches");
    expect(loggedEvents().at(-1)).toEqual(["limit_reached", undefined, CLIENT, "accountFailures"]);
  });

  it("the security log records refused requests with their path and the response's request id", async () => {
    const { id, email } = await createUser(db());
    const token = (await login(email, TEST_PASSWORD)).json.access_token;
    const send = (method: string, path: string, headers: Record<string, string>) =>
      connectionAddress.run(CLIENT, () => call(method, path, { headers }));
    const unauthenticated = await send("GET", "/api/members/1?x=secret", { authorization: "Bearer dead-token" });
    const foreignHeaders = { origin: "https://evil.example", cookie: `session=${token}`, "x-request-id": "made-up" };
    const forbidden = await send("DELETE", "/api/members/1", foreignHeaders);
    vi.spyOn(db(), "$queryRaw").mockRejectedValueOnce(Object.assign(new Error("Connection terminated"), {}));
    const unavailable = await send("GET", "/api/health", {});
    expect([unauthenticated.status, forbidden.status, unavailable.status]).toEqual([401, 403, 503]);
    const refusals = events().slice(-3);
    expect(refusals).toMatchObject([
      { event: "refused", client: CLIENT, reason: "unauthenticated", request: "GET /api/members/1" },
      { event: "refused", client: CLIENT, user_id: id, reason: "forbidden_origin", request: "DELETE /api/members/1" },
      { event: "refused", client: CLIENT, reason: "error_api", request: "GET /api/health" },
    ]);
    const ids = [unauthenticated, forbidden, unavailable].map(({ headers }) => headers.get("x-request-id"));
    expect(refusals.map(({ request_id }) => request_id)).toEqual(ids);
    expect(new Set(ids).size).toBe(3);
    for (const requestId of ids) expect(requestId).toMatch(/^[\da-f-]{36}$/);
    expect(lines().join("\n")).not.toMatch(/dead-token|secret|made-up/);
  });

  it("the security log has one line per event, whatever a name contains", async () => {
    await post("/api/auth/register", {
      email: "zeile@ph.example",
      name: 'A\n{"event":"login"}',
      password: TEST_PASSWORD,
      c_password: TEST_PASSWORD,
    });
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).not.toContain("\n");
  });
});

describe("logged paths", () => {
  it.each([
    ["/api/auth/verify/abc", "/api/auth/verify/…"],
    ["/api/password/find/abc?x=1", "/api/password/find/…?x=1"],
    ["/password-reset/abc", "/password-reset/…"],
    ["/verify-email/abc", "/verify-email/…"],
    ["/api/members/1", "/api/members/1"],
  ])("%s is logged as %s", (path, logged) => {
    expect(withoutTokens(path)).toBe(logged);
  });

  it("a logged path contains no token when a call fails because of a defect", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    vi.spyOn(db().token, "findUnique").mockRejectedValue(new Error("a defect"));
    const { GET } = await import("@/app/api/password/find/[token]/route");
    const request = new NextRequest("http://localhost:3000/api/password/find/geheim");
    expect((await GET(request, { params: Promise.resolve({ token: "geheim" }) })).status).toBe(500);
    expect(log.mock.calls[0]?.[0]).toMatch(/^GET \/api\/password\/find\/… \([\da-f-]{36}\)$/);
  });
});
