import { describe, expect, it } from "vitest";
import { call } from "../../support/api";
import { configure } from "../../support/configure";

// The URL of a closed port. The app reads its configuration at the first request, so setting the
// variable here is early enough.
process.env.DATABASE_URL = "postgresql://nobody@127.0.0.1:9/nothing";

const UNAVAILABLE = { status: 503, json: { success: false, message: "error_api" } };
const login = { email: "a@example.org", password: "kooperation" };
const registration = { ...login, name: "A", c_password: login.password };

describe("an unreachable database", () => {
  it.each([
    ["GET", "/api/members", undefined],
    ["GET", "/api/global", undefined],
    ["POST", "/api/members/new", {}],
    ["DELETE", "/api/members/1", undefined],
    ["POST", "/api/auth/logout", undefined],
  ])("%s %s with a token returns 503 while the database is down, never 401", async (method, path, body) => {
    const answer = await call(method, path, { token: "any-token", body });
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(answer.headers.get("retry-after")).toBe("5");
  });

  it.each([
    ["GET", "/api/health", undefined],
    ["POST", "/api/auth/login", login],
    ["POST", "/api/auth/register", registration],
    ["POST", "/api/auth/verify/token", { password: login.password }],
    ["POST", "/api/password/create", { email: login.email }],
    ["GET", "/api/password/find/token", undefined],
    ["POST", "/api/password/reset", { ...login, c_password: login.password, token: "token" }],
  ])("%s %s without a token returns 503 while the database is down", async (method, path, body) => {
    const answer = await call(method, path, { body });
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(Object.keys(answer.json)).toEqual(["success", "message"]);
  });

  it("an instance reports that it is not ready because the database is down", async () => {
    expect(await call("GET", "/api/ready")).toMatchObject({
      status: 503,
      json: { success: false, message: "error_api", missing: ["database"] },
    });
  });

  it("metrics are returned while the database is down, except those that need it", async () => {
    const token = "0123456789abcdef0123456789abcdef";
    configure({ METRICS_TOKEN: token });
    const { status, bytes } = await call("GET", "/api/metrics", { token });
    const text = new TextDecoder().decode(bytes);
    expect(status).toBe(200);
    expect(text).toContain('cooperation_ready{need="database"} 0');
    expect(text).toContain("process_resident_memory_bytes ");
    expect(text).not.toContain("cooperation_jobs_failed{");
  });

  it("a request without a token still gets 401 while the database is down", async () => {
    expect((await call("GET", "/api/members")).status).toBe(401);
  });

  it("503 for a database that is down precedes the checks of origin, content type and values", async () => {
    const headers = { origin: "https://evil.example", "content-type": "text/plain", cookie: "session=any-token" };
    expect(await call("POST", "/api/members/new", { raw: "x", headers })).toMatchObject(UNAVAILABLE);
  });

  it("responses that need no database are the same while it is down", async () => {
    expect((await call("GET", "/api/nothing")).status).toBe(404);
    expect((await call("PUT", "/api/members")).status).toBe(405);
  });
});
