import { performance } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import { MOST_WAITING } from "@/lib/server/accounts/password-pool";
import { setHashCost, hashPassword, verifyPassword } from "@/lib/server/accounts/password";
import { db } from "@/lib/server/db";
import { createUser, TEST_PASSWORD } from "../factories";
import { call } from "../setup/api";

/** What a real hash costs: long enough that something else happens meanwhile. */
const REAL_COST = 12;
const login = (email: string, headers: Record<string, string> = {}) =>
  call("POST", "/api/auth/login", { body: { email, password: TEST_PASSWORD }, headers });

describe("hashing passwords", () => {
  it("keeps nobody else waiting: the thread that answers stays free", async () => {
    setHashCost(REAL_COST);
    const hash = await hashPassword(TEST_PASSWORD);
    setHashCost(4);
    const before = performance.eventLoopUtilization();
    await verifyPassword(TEST_PASSWORD, hash);
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  it("has so many wait and no more: then 503 and when to come back, before everything else", async () => {
    const { email } = await createUser(db());
    setHashCost(REAL_COST);
    const hash = await hashPassword(TEST_PASSWORD);
    setHashCost(4);
    // A second's work for each thread, and the queue full behind it.
    const jobs = Array.from({ length: 5 * MOST_WAITING }, () => verifyPassword(TEST_PASSWORD, hash));
    const counted = Promise.allSettled(jobs);
    const answers = await Promise.all([login(email), login(email, { origin: "https://evil.example" })]);
    for (const { status, json, headers } of answers) {
      expect(status).toBe(503);
      expect(json).toEqual({ success: false, message: "error_api" });
      expect(headers.get("retry-after")).toBe("5");
    }
    expect((await call("GET", "/api/health")).status).toBe(200);
    const outcomes = (await counted).map(({ status }) => status);
    expect(outcomes.filter((status) => status === "fulfilled").length).toBeGreaterThanOrEqual(MOST_WAITING);
    expect(outcomes.filter((status) => status === "rejected").length).toBeGreaterThanOrEqual(3 * MOST_WAITING);
    expect((await login(email)).json.message, "and later it is as ever").toBe("login_success");
  });
});
