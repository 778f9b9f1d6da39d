import { Worker } from "node:worker_threads";
import { afterAll, describe, expect, it, vi } from "vitest";
import { connectionAddress } from "@/lib/base/web/client-ip";
import { db } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { throttleSecret } from "@/lib/store/limits/login-throttle";
import { limits } from "@/lib/store/limits/rate-limit";
import { createUser, TEST_PASSWORD } from "../../support/factories";
import { call, loggedIn, type Answer } from "../../support/api";
import { configure } from "../../support/configure";
import { setHashCost } from "../../support/hash-cost";
import { startMailServer } from "../../support/servers/smtp";

const smtp = await startMailServer();
afterAll(() => smtp.close());
// A fifth of the production limits: 2 failures per account, 20 per client, 4 registrations, 4 reset
// requests, 12 mails.
Object.assign(process.env, { SMTP_URL: smtp.url, RATE_LIMIT_FACTOR: "0.2", REGISTRATION_DOMAINS: "ph.example" });

const MINUTE = 60_000;
const WRONG = "ein falsches";
let number = 0;
/** Returns an IP address that no other test has used. */
const newClient = () => `203.0.113.${(number += 1)}`;
const fromAddress = <Result>(client: string, send: () => Promise<Result>) => connectionAddress.run(client, send);
const post = (client: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fromAddress(client, () => call("POST", path, { body, headers }));
const login = (client: string, email: string, password: string) => post(client, "/api/auth/login", { email, password });
const outcome = ({ status, json }: Answer) => (status === 200 ? json.message : status);
const times = <Result>(count: number, run: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));
const account = async () => (await createUser(db())).email;
/** Makes all counters of the rate limits expire. */
const expireCounters = () => db().rateLimit.updateMany({ data: { expire: Date.now() - 1 } });

describe("rate limits", () => {
  it("the rate limits are those of contract §5", () => {
    expect(limits).toMatchObject({
      accountFailures: { attempts: 10, seconds: 900 },
      clientFailures: { attempts: 100, seconds: 900 },
      registrations: { attempts: 20, seconds: 3600 },
      resetRequests: { attempts: 20, seconds: 3600 },
    });
  });
});

describe("clock corrections", () => {
  it("a clock that was ahead does not lock users out once it is corrected", async () => {
    const email = await account();
    const client = newClient();
    await login(client, email, WRONG);
    await login(client, email, WRONG);
    expect(outcome(await login(client, email, TEST_PASSWORD))).toBe(429);
    await db().$executeRaw`UPDATE rate_limits SET expire = expire + ${2 * 24 * 60 * MINUTE}`;
    expect(outcome(await login(client, email, TEST_PASSWORD))).toBe("login_success");
  });
});

