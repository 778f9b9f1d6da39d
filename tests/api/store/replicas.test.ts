import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { commandContext, inTransaction } from "@/lib/store/database/transaction";
import { createClient, db, type Database } from "@/lib/store/database/client";
import { toAppError } from "@/lib/base/errors/errors";
import { readWith, withReadFailover } from "@/lib/store/database/replicas/read-routing";
import { closeReplicas, replicas } from "@/lib/store/database/replicas/replica-set";
import { WatchedServer } from "@/lib/store/database/replicas/server-monitor";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { createMember, createProject, memberValues } from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";
import { configure } from "../../support/configure";
import { databaseUrl, dropDatabase } from "@/scripts/postgres/throwaway-databases";
import { type Replicated, startReplicated } from "../../support/databases/replicated";

/*
 * Runs a real primary and a real streaming replica. Pausing the replay of the replica shows from
 * which of the two a request reads.
 */

const PATIENTLY = { timeout: 20_000, interval: 20 };
const POSITION = "X-Written-Until";
/** Headers of a client that has written nothing and accepts any replica's state. */
const NOTHING_WRITTEN = { headers: { [POSITION]: "0" } };
/** The URL of a server that belongs to another cluster. */
const elsewhere = process.env.DATABASE_URL ?? "";

let servers: Replicated;
let api: Client;
const stateNow = () => replicas()?.states()[0];
const answering = (answers: boolean) => vi.waitFor(() => expect(stateNow()?.answers).toBe(answers), PATIENTLY);

/** Waits until the replica can serve reads. */
const readable = () => vi.waitFor(() => expect(replicas()?.caughtUpWith(0n, 1)).toBeDefined(), PATIENTLY);
const replays = async (database: Database) => {
  const [row] = await database.$queryRaw<[{ replays: boolean }]>`SELECT pg_is_in_recovery() AS replays`;
  return row.replays;
};

beforeAll(async () => {
  servers = await startReplicated();
  Object.assign(process.env, { DATABASE_URL: servers.url, DATABASE_REPLICA_URL: servers.replica.url });
  api = await loggedIn();
  await readable();
}, 120_000);
afterAll(async () => {
  await closeReplicas();
  await db().$disconnect();
  await servers.stop();
});

/** Waits until the replica has caught up, then pauses its replay for the rest of the test. */
async function pausedReplica() {
  await servers.replica.catchUp();
  await servers.replica.pause();
  onTestFinished(async () => {
    await servers.replica.resume();
    await servers.replica.catchUp();
    await vi.waitFor(() => expect(stateNow()?.lag).toEqual({ seconds: 0, bytes: 0 }), PATIENTLY);
  });
}

const totalSeen = async (headers: Record<string, string> = {}) =>
  (await api.get<{ total: number }>("/api/members", { headers })).json.total;

const create = async () => {
  const answer = await api.post("/api/members/new", memberValues());
  expect(answer.status).toBe(201);
  return answer;
};

describe("an API client", () => {
  it("that sends its write position reads from a replica unless the replica is behind it", async () => {
    await pausedReplica();
    const before = await totalSeen();
    const { headers } = await create();
    expect(await totalSeen(NOTHING_WRITTEN.headers)).toBe(before);
    expect(await totalSeen({ [POSITION]: headers.get(POSITION) ?? "" })).toBe(before + 1);
  });

  it("that sends no write position reads from the primary", async () => {
    await pausedReplica();
    const before = await totalSeen();
    await create();
    expect(await totalSeen()).toBe(before + 1);
  });

  it.each(["", "x", "-1", "0/16B3748", "9".repeat(30)])(
    "that sends the invalid position %o reads from the primary",
    async (position) => {
      await pausedReplica();
      const before = await totalSeen();
      await create();
      expect(await totalSeen({ [POSITION]: position })).toBe(before + 1);
    },
  );

  it("reads from the replica again once it has caught up", async () => {
    const { headers } = await create();
    await servers.replica.catchUp();
    const position = { [POSITION]: headers.get(POSITION) ?? "" };
    await vi.waitFor(() => expect(replicas()?.caughtUpWith(BigInt(position[POSITION] ?? ""), 1)).toBeDefined());
    const before = await totalSeen(position);
    await servers.replica.pause();
    onTestFinished(() => servers.replica.resume());
    await createMember(db());
    expect(await totalSeen(position)).toBe(before);
  });
});

