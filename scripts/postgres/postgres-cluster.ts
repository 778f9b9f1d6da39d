import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import getPort from "get-port";
import pg from "pg";
import { poll } from "../process/poll";
import { type Binaries, findBinaries, type Identity, reachableBinaries, serverIdentity } from "./postgres-binaries";
import { UserFacingError } from "../process/user-facing-error";

const SUPERUSER = "cooperation";
const START_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 10_000;

/** Where a cluster lies and how it is reached. */
export type ClusterOptions = {
  /** Folder that holds the cluster (`postgres/`), its log, and a copy of the programs when one is needed. */
  folder: string;
  password: string;
  port: number;
  /** Settings of the server, as `name=value`. */
  settings?: string[];
  /** Whether the log goes on where the one before has ended, which tells why. */
  keepsLog?: boolean;
  /** Other programs than those of embedded PostgreSQL; older ones know the C library's locales only. */
  programs?: Binaries & { older: boolean };
};

export type Cluster = {
  /** postgresql:// address of a database of this cluster. */
  url: (database: string) => string;
  /** Stops the server; open connections are closed by it. */
  stop: () => Promise<void>;
  logFile: string;
  /** Called once if the server ends although nobody stopped it. */
  onUnexpectedEnd: (listener: () => void) => void;
};

/** A port of 127.0.0.1 that nothing listens on: the preferred one if it is free. */
export const freePort = (preferred?: number): Promise<number> => getPort({ port: preferred, host: "127.0.0.1" });

/** Address of a database in a cluster of ours. */
export function clusterUrl(options: Pick<ClusterOptions, "password" | "port">, database: string): string {
  return `postgresql://${SUPERUSER}:${encodeURIComponent(options.password)}@127.0.0.1:${options.port}/${database}`;
}

/** Runs one statement on the database at that address. */
export async function runSql(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Whether a database answers at that address. */
export async function answers(url: string): Promise<boolean> {
  return runSql(url, "SELECT 1").then(
    () => true,
    () => false,
  );
}

/** Creates the cluster if there is none yet, starts its server and waits until it answers. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const identity = serverIdentity();
  const binaries =
    options.programs ?? reachableBinaries(await findBinaries(), identity, path.join(options.folder, "native"));
  const data = path.join(realpathSync(options.folder), "postgres");
  if (!existsSync(path.join(data, "PG_VERSION"))) initialise(data, options, binaries, identity);
  await endLeftoverServer(data, options);

  const logFile = path.join(options.folder, "postgres.log");
  const log = openSync(logFile, options.keepsLog ? "a" : "w", 0o600);
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", ...(options.settings ?? [])];
  // Detached: Ctrl+C in the terminal must reach the app first; we stop the database after it.
  const child = spawn(
    binaries.postgres,
    ["-D", data, "-p", String(options.port), ...settings.flatMap((setting) => ["-c", setting])],
    { ...identity, cwd: data, detached: true, stdio: ["ignore", log, log] },
  );
  closeSync(log);
  return await supervise(child, options, logFile);
}

async function supervise(child: ChildProcess, options: ClusterOptions, logFile: string): Promise<Cluster> {
  let stopping = false;
  const listeners: (() => void)[] = [];
  const endWithUs = () => child.kill("SIGINT");
  process.once("exit", endWithUs);
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  }).then(() => {
    process.removeListener("exit", endWithUs);
    if (!stopping) listeners.forEach((listener) => listener());
  });
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

  const stop = async () => {
    stopping = true;
    if (hasEnded()) return;
    child.kill("SIGINT");
    const stopped = await Promise.race([ended.then(() => true), poll(hasEnded, STOP_DEADLINE_MS)]);
    if (!stopped) child.kill("SIGQUIT");
    await ended;
  };

  const url = (database: string) => clusterUrl(options, database);
  const outcome = await poll(
    async () => (hasEnded() ? "ended" : (await answers(url("postgres"))) && "ready"),
    START_DEADLINE_MS,
  );
  if (outcome !== "ready") {
    await stop();
    throw new UserFacingError(`The embedded PostgreSQL did not start: ${lastWords(logFile)} (log: ${logFile})`);
  }
  return { url, logFile, stop, onUnexpectedEnd: (listener) => listeners.push(listener) };
}

function initialise(data: string, options: ClusterOptions, binaries: Binaries, identity: Identity): void {
  // What an interrupted first start left behind is no cluster yet.
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  chmodSync(data, 0o700);
  const passwordFile = path.join(options.folder, "initial-password");
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  if (identity.uid !== undefined && identity.gid !== undefined) {
    chownSync(data, identity.uid, identity.gid);
    chownSync(passwordFile, identity.uid, identity.gid);
  }
  // The builtin provider knows Unicode's letters on every platform, whatever locales the machine has.
  const locale = process.platform === "linux" ? "C.UTF-8" : "C";
  const result = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${data}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      ...(options.programs?.older ? [] : ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]),
      `--locale=${locale}`,
      "--lc-messages=C",
      ...(options.settings?.includes("fsync=off") ? ["--no-sync"] : []),
    ],
    { ...identity, cwd: data, encoding: "utf8" },
  );
  rmSync(passwordFile, { force: true });
  if (result.status === 0) return;
  rmSync(data, { recursive: true, force: true });
  const reason = result.error?.message ?? result.stderr.trim().split("\n").at(-1) ?? "";
  throw new UserFacingError(`The embedded PostgreSQL could not be set up in ${data}: ${reason}`);
}

/**
 * Ends a server that outlived the process which started it (killed hard), so that the cluster can be started again.
 * Only a server that lets us in with our password and names our folder is ended; a pid file without one is PostgreSQL's
 * own business, unless the pid has gone to another process meanwhile.
 */
async function endLeftoverServer(data: string, options: ClusterOptions): Promise<void> {
  const pidFile = path.join(data, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const [pidLine, , , portLine] = readFileSync(pidFile, "utf8").split("\n");
  const [pid, port] = [Number(pidLine), Number(portLine)];
  const folder = await runSql(clusterUrl({ ...options, port }, "postgres"), "SHOW data_directory").then(
    (result) => String(result.rows[0]?.data_directory),
    () => undefined,
  );
  if (folder === data) {
    process.kill(pid, "SIGINT");
    await poll(() => !existsSync(pidFile), STOP_DEADLINE_MS);
  } else if (isForeignProcess(pid, data)) {
    rmSync(pidFile);
  }
}

function isForeignProcess(pid: number, data: string): boolean {
  try {
    return !readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(data);
  } catch {
    return false;
  }
}

function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, "utf8").trim().split("\n");
  return lines.findLast((line) => /FATAL|ERROR|PANIC/.test(line)) ?? lines.at(-1) ?? "";
}
