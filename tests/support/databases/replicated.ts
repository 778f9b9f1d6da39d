import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { canReach, serverIdentity } from "@/scripts/postgres/postgres-binaries";
import { type Cluster, freePort, runSql, startCluster } from "@/scripts/postgres/postgres-cluster";
import { databaseUrl } from "@/scripts/postgres/throwaway-databases";
import { createTemplate } from "./template";

const SETTINGS = ["fsync=off", "full_page_writes=on", "jit=off", "wal_level=replica", "hot_standby=on"];

/** A streaming replica whose replay can be paused. */
type Replica = {
  url: string;
  /** Pauses replay until `resume`. */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  /** Waits until the replica has replayed all changes that the primary has committed. */
  catchUp: () => Promise<void>;
  promote: () => Promise<void>;
  /**
   * Stops the processes of the replica (SIGSTOP) until `unfreeze` is called; its connections stay
   * open.
   */
  freeze: () => void;
  unfreeze: () => void;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

export type Replicated = {
  url: string;
  primary: { start: () => Promise<void>; stop: () => Promise<void> };
  replica: Replica;
  stop: () => Promise<void>;
};

/**
 * Makes the user that runs PostgreSQL the owner of a folder and its files, as PostgreSQL requires.
 */
function chownToPostgres(folder: string): void {
  const { uid, gid } = serverIdentity();
  if (uid === undefined || gid === undefined) return;
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    lchownSync(path.join(entry.parentPath, entry.name), uid, gid);
  }
}

/**
 * Copies the data folder of a running server. pg_basebackup would do the same, but embedded
 * PostgreSQL does not include it.
 */
async function copyCluster(maintenance: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenance });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('replica', true)");
    const excluded = ["postmaster.pid", "postmaster.opts"].map((file) => path.join(from, file));
    cpSync(from, to, { recursive: true, filter: (source) => !excluded.includes(source) });
    const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
    writeFileSync(path.join(to, "backup_label"), rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
}

/** Sends a signal to the postmaster of a server and to its child processes. */
function signalServer(data: string, signal: NodeJS.Signals): void {
  const [pid = ""] = readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n");
  const children = spawnSync("ps", ["-o", "pid=", "--ppid", pid], { encoding: "utf8" }).stdout.split("\n");
  for (const each of [pid, ...children]) if (each.trim() !== "") process.kill(Number(each), signal);
}

/** Starts a server with a migrated database, and a streaming replica of this server. */
export async function startReplicated(): Promise<Replicated> {
  const folder = mkdtempSync(
    path.join(canReach(tmpdir(), serverIdentity()) ? tmpdir() : "/var/tmp", "cooperation-replica-"),
  );
  chmodSync(folder, 0o711);
  const [primaryFolder, replicaFolder] = [path.join(folder, "one"), path.join(folder, "two")];
  for (const each of [primaryFolder, replicaFolder]) mkdirSync(each, { mode: 0o711 });
  const password = randomBytes(16).toString("hex");
  const primaryPort = await freePort();
  const startPrimary = () => startCluster({ folder: primaryFolder, password, port: primaryPort, settings: SETTINGS });
  let primary = await startPrimary();
  const template = await createTemplate(primary.url("postgres"));
  await runSql(primary.url("postgres"), `ALTER DATABASE ${template} ALLOW_CONNECTIONS true`);

  const data = path.join(replicaFolder, "postgres");
  await copyCluster(primary.url("postgres"), path.join(primaryFolder, "postgres"), data);
  const source = `host=127.0.0.1 port=${primaryPort} user=cooperation password=${password}`;
  writeFileSync(path.join(data, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
  writeFileSync(path.join(data, "standby.signal"), "");
  chmodSync(data, 0o700);
  chownToPostgres(data);
  const port = await freePort();
  let server: Cluster | undefined;
  const start = async () => {
    server = await startCluster({ folder: replicaFolder, password, port, settings: SETTINGS });
  };
  await start();
  const maintenance = () => (server as Cluster).url("postgres");
  const replica: Replica = {
    url: databaseUrl(maintenance(), template),
    start,
    stop: async () => server?.stop(),
    freeze: () => signalServer(data, "SIGSTOP"),
    unfreeze: () => signalServer(data, "SIGCONT"),
    promote: async () => void (await runSql(maintenance(), "SELECT pg_promote()")),
    pause: async () => void (await runSql(maintenance(), "SELECT pg_wal_replay_pause()")),
    resume: async () => void (await runSql(maintenance(), "SELECT pg_wal_replay_resume()")),
    async catchUp() {
      const { rows } = await runSql(primary.url("postgres"), "SELECT pg_current_wal_insert_lsn()::text AS until");
      const until = String(rows[0]?.until);
      for (let hasCaughtUp = false; !hasCaughtUp;) {
        const state = await runSql(maintenance(), `SELECT pg_last_wal_replay_lsn() >= '${until}'::pg_lsn AS caught_up`);
        hasCaughtUp = state.rows[0]?.caught_up === true;
      }
    },
  };
  return {
    url: databaseUrl(primary.url("postgres"), template),
    primary: {
      stop: () => primary.stop(),
      start: async () => {
        primary = await startPrimary();
      },
    },
    replica,
    async stop() {
      await server?.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
