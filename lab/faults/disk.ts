import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { PLAIN_SESSION_COOKIE } from "@/lib/base/web/session-cookie-names";
import { createClient } from "@/lib/store/database/client";
import { poll } from "@/scripts/process/poll";
import { serverIdentity } from "@/scripts/postgres/postgres-binaries";
import { freePort, runSql, startCluster } from "@/scripts/postgres/postgres-cluster";
import { codeOf } from "@/scripts/process/user-facing-error";
import { createMember, memberValues } from "@/tests/support/factories";
import { databaseUrl as addressOf } from "@/scripts/postgres/throwaway-databases";
import { reachableTemporaryFolder } from "@/scripts/postgres/throwaway-server";
import { createTemplate } from "@/tests/support/databases/template";
import { createSessions } from "./accounts";
import { startTrialApp, type TrialApp } from "./app";
import { findInconsistencies } from "./consistency";
import { withCleanup, recordFinding, type Cleanup, type Finding, type Trial } from "./trial";

const MAX_WRITES = 500;
const RECOVERS_WITHIN_MS = 30_000;
const MEGABYTE = 1024 * 1024;

const SKIPPED: Finding = {
  fault: "a full disk",
  acknowledged: "–",
  found: "skipped: only root may mount a small disk",
  seconds: 0,
  isOk: true,
};

/** Mounts a small disk. @returns its folder, or null if mounting is not permitted */
function smallDisk(megabytes: number, cleanup: Cleanup): string | null {
  const folder = mkdtempSync(path.join(reachableTemporaryFolder(), "cooperation-disk-"));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  if (process.getuid?.() !== 0) return null;
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]).status !== 0) return null;
  cleanup.add(() => spawnSync("umount", ["--lazy", folder]));
  return folder;
}

/**
 * Fills a disk with a file that does not belong to PostgreSQL. @returns a function that frees the
 * space
 */
function fill(disk: string): () => void {
  const file = path.join(disk, "another-programs-log");
  const descriptor = openSync(file, "w");
  const chunk = Buffer.alloc(8 * 1024, "x");
  try {
    while (statfsSync(disk).bavail > 0) writeSync(descriptor, chunk);
  } catch (error) {
    if (codeOf(error) !== "ENOSPC") throw error;
  }
  closeSync(descriptor);
  return () => rmSync(file, { force: true });
}

/** Returns a member's values with a long random comment, which PostgreSQL cannot compress. */
const largeMember = () => memberValues({ kommentare: randomBytes(4_900).toString("hex") });

/** Creates records until the app refuses one. @returns status and text of the refusal */
async function writeUntilRefused(app: TrialApp) {
  for (let time = 0; time < MAX_WRITES; time += 1) {
    const { status, text, headers } = await app.call("POST", "/api/members/new", { body: largeMember() });
    if (status !== 201) return { status, text, retry: headers.get("retry-after"), created: time };
  }
  return { status: 201, text: "", retry: null, created: MAX_WRITES };
}

async function findFailedReads(app: TrialApp, token: string): Promise<string[]> {
  const paths = [
    "/api/members",
    "/api/members/1",
    "/api/projects?where[fristenstand][in]=1",
    "/api/search?q=muster",
    "/api/global",
    "/api/health",
  ];
  const answers = await Promise.all(paths.map((pathname) => app.call("GET", pathname)));
  const page = await app.call("GET", "/members", {
    token: "",
    headers: { cookie: `${PLAIN_SESSION_COOKIE}=${token}` },
  });
  return [...answers, page].flatMap(({ status }, at) => (status === 200 ? [] : [`${paths[at] ?? "page"}: ${status}`]));
}

/** Fills the disk of an app's database, and frees it again. */
async function fillAndEmpty(databaseUrl: string, disk: string, cleanup: Cleanup): Promise<Finding[]> {
  const client = createClient(databaseUrl, 1);
  await createMember(client);
  await client.$disconnect();
  const [token = ""] = await createSessions(databaseUrl);
  const app = await startTrialApp(databaseUrl, token);
  cleanup.add(app.stop);
  await app.call("GET", "/api/members/1");
  // Makes reads write, too: they update `last_seen_at` of sessions that were last seen long ago.
  await runSql(databaseUrl, "UPDATE sessions SET last_seen_at = now() - interval '1 hour'");
  let freeSpace = () => {};
  const full = await recordFinding("another program's file fills the disk", async () => {
    freeSpace = fill(disk);
    const { status, text, retry, created } = await writeUntilRefused(app);
    const wrong = await findFailedReads(app, token);
    if (status !== 507 || retry === null) wrong.push(`refused with ${status}: ${text.slice(0, 200)}`);
    if (/ at |SELECT|INSERT|pg_/.test(text)) wrong.push(`the response exposes internals: ${text.slice(0, 200)}`);
    return { acknowledged: `${created} records`, found: `then ${status} ${text}; reads go on`, wrong };
  });
  const recovered = await recordFinding("space is available again", async () => {
    freeSpace();
    const startedAt = performance.now();
    const saved = await poll(
      async () => (await app.call("POST", "/api/members/new", { body: largeMember() })).status === 201,
      RECOVERS_WITHIN_MS,
    );
    const wrong = saved ? await findInconsistencies(databaseUrl) : ["writes do not recover"];
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      acknowledged: "yes",
      found: `written after ${seconds.toFixed(1)} s, without a restart; consistent`,
      wrong,
    };
  });
  return [full, recovered];
}

/**
 * Starts a server of the trial's own. On a full disk every checkpoint of a server fails, and with it
 * every DROP DATABASE of other tests that use the server.
 */
async function startServer(folder: string, settings: string[], cleanup: Cleanup): Promise<string> {
  chmodSync(folder, 0o711);
  const cluster = await startCluster({ folder, password: "trial", port: await freePort(), settings });
  cleanup.add(cluster.stop);
  return cluster.url("postgres");
}

export const diskTrials: readonly Trial[] = [
  {
    name: "disk: the records' disk is full",
    run: () =>
      withCleanup(async (cleanup) => {
        const folder = mkdtempSync(path.join(reachableTemporaryFolder(), "cooperation-server-"));
        cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
        const serverUrl = await startServer(folder, ["fsync=off"], cleanup);
        const template = await createTemplate(serverUrl);
        const { rows } = await runSql(serverUrl, `SELECT (pg_database_size('${template}') / ${MEGABYTE})::int AS size`);
        const disk = smallDisk(rows[0].size + 10, cleanup);
        if (disk === null) return [SKIPPED];
        const records = path.join(disk, "records");
        mkdirSync(records);
        const { uid, gid } = serverIdentity();
        if (uid !== undefined && gid !== undefined) chownSync(records, uid, gid);
        await runSql(serverUrl, `CREATE TABLESPACE records LOCATION '${records}'`);
        await runSql(serverUrl, `CREATE DATABASE trial TEMPLATE ${template} TABLESPACE records`);
        return fillAndEmpty(addressOf(serverUrl, "trial"), disk, cleanup);
      }),
  },
  {
    name: "disk: all of PostgreSQL's disk is full",
    run: () =>
      withCleanup(async (cleanup) => {
        const disk = smallDisk(400, cleanup);
        if (disk === null) return [SKIPPED];
        const serverUrl = await startServer(disk, ["max_wal_size=64MB", "min_wal_size=32MB"], cleanup);
        const template = await createTemplate(serverUrl);
        await runSql(serverUrl, `CREATE DATABASE trial TEMPLATE ${template}`);
        return fillAndEmpty(addressOf(serverUrl, "trial"), disk, cleanup);
      }),
  },
];