it("clients without a login do not get the write position", async () => {
  const answer = await call("POST", "/api/auth/login", { body: { email: "nobody@example.org", password: "nothing" } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get(POSITION)).toBeNull();
});

describe("a browser", () => {
  const asBrowser = (written?: string) => ({
    cookie: `session=${api.token}${written === undefined ? "" : `; written_until=${written}`}`,
    "sec-fetch-site": "same-origin",
  });
  const seen = async (written?: string) =>
    (await call<{ total: number }>("GET", "/api/members", { headers: asBrowser(written) })).json.total;

  it("gets its write position in an HttpOnly cookie, which every instance honours", async () => {
    await pausedReplica();
    const before = await totalSeen();
    const answer = await call("POST", "/api/members/new", { headers: asBrowser(), body: memberValues() });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^written_until=\d+; Path=\/; .*Max-Age=600; HttpOnly; SameSite=lax$/i);
    const written = /=(\d+)/.exec(cookie ?? "")?.[1];
    expect(await seen()).toBe(before);
    expect(await seen(written)).toBe(before + 1);
    // Simulates another app instance, which does not know of the write.
    await closeReplicas();
    replicas();
    await readable();
    expect(await seen(written)).toBe(before + 1);
    expect(await seen()).toBe(before);
  });
});

/** Returns the database from which a request reads if its client has written nothing. */
const reading = () => readWith({ headers: new Headers(), cookies: { get: () => undefined, has: () => false } }, 1);

describe("requests with several statements", () => {
  it("an export reads from the replica, or from the primary after a write", async () => {
    await pausedReplica();
    const rows = async (headers: Record<string, string>) => {
      const { bytes } = await api.get("/api/members/export?format=csv", { headers });
      return new TextDecoder().decode(bytes).trim().split("\n").length;
    };
    const before = await rows(NOTHING_WRITTEN.headers);
    const { headers } = await create();
    expect(await rows(NOTHING_WRITTEN.headers)).toBe(before);
    expect(await rows({ [POSITION]: headers.get(POSITION) ?? "" })).toBe(before + 1);
  });

  it("derived data is read from the primary, which refreshes it", async () => {
    await pausedReplica();
    const path = "/api/projects?where[fristenstand][in]=1,2,3,4,5,6";
    const before = await api.get<{ total: number }>(path, NOTHING_WRITTEN);
    expect(before.status).toBe(200);
    await createProject(db());
    expect((await api.get<{ total: number }>(path, NOTHING_WRITTEN)).json.total).toBe(before.json.total + 1);
  });

  it("a transaction runs on the primary even when started on a replica", async () => {
    const context = { ...commandContext(), connection: reading() };
    await inTransaction(context, async ({ connection }) => {
      expect(await connection.$queryRaw`SELECT pg_is_in_recovery() AS replays`).toEqual([{ replays: false }]);
    });
  });

  it("an account's export is read from the primary, where the account may be newer", async () => {
    expect((await api.get("/api/user/export", NOTHING_WRITTEN)).status).toBe(200);
  });

  it("a statement that a replica refuses is executed by the primary", async () => {
    const database = reading();
    expect(await replays(database)).toBe(true);
    expect(await database.$queryRaw`SELECT 1 AS one FROM users LIMIT 1 FOR UPDATE`).toEqual([{ one: 1 }]);
  });
});

describe("metrics", () => {
  it("report the replica's lag", async () => {
    const token = "0123456789abcdef0123456789abcdef";
    configure({ METRICS_TOKEN: token });
    const text = async () => new TextDecoder().decode((await call("GET", "/api/metrics", { token })).bytes);
    const { host } = new URL(servers.replica.url);
    expect(await text()).toContain(`cooperation_replica_answers{replica="${host}"} 1`);
    await pausedReplica();
    await create();
    await vi.waitFor(() => expect(stateNow()?.lag?.seconds).toBeGreaterThan(0), PATIENTLY);
    expect(await text()).toMatch(new RegExp(`cooperation_replica_lag_bytes{replica="${host}"} [1-9]`));
    expect(await text()).toMatch(new RegExp(`cooperation_replica_lag_seconds{replica="${host}"} [0-9.e-]*[1-9]`));
  });
});

