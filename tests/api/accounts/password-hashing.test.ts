import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { MAX_WAITING } from "@/lib/sessions/password-pool";
import { hashPassword, verifyPassword } from "@/lib/sessions/password";
import { db } from "@/lib/store/database/client";
import { AppError } from "@/lib/base/errors/errors";
import { createUser, TEST_PASSWORD } from "../../support/factories";
import { call } from "../../support/api";
import { preventLoadShedding } from "../../support/prevent-load-shedding";
import { setHashCost } from "../../support/hash-cost";
import { admission } from "@/lib/store/limits/load-shedding";

/**
 * The bcrypt cost of these tests: slow enough to observe concurrency, with a sixteenth of the
 * production cost.
 */
const COST = 8;
const login = (email: string, password = TEST_PASSWORD, headers: Record<string, string> = {}) =>
  call("POST", "/api/auth/login", { body: { email, password }, headers });

let hash: string;
beforeAll(async () => {
  setHashCost(COST);
  hash = await hashPassword(TEST_PASSWORD);
});

describe("password hashing", () => {
  it("password hashing does not block the event loop", async () => {
    const before = performance.eventLoopUtilization();
    await Promise.all(Array.from({ length: 10 }, () => verifyPassword(TEST_PASSWORD, hash)));
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  it("fifty concurrent logins from one client succeed, also into one account", async () => {
    // Makes hashing slow enough that all logins have arrived before ten of them are done.
    setHashCost(9);
    const { email } = await createUser(db());
    // However long the hashes take on this machine, they are a brief rush, and no overload.
    preventLoadShedding();
    const answers = await Promise.all(Array.from({ length: 50 }, () => login(email)));
    expect(new Set(answers.map(({ json }) => json.message))).toEqual(new Set(["login_success"]));
    setHashCost(4);
    const users = await Promise.all(Array.from({ length: 50 }, () => createUser(db())));
    const otherAnswers = await Promise.all(users.map((user) => login(user.email)));
    expect(new Set(otherAnswers.map(({ json }) => json.message))).toEqual(new Set(["login_success"]));
  });

  it("a login waits for attempts pending on another instance, which may succeed", async () => {
    await db().rateLimit.deleteMany();
    const { email } = await createUser(db());
    await login(email, "ein falsches");
    const where = { key: { startsWith: "pendingAttempts" } };
    await db().rateLimit.updateMany({ where, data: { points: 9 } });
    const answer = login(email);
    expect(await Promise.race([answer, pause(500, "waiting")])).toBe("waiting");
    await db().rateLimit.updateMany({ where, data: { points: { decrement: 9 } } });
    expect((await answer).json.message).toBe("login_success");
  });

  it("a login releases an attempt that could not be reserved on every counter", async () => {
    await db().rateLimit.deleteMany();
    const { email } = await createUser(db());
    const { get } = RateLimiterPostgres.prototype;
    const getSpy = vi.spyOn(RateLimiterPostgres.prototype, "get").mockImplementation(async function (
      this: RateLimiterPostgres,
      key,
    ) {
      if (this.keyPrefix === "accountFailures") throw new AppError("error_api");
      return get.call(this, key);
    });
    onTestFinished(() => getSpy.mockRestore());
    expect((await login(email)).status).toBe(503);
    getSpy.mockRestore();
    const rows = await db().rateLimit.findMany({ where: { key: { startsWith: "pendingAttempts" } } });
    expect(rows.map(({ points }) => points)).toEqual([0, 0]);
    expect((await login(email)).json.message).toBe("login_success");
  });

  it("password hashing sheds jobs that cannot be done soon while the instance is overloaded", async () => {
    const fullSpy = vi.spyOn(admission(), "isFull", "get").mockReturnValue(true);
    onTestFinished(() => fullSpy.mockRestore());
    setHashCost(12);
    const slowHash = await hashPassword(TEST_PASSWORD).finally(() => setHashCost(COST));
    for (let time = 0; time < 5; time += 1) await verifyPassword(TEST_PASSWORD, slowHash);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, () => verifyPassword(TEST_PASSWORD, slowHash)),
    );
    expect(outcomes.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(10);
    expect(outcomes[0]).toMatchObject({ status: "fulfilled" });
  });

  it("a login returns 503 with Retry-After, before all other checks, when the hashing queue is full", async () => {
    const { email } = await createUser(db());
    const jobs = Array.from({ length: 3 * MAX_WAITING }, () => verifyPassword(TEST_PASSWORD, hash));
    const settledJobs = Promise.allSettled(jobs);
    const answers = await Promise.all([login(email), login(email, TEST_PASSWORD, { origin: "https://evil.example" })]);
    for (const { status, json, headers } of answers) {
      expect(status).toBe(503);
      expect(json).toEqual({ success: false, message: "error_api" });
      expect(headers.get("retry-after")).toBe("5");
    }
    expect((await call("GET", "/api/health")).status).toBe(200);
    const outcomes = (await settledJobs).map(({ status }) => status);
    expect(outcomes.filter((status) => status === "fulfilled").length).toBeGreaterThanOrEqual(MAX_WAITING);
    expect(outcomes.filter((status) => status === "rejected").length).toBeGreaterThanOrEqual(MAX_WAITING);
    expect((await login(email)).json.message, "logins work again later").toBe("login_success");
  });
});
