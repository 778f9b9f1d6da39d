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

const WAIT_OPTIONS = { timeout: 20_000, interval: 20 };
const POSITION_HEADER = "X-Written-Until";
/** Headers of a client that has written nothing and accepts any replica's state. */
const NOTHING_WRITTEN = { headers: { [POSITION_HEADER]: "0" } };
/** The URL of a server that belongs to another cluster. */
const otherServerUrl = process.env.DATABASE_URL ?? "";

let servers: Replicated;
let api: Client;
const replicaState = () => replicas()?.states()[0];
const waitForAnswers = (answers: boolean) =>
  vi.waitFor(() => expect(replicaState()?.answers).toBe(answers), WAIT_OPTIONS);

/** Waits until the replica can serve reads. */
const waitUntilReadable = () => vi.waitFor(() => expect(replicas()?.findCaughtUp(0n, 1)).toBeDefined(), WAIT_OPTIONS);
const isReplica = async (database: Database) => {
  const [row] = await database.$queryRaw<[{ replays: boolean }]>`SELECT pg_is_in_recovery() AS replays`;
  return row.replays;
};

beforeAll(async () => {
  servers = await startReplicated();
  Object.assign(process.env, { DATABASE_URL: servers.url, DATABASE_REPLICA_URL: servers.replica.url });
  api = await loggedIn();
  await waitUntilReadable();
}, 120_000);
afterAll(async () => {
  await closeReplicas();
  await db().$disconnect();
  await servers.stop();
});

/** Waits until the replica has caught up, then pauses its replay for the rest of the test. */
async function pauseReplica() {
  await servers.replica.catchUp();
  await servers.replica.pause();
  onTestFinished(async () => {
    await servers.replica.resume();
    await servers.replica.catchUp();
    await vi.waitFor(() => expect(replicaState()?.lag).toEqual({ seconds: 0, bytes: 0 }), WAIT_OPTIONS);
  });
}

const totalFor = async (headers: Record<string, string> = {}) =>
  (await api.get<{ total: number }>("/api/members", { headers })).json.total;

const create = async () => {
  const answer = await api.post("/api/members/new", memberValues());
  expect(answer.status).toBe(201);
  return answer;
};

describe("API clients", () => {
  it("a client that sends its write position reads from a replica unless the replica is behind it", async () => {
    await pauseReplica();
    const before = await totalFor();
    const { headers } = await create();
    expect(await totalFor(NOTHING_WRITTEN.headers)).toBe(before);
    expect(await totalFor({ [POSITION_HEADER]: headers.get(POSITION_HEADER) ?? "" })).toBe(before + 1);
  });

  it("a client that sends no write position reads from the primary", async () => {
    await pauseReplica();
    const before = await totalFor();
    await create();
    expect(await totalFor()).toBe(before + 1);
  });

  it.each(["", "x", "-1", "0/16B3748", "9".repeat(30)])(
    "a client that sends the invalid position %o reads from the primary",
    async (position) => {
      await pauseReplica();
      const before = await totalFor();
      await create();
      expect(await totalFor({ [POSITION_HEADER]: position })).toBe(before + 1);
    },
  );

  it("a client reads from the replica again once the replica has caught up", async () => {
    const { headers } = await create();
    await servers.replica.catchUp();
    const position = { [POSITION_HEADER]: headers.get(POSITION_HEADER) ?? "" };
    await vi.waitFor(() => expect(replicas()?.findCaughtUp(BigInt(position[POSITION_HEADER] ?? ""), 1)).toBeDefined());
    const before = await totalFor(position);
    await servers.replica.pause();
    onTestFinished(() => servers.replica.resume());
    await createMember(db());
    expect(await totalFor(position)).toBe(before);
  });
});