describe("server failures", () => {
  it("a request whose replica is down is served by the primary, and later requests skip the replica", async () => {
    await servers.replica.stop();
    onTestFinished(async () => {
      await servers.replica.start();
      await readable();
    });
    const total = await totalSeen(NOTHING_WRITTEN.headers);
    expect(total).toBe(await totalSeen());
    await answering(false);
    expect(replicas()?.caughtUpWith(0n, 1)).toBeUndefined();
  });

  it("a read on a hanging replica is released by the health check and served by the primary", async () => {
    // A client without a statement timeout, because the timeout would also end the read, some
    // seconds later.
    const patient = createClient(servers.replica.url, 1);
    onTestFinished(() => patient.$disconnect());
    expect(await replays(patient)).toBe(true);
    const asked: string[] = [];
    servers.replica.freeze();
    onTestFinished(async () => {
      servers.replica.unfreeze();
      await readable();
    });
    const isReplica = withReadFailover(reading(), (server) => {
      const isPrimary = server === replicas()?.primary.database;
      asked.push(isPrimary ? "primary" : "replica");
      return replays(isPrimary ? server : patient);
    });
    await answering(false);
    await vi.waitFor(() => expect(asked).toEqual(["replica", "primary"]));
    expect(await isReplica).toBe(false);
    expect(await replays(reading())).toBe(false);
  });

  it("replicas serve reads and sessions stay valid while the primary is down, but writes fail", async () => {
    const total = await totalSeen();
    await servers.replica.catchUp();
    await servers.primary.stop();
    onTestFinished(async () => {
      await servers.primary.start();
      await vi.waitFor(() => expect(replicas()?.primary.isLost).toBe(false), PATIENTLY);
    });
    expect(await totalSeen(NOTHING_WRITTEN.headers)).toBe(total);
    expect((await call("GET", "/api/ready")).status).toBe(200);
    expect((await api.get("/api/projects?where[fristenstand][in]=1", NOTHING_WRITTEN)).status).toBe(200);
    // Only the primary can decide that a token is invalid.
    expect((await call("GET", "/api/members", { token: "not-a-token" })).status).toBe(503);
    expect(await api.post("/api/members/new", memberValues())).toMatchObject({ status: 503 });
    // A client whose writes may be missing on the replica gets an error instead of stale data.
    expect((await api.get("/api/members")).status).toBe(503);
  });

  it("a write to a server that is not the primary is answered as unavailable", async () => {
    const follower = createClient(servers.replica.url, 1);
    onTestFinished(() => follower.$disconnect());
    const refused = await createMember(follower).catch(toAppError);
    expect(refused).toMatchObject({ code: "error_api", status: 503 });
  });

  it("a replica that has not advanced since a failover is not read until it does", async () => {
    await pausedReplica();
    const server = replicas()?.caughtUpWith(0n, 1);
    server?.doubt();
    expect(server?.state).toBeDefined();
    expect(await replays(reading())).toBe(false);
    await servers.replica.resume();
    await create();
    await readable();
  });

  it("a replica of another database is not read", async () => {
    await closeReplicas();
    configure({ DATABASE_REPLICA_URL: databaseUrl(servers.replica.url, "postgres") });
    replicas();
    await answering(true);
    // From here on only the contents of the replica's database can show that it must not be read.
    await vi.waitFor(() => expect(replicas()?.primary.state).toBeDefined());
    expect(await replays(reading())).toBe(false);
    await closeReplicas();
    configure({ DATABASE_REPLICA_URL: servers.replica.url });
    replicas();
    await readable();
  });

  it("a database of the same name on another server has another identity", async () => {
    const name = new URL(servers.url).pathname.slice(1);
    await runSql(elsewhere, `CREATE DATABASE ${name}`);
    const other = new WatchedServer("other", databaseUrl(elsewhere, name), db());
    onTestFinished(async () => {
      await other.close();
      await dropDatabase(elsewhere, name);
    });
    await vi.waitFor(() => expect(other.identity).toBeDefined(), PATIENTLY);
    expect(replicas()?.primary.identity).toBeDefined();
    expect(other.identity).not.toBe(replicas()?.primary.identity);
  });

  // This test must be the last one, because a promotion cannot be undone.
  it("a promoted replica responds but is not read, since only the primary's address is authoritative", async () => {
    expect(await replays(reading())).toBe(true);
    await servers.replica.promote();
    await vi.waitFor(() => expect(stateNow()).toMatchObject({ answers: true, lag: null }), PATIENTLY);
    const [read] = await reading().$queryRaw<[{ port: number }]>`SELECT inet_server_port() AS port`;
    expect(String(read.port)).toBe(new URL(servers.url).port);
  });
});
