import { beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { createMember } from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";
import { preventLoadShedding } from "../../support/prevent-load-shedding";

const SEARCH = "/api/members_search?search=nobody";
const statusesOf = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status);
const count = (values: number[], expected: number) => values.filter((status) => status === expected).length;
const times = <Result>(total: number, make: (index: number) => Result) =>
  Array.from({ length: total }, (_, index) => make(index));
/**
 * Maximum number of concurrent searches per user, which depends on the size of the connection pool.
 */
const SLOTS_PER_USER = Math.max(2, Math.floor(env().DATABASE_POOL_SIZE / 4));

/**
 * Runs `work` while a lock on the table `members` blocks all reads of members, which simulates
 * endless queries.
 */
async function whileMembersAreLocked(work: (waiting: () => Promise<number>) => Promise<void>): Promise<void> {
  await db().$transaction(
    async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE members IN ACCESS EXCLUSIVE MODE`;
      await work(async () => {
        const [row] = await transaction.$queryRaw<[{ waiting: number }]>`
          SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'members'::regclass`;
        return row.waiting;
      });
    },
    { timeout: 30_000 },
  );
}

/**
 * Waits until a number of calls are refused, so that releasing the lock frees no slot for a call that
 * was still to be refused.
 */
const untilRefused = (calls: readonly Promise<{ status: number }>[], expected: number) =>
  new Promise<void>((resolve, reject) => {
    let refused = 0;
    const countRefused = ({ status }: { status: number }) => {
      if (status === 429) refused += 1;
      if (refused === expected) resolve();
    };
    for (const pending of calls) pending.then(countRefused, reject);
  });

let api: Client;
let other: Client;
let member: string;
beforeAll(async () => {
  [api, other] = [await loggedIn(), await loggedIn()];
  member = `/api/members/${await createMember(db())}`;
});
const pastStateUrl = () => `${member}?at=${new Date().toISOString()}`;

describe("long reads", () => {
  it("long reads are cancelled with 503 and Retry-After, and every connection keeps its timeout", async () => {
    await whileMembersAreLocked(async () => {
      const calls = [api.get(SEARCH), api.get("/api/members?filter=x"), other.get("/api/search?search=nobody")];
      const answers = await Promise.all(calls);
      for (const { status, json, headers } of answers) {
        expect(status).toBe(503);
        expect(json).toEqual({ success: false, message: "error_api" });
        expect(headers.get("retry-after")).toBe("5");
      }
    });
    const timeouts = times(env().DATABASE_POOL_SIZE, () => db().$queryRaw`SHOW statement_timeout`);
    for (const rows of await Promise.all(timeouts)) expect(rows).toEqual([{ statement_timeout: "5s" }]);
  });

  it("long reads queue per user, get 429 beyond the queue limit, and do not delay other users", async () => {
    preventLoadShedding();
    let pendingStatuses: Promise<number[]> = Promise.resolve([]);
    await whileMembersAreLocked(async () => {
      const calls = times(105, () => api.get(SEARCH));
      pendingStatuses = statusesOf(calls);
      const refused = await Promise.race(calls);
      expect(refused.status).toBe(429);
      expect(refused.headers.get("retry-after")).toBe("2");
      await untilRefused(calls, 3);
      expect((await call("GET", "/api/health")).status).toBe(200);
      expect((await api.get("/api/user")).status, "a short request").toBe(200);
      expect((await other.get("/api/institutions")).status, "another user's list").toBe(200);
    });
    const outcomes = await pendingStatuses;
    expect([count(outcomes, 200), count(outcomes, 429)]).toEqual([102, 3]);
  });

  it("long reads of many users leave half of the connections to short requests", async () => {
    const users = await Promise.all(times(6, () => loggedIn()));
    preventLoadShedding();
    let pendingStatuses: Promise<number[]> = Promise.resolve([]);
    await whileMembersAreLocked(async (waiting) => {
      pendingStatuses = statusesOf(users.flatMap((user) => times(3, () => user.get("/api/members"))));
      await vi.waitFor(async () => expect(await waiting()).toBeGreaterThanOrEqual(env().DATABASE_POOL_SIZE / 2));
      const shortRequests = times(5, () => other.get("/api/user"));
      expect(count(await statusesOf([...shortRequests, call("GET", "/api/health")]), 200)).toBe(6);
      expect(await waiting()).toBe(env().DATABASE_POOL_SIZE / 2);
    });
    expect(count(await pendingStatuses, 200)).toBe(18);
  });

  it("reads of past states share a user's slots with searches, and get 429 beyond them", async () => {
    preventLoadShedding();
    let pendingStatuses: Promise<number[]> = Promise.resolve([]);
    await whileMembersAreLocked(async (waiting) => {
      const calls = times(105, (index) => api.get(index % 2 === 0 ? SEARCH : pastStateUrl()));
      pendingStatuses = statusesOf(calls);
      expect((await Promise.race(calls)).status).toBe(429);
      await untilRefused(calls, 3);
      await vi.waitFor(async () => expect(await waiting()).toBeGreaterThanOrEqual(SLOTS_PER_USER));
      expect(await waiting(), "one connection for each slot").toBe(SLOTS_PER_USER);
    });
    const outcomes = await pendingStatuses;
    expect([count(outcomes, 200), count(outcomes, 429)]).toEqual([102, 3]);
  });

  it("PDF overviews are rendered one at a time per user, with at most ten waiting", async () => {
    preventLoadShedding();
    let pendingStatuses: Promise<number[]> = Promise.resolve([]);
    await whileMembersAreLocked(async () => {
      const calls = times(13, () => api.get(`${member}/overview.pdf`));
      pendingStatuses = statusesOf(calls);
      expect((await Promise.race(calls)).status).toBe(429);
      await untilRefused(calls, 2);
      expect((await call("GET", "/api/health")).status).toBe(200);
    });
    const outcomes = await pendingStatuses;
    expect([count(outcomes, 200), count(outcomes, 429)]).toEqual([11, 2]);
  });
});