it("clients without a login do not get the write position", async () => {
  const answer = await call("POST", "/api/auth/login", { body: { email: "nobody@example.org", password: "nothing" } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get(POSITION_HEADER)).toBeNull();
});

describe("browsers", () => {
  const browserHeaders = (position?: string) => ({
    cookie: `session=${api.token}${position === undefined ? "" : `; written_until=${position}`}`,
    "sec-fetch-site": "same-origin",
  });
  const totalInBrowser = async (position?: string) =>
    (await call<{ total: number }>("GET", "/api/members", { headers: browserHeaders(position) })).json.total;

  it("a browser gets its write position in an HttpOnly cookie, which every instance honours", async () => {
    await pauseReplica();
    const before = await totalFor();
    const answer = await call("POST", "/api/members/new", { headers: browserHeaders(), body: memberValues() });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^written_until=\d+; Path=\/; .*Max-Age=600; HttpOnly; SameSite=lax$/i);
    const position = /=(\d+)/.exec(cookie ?? "")?.[1];
    expect(await totalInBrowser()).toBe(before);
    expect(await totalInBrowser(position)).toBe(before + 1);
    // Simulates another app instance, which does not know of the write.
    await closeReplicas();
    replicas();
    await waitUntilReadable();
    expect(await totalInBrowser(position)).toBe(before + 1);
    expect(await totalInBrowser()).toBe(before);
  });
});

/** Returns the database from which a request reads if its client has written nothing. */
const readDatabase = () => readWith({ headers: new Headers(), cookies: { get: () => undefined, has: () => false } }, 1);

describe("requests with several statements", () => {
  it("an export reads from the replica, or from the primary after a write", async () => {
    await pauseReplica();
    const rows = async (headers: Record<string, string>) => {
      const { bytes } = await api.get("/api/members/export?format=csv", { headers });
      return new TextDecoder().decode(bytes).trim().split("\n").length;
    };
    const before = await rows(NOTHING_WRITTEN.headers);
    const { headers } = await create();
    expect(await rows(NOTHING_WRITTEN.headers)).toBe(before);
    expect(await rows({ [POSITION_HEADER]: headers.get(POSITION_HEADER) ?? "" })).toBe(before + 1);
  });

  it("derived data is read from the primary, which refreshes it", async () => {
    await pauseReplica();
    const path = "/api/projects?where[fristenstand][in]=1,2,3,4,5,6";
    const before = await api.get<{ total: number }>(path, NOTHING_WRITTEN);
    expect(before.status).toBe(200);
    await createProject(db());
    expect((await api.get<{ total: number }>(path, NOTHING_WRITTEN)).json.total).toBe(before.json.total + 1);
  });

  it("a transaction runs on the primary even when started on a replica", async () => {
    const context = { ...commandContext(), connection: readDatabase() };
    await inTransaction(context, async ({ connection }) => {
      expect(await connection.$queryRaw`SELECT pg_is_in_recovery() AS replays`).toEqual([{ replays: false }]);
    });
  });

  it("an account's export is read from the primary, where the account may be newer", async () => {
    expect((await api.get("/api/user/export", NOTHING_WRITTEN)).status).toBe(200);
  });

  it("a statement that a replica refuses is executed by the primary", async () => {
    const database = readDatabase();
    expect(await isReplica(database)).toBe(true);
    expect(await database.$queryRaw`SELECT 1 AS one FROM users LIMIT 1 FOR UPDATE`).toEqual([{ one: 1 }]);
  });
});

describe("metrics", () => {
  it("the metrics report the replica's lag", async () => {
    const token = "0123456789abcdef0123456789abcdef";
    configure({ METRICS_TOKEN: token });
    const text = async () => new TextDecoder().decode((await call("GET", "/api/metrics", { token })).bytes);
    const { host } = new URL(servers.replica.url);
    expect(await text()).toContain(`cooperation_replica_answers{replica="${host}"} 1`);
    await pauseReplica();
    await create();
    await vi.waitFor(() => expect(replicaState()?.lag?.seconds).toBeGreaterThan(0), WAIT_OPTIONS);
    expect(await text()).toMatch(new RegExp(`cooperation_replica_lag_bytes{replica="${host}"} [1-9]`));
    expect(await text()).toMatch(new RegExp(`cooperation_replica_lag_seconds{replica="${host}"} [0-9.e-]*[1-9]`));
  });
});