describe("failed logins of one account", () => {
  it("failed logins from one client are limited, after which the right password is refused, too", async () => {
    const email = await account();
    const client = newClient();
    expect(outcome(await login(client, email, WRONG))).toBe("username_password_error");
    expect(outcome(await login(client, email.toUpperCase(), WRONG))).toBe("username_password_error");
    const hashing = vi.spyOn(Worker.prototype, "postMessage");
    for (const password of [WRONG, TEST_PASSWORD]) {
      const answer = await login(client, email, password);
      expect(answer.json).toEqual({ success: false, message: "too_many_requests" });
      expect(answer.status).toBe(429);
      const retryAfter = Number(answer.headers.get("retry-after"));
      expect(retryAfter).toBeGreaterThan(14 * 60);
      expect(retryAfter).toBeLessThanOrEqual(15 * 60);
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
    expect(hashing, "refused guesses cost no hashing").not.toHaveBeenCalled();
    hashing.mockRestore();
  });

  it("failed logins lock out neither the owner on other clients nor other accounts on the client", async () => {
    const email = await account();
    const colleague = await account();
    const client = newClient();
    await times(3, () => login(client, email, WRONG));
    expect(outcome(await login(client, email, TEST_PASSWORD))).toBe(429);
    expect(outcome(await login(newClient(), email, TEST_PASSWORD))).toBe("login_success");
    expect(outcome(await login(client, colleague, TEST_PASSWORD))).toBe("login_success");
  });

  it("failed logins are no longer counted after a success and after the time window", async () => {
    const email = await account();
    const client = newClient();
    for (const password of [WRONG, TEST_PASSWORD, WRONG, TEST_PASSWORD, WRONG, TEST_PASSWORD]) {
      const expected = password === WRONG ? "username_password_error" : "login_success";
      expect(outcome(await login(client, email, password))).toBe(expected);
    }
    await times(3, () => login(client, email, WRONG));
    expect(outcome(await login(client, email, TEST_PASSWORD))).toBe(429);
    await expireCounters();
    expect(outcome(await login(client, email, TEST_PASSWORD))).toBe("login_success");
  });

  it("failed logins count the same for an address that has no account", async () => {
    const client = newClient();
    const outcomes = [];
    for (let i = 0; i < 3; i += 1) outcomes.push(outcome(await login(client, "niemand@example.org", WRONG)));
    expect(outcomes).toEqual(["username_password_error", "username_password_error", 429]);
  });

  it("failed logins are limited for concurrent attempts, too, without hashing", async () => {
    const email = await account();
    const client = newClient();
    const hashing = vi.spyOn(Worker.prototype, "postMessage");
    const outcomes = (await times(8, () => login(client, email, WRONG))).map(outcome);
    expect(hashing).toHaveBeenCalledTimes(2);
    hashing.mockRestore();
    expect(outcomes.filter((result) => result === "username_password_error")).toHaveLength(2);
    expect(outcomes.filter((result) => result === 429)).toHaveLength(6);
    expect(outcome(await login(client, email, TEST_PASSWORD))).toBe(429);
  });

  it("failed logins from many clients reduce each client's attempts to a fifth, but lock no user out", async () => {
    const email = await account();
    for (let i = 0; i < 20; i += 1) expect(outcome(await login(newClient(), email, WRONG))).not.toBe(429);
    const client = newClient();
    expect(outcome(await login(client, email, WRONG))).toBe("username_password_error");
    expect(outcome(await login(client, email, WRONG))).toBe(429);
    const owner = newClient();
    expect(outcome(await login(owner, email, TEST_PASSWORD))).toBe("login_success");
    const colleague = await account();
    for (let i = 0; i < 2; i += 1) await login(owner, colleague, WRONG);
    expect(outcome(await login(owner, colleague, WRONG)), "other accounts have the usual limit").toBe(429);
  });

  it("successful logins are not counted: many concurrent logins from one client succeed", async () => {
    // Makes hashing slow enough that all logins have arrived before the first one is done.
    setHashCost(10);
    const email = await account();
    setHashCost(4);
    const client = newClient();
    const answers = await times(6, () => login(client, email, TEST_PASSWORD));
    expect(answers.map(outcome)).toEqual(Array.from({ length: 6 }, () => "login_success"));
  });

  it("validation errors and logins of unconfirmed accounts do not count as failed logins", async () => {
    const { email } = await createUser(db(), { email_verified_at: null });
    const client = newClient();
    for (let i = 0; i < 3; i += 1) {
      expect(outcome(await login(client, email, "kurz"))).toBe(422);
      expect(outcome(await login(client, email, TEST_PASSWORD))).toBe("verify_email");
    }
  });

  it("failed logins share their counter with password changes", async () => {
    const own = await loggedIn();
    const client = newClient();
    const change = () =>
      fromAddress(client, () =>
        own.post("/api/user/password", { current_password: WRONG, password: "ganz neues", c_password: "ganz neues" }),
      );
    expect([await change(), await change(), await change()].map(outcome)).toEqual([422, 422, 429]);
  });
});

describe("failures of one client", () => {
  it("failures of one client are limited across accounts, and the limit precedes all other checks", async () => {
    const client = newClient();
    for (let i = 0; i < 20; i += 1) {
      const answer = await login(client, `niemand.${i}@example.org`, WRONG);
      expect(outcome(answer)).toBe("username_password_error");
    }
    expect(outcome(await login(client, await account(), TEST_PASSWORD))).toBe(429);

    const foreign = { origin: "https://evil.example", "content-type": "text/plain" };
    expect((await post(client, "/api/auth/login", {}, foreign)).status, "before 403 and 415").toBe(429);
    expect((await post(client, "/api/auth/login", {})).status, "before 422").toBe(429);
    expect((await fromAddress(client, () => call("GET", "/api/auth/login"))).status, "after 405").toBe(405);
    expect((await fromAddress(client, () => call("GET", "/api/members"))).status, "other calls are not limited").toBe(
      401,
    );
    expect(outcome(await login(newClient(), await account(), TEST_PASSWORD)), "other clients are not limited").toBe(
      "login_success",
    );
  });

  it("failures of one client cannot be spread over forged client addresses", async () => {
    const headers = () => ({
      "x-forwarded-for": newClient(),
      "x-real-ip": newClient(),
      forwarded: `for=${newClient()}`,
    });
    const client = newClient();
    const email = await account();
    const body = { email, password: WRONG };
    const outcomes = [];
    for (let i = 0; i < 3; i += 1) outcomes.push(outcome(await post(client, "/api/auth/login", body, headers())));
    expect(outcomes.at(-1)).toBe(429);
  });

  it("failures count for the last address in the configured proxy header", async () => {
    configure({ CLIENT_ADDRESS_HEADER: "X-Forwarded-For" });
    const proxy = newClient();
    const email = await account();
    const guesser = newClient();
    const send = (client: string, password: string) =>
      post(proxy, "/api/auth/login", { email, password }, { "x-forwarded-for": `${newClient()}, ${client}` });
    await times(3, () => send(guesser, WRONG));
    expect(outcome(await send(guesser, TEST_PASSWORD))).toBe(429);
    expect(outcome(await send(newClient(), TEST_PASSWORD))).toBe("login_success");
  });

  it("failures count for the whole /64 network of an IPv6 client", async () => {
    const email = await account();
    for (const last of [1, 2, 3]) await login(`2001:db8:0:1::${last}`, email, WRONG);
    expect(outcome(await login("2001:db8:0:1:9:9:9:9", email, TEST_PASSWORD))).toBe(429);
    expect(outcome(await login("2001:db8:0:2::1", email, TEST_PASSWORD))).toBe("login_success");
  });

  it("failures count for the /56, too, with twice the account limit and four times the client limit", async () => {
    const email = await account();
    const addressIn = (fourth: number) => `2001:db8:1:${fourth.toString(16)}::1`;
    for (let i = 0; i < 4; i += 1)
      expect(outcome(await login(addressIn(i), email, WRONG))).toBe("username_password_error");
    expect(outcome(await login(addressIn(255), email, TEST_PASSWORD))).toBe(429);
    expect(outcome(await login(addressIn(256), email, TEST_PASSWORD))).toBe("login_success");
    for (let i = 4; i < 80; i += 1) await login(addressIn(i), `niemand.${i}@example.org`, WRONG);
    expect(outcome(await login(addressIn(254), await account(), TEST_PASSWORD))).toBe(429);
    expect((await post(addressIn(254), "/api/auth/login", {})).status, "before 422").toBe(429);
    expect(outcome(await login(addressIn(256), await account(), TEST_PASSWORD))).toBe("login_success");
  });
});

describe("registrations and reset requests", () => {
  const register = (client: string, email: string, changes: Record<string, unknown> = {}) =>
    post(client, "/api/auth/register", {
      email,
      name: "Neu",
      password: TEST_PASSWORD,
      c_password: TEST_PASSWORD,
      ...changes,
    });
  const forgot = (client: string, email: string) => post(client, "/api/password/create", { email });

  it("registrations are limited per client and hour, not counting validation errors", async () => {
    const client = newClient();
    await times(5, () => register(client, "neu@ph.example", { name: "" }));
    const answers = await times(4, (index) => register(client, `neu.${index}@ph.example`));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const refused = await register(client, "neu.5@ph.example");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(59 * 60);
    expect(await db().user.count({ where: { email: "neu.5@ph.example" } })).toBe(0);
    expect((await register(client, "neu@ph.example", { name: "" })).status, "before 422").toBe(429);
    expect((await register(newClient(), "neu.5@ph.example")).status).toBe(201);
  });

  it("reset requests have a separate counter, which includes refused ones, as these reveal addresses", async () => {
    const client = newClient();
    const answers = await times(5, (index) => forgot(client, `niemand.${index}@ph.example`));
    expect(answers.map(({ status }) => status).sort()).toEqual([404, 404, 404, 404, 429]);
    expect((await register(client, "noch.neu@ph.example")).status).toBe(201);
    await expireCounters();
    expect((await forgot(client, "niemand@ph.example")).status).toBe(404);
  });

  it("reset requests from many clients cannot flood a mailbox", async () => {
    const email = await account();
    const outcomes = [];
    for (let i = 0; i < 13; i += 1) outcomes.push((await forgot(newClient(), email)).status);
    expect(outcomes).toEqual([...Array.from({ length: 12 }, () => 200), 429]);
    expect(smtp.mailsTo(email)).toHaveLength(12);
  });
});

describe("rate limit counters", () => {
  it("rate limit counters contain neither email nor IP addresses", async () => {
    const email = await account();
    const client = newClient();
    await login(client, email, WRONG);
    const rows = JSON.stringify(await db().$queryRaw`SELECT key, points FROM rate_limits`);
    expect(rows).toContain("accountFailures:");
    expect(rows).not.toContain(email);
    expect(rows).not.toContain(client);
  });

  it("the limits are multiplied by RATE_LIMIT_FACTOR", async () => {
    configure({ RATE_LIMIT_FACTOR: 0.3 });
    const email = await account();
    const client = newClient();
    const outcomes = [];
    for (let i = 0; i < 4; i += 1) outcomes.push(outcome(await login(client, email, WRONG)));
    expect(outcomes.filter((result) => result === "username_password_error")).toHaveLength(3);
    expect(outcomes.at(-1)).toBe(429);
  });

  it("pending attempts count until a minute after the last one began", async () => {
    await db().rateLimit.deleteMany();
    const where = { key: { startsWith: "pendingAttempts" } };
    const pendingCounter = () => db().rateLimit.findFirstOrThrow({ where });
    await throttleSecret("codeFailures", "one", newClient(), async () => {
      await db().rateLimit.updateMany({ where, data: { expire: Date.now() + 1_000 } });
      return throttleSecret("codeFailures", "one", newClient(), async () => {
        const { points, expire } = await pendingCounter();
        expect(points).toBe(2);
        expect(Number(expire) - Date.now()).toBeGreaterThan(MINUTE / 2);
        return false;
      });
    });
    expect((await pendingCounter()).points).toBe(0);
  });

  it("a counter never falls below zero when an attempt ends after the counter has expired", async () => {
    await db().rateLimit.deleteMany();
    const where = { key: { startsWith: "pendingAttempts" } };
    await throttleSecret("codeFailures", "late", newClient(), async () => {
      await db().rateLimit.updateMany({ where, data: { points: 0 } });
      return false;
    });
    expect((await db().rateLimit.findFirstOrThrow({ where })).points).toBe(0);
  });

  it("rate limit counters expire after their time window", async () => {
    await db().rateLimit.deleteMany();
    await login(newClient(), await account(), WRONG);
    const pending = { key: { startsWith: "pendingAttempts" } };
    const counters = await db().rateLimit.findMany({ where: { NOT: pending } });
    expect(counters).toHaveLength(3);
    for (const { expire } of counters) {
      const remainingMs = Number(expire) - Date.now();
      expect(remainingMs).toBeGreaterThan(14 * MINUTE);
      expect(remainingMs).toBeLessThanOrEqual(limits.clientFailures.seconds * 1000);
    }
    const attempts = await db().rateLimit.findMany({ where: pending });
    expect(attempts).toHaveLength(2);
    for (const { expire } of attempts)
      expect(Number(expire), "an instance that crashes leaves an attempt pending").toBeLessThanOrEqual(
        Date.now() + MINUTE,
      );
    expect(env().RATE_LIMIT_FACTOR).toBe(0.2);
  });
});