describe("server failures", () => {
  it("a request whose replica is down is served by the primary, and later requests skip the replica", async () => {
    await servers.replica.stop();
    onTestFinished(async () => {
      await servers.replica.start();
      await waitUntilReadable();
    });
    const total = await totalFor(NOTHING_WRITTEN.headers);
    expect(total).toBe(await totalFor());
    await waitForAnswers(false);
    expect(replicas()?.findCaughtUp(0n, 1)).toBeUndefined();
  });

  it("a read on a hanging replica is released by the health check and served by the primary", async () => {
    // A client without a statement timeout, because the timeout would also end the read, some
    // seconds later.
    const clientWithoutTimeout = createClient(servers.replica.url, 1);
    onTestFinished(() => clientWithoutTimeout.$disconnect());
    expect(await isReplica(clientWithoutTimeout)).toBe(true);
    const queriedServers: string[] = [];
    servers.replica.freeze();
    onTestFinished(async () => {
      servers.replica.unfreeze();
      await waitUntilReadable();
    });
    const readsReplica = withReadFailover(readDatabase(), (server) => {
      const isPrimary = server === replicas()?.primary.database;
      queriedServers.push(isPrimary ? "primary" : "replica");
      return isReplica(isPrimary ? server : clientWithoutTimeout);
    });
    await waitForAnswers(false);
    await vi.waitFor(() => expect(queriedServers).toEqual(["replica", "primary"]));
    expect(await readsReplica).toBe(false);
    expect(await isReplica(readDatabase())).toBe(false);
  });

  it("replicas serve reads and sessions stay valid while the primary is down, but writes fail", async () => {
    const total = await totalFor();
    await servers.replica.catchUp();
    await servers.primary.stop();
    onTestFinished(async () => {
      await servers.primary.start();
      await vi.waitFor(() => expect(replicas()?.primary.isLost).toBe(false), WAIT_OPTIONS);
    });
    expect(await totalFor(NOTHING_WRITTEN.headers)).toBe(total);
    expect((await call("GET", "/api/ready")).status).toBe(200);
    expect((await api.get("/api/projects?where[fristenstand][in]=1", NOTHING_WRITTEN)).status).toBe(200);
    // Only the primary can decide that a token is invalid.
    expect((await call("GET", "/api/members", { token: "not-a-token" })).status).toBe(503);
    expect(await api.post("/api/members/new", memberValues())).toMatchObject({ status: 503 });
    // A client whose writes may be missing on the replica gets an error instead of stale data.
    expect((await api.get("/api/members")).status).toBe(503);
  });

  it("a write to a server that is not the primary is answered as unavailable", async () => {
    const replicaClient = createClient(servers.replica.url, 1);
    onTestFinished(() => replicaClient.$disconnect());
    const refused = await createMember(replicaClient).catch(toAppError);
    expect(refused).toMatchObject({ code: "error_api", status: 503 });
  });

  it("a replica that has not advanced since a failover is not read until it does", async () => {
    await pauseReplica();
    const server = replicas()?.findCaughtUp(0n, 1);
    server?.markDoubtful();
    expect(server?.state).toBeDefined();
    expect(await isReplica(readDatabase())).toBe(false);
    await servers.replica.resume();
    await create();
    await waitUntilReadable();
  });

  it("a replica of another database is not read", async () => {
    await closeReplicas();
    configure({ DATABASE_REPLICA_URL: databaseUrl(servers.replica.url, "postgres") });
    replicas();
    await waitForAnswers(true);
    // From here on only the contents of the replica's database can show that it must not be read.
    await vi.waitFor(() => expect(replicas()?.primary.state).toBeDefined());
    expect(await isReplica(readDatabase())).toBe(false);
    await closeReplicas();
    configure({ DATABASE_REPLICA_URL: servers.replica.url });
    replicas();
    await waitUntilReadable();
  });

  it("a database of the same name on another server has another identity", async () => {
    const name = new URL(servers.url).pathname.slice(1);
    await runSql(otherServerUrl, `CREATE DATABASE ${name}`);
    const other = new WatchedServer("other", databaseUrl(otherServerUrl, name), db());
    onTestFinished(async () => {
      await other.close();
      await dropDatabase(otherServerUrl, name);
    });
    await vi.waitFor(() => expect(other.identity).toBeDefined(), WAIT_OPTIONS);
    expect(replicas()?.primary.identity).toBeDefined();
    expect(other.identity).not.toBe(replicas()?.primary.identity);
  });

  // This test must be the last one, because a promotion cannot be undone.
  it("a promoted replica responds but is not read, since only the primary's address is authoritative", async () => {
    expect(await isReplica(readDatabase())).toBe(true);
    await servers.replica.promote();
    await vi.waitFor(() => expect(replicaState()).toMatchObject({ answers: true, lag: null }), WAIT_OPTIONS);
    const [row] = await readDatabase().$queryRaw<[{ port: number }]>`SELECT inet_server_port() AS port`;
    expect(String(row.port)).toBe(new URL(servers.url).port);
  });
});
