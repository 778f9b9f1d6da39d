import {
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
import { execa } from "execa";
import getPort from "get-port";
import pg from "pg";
import { poll } from "../process/poll";
import { type ServerProcess, startServerProcess } from "../process/server-process";
import { UserFacingError } from "../process/user-facing-error";
import { type Binaries, findBinaries, type Identity, serverIdentity } from "./postgres-binaries";

const SUPERUSER = "cooperation";
const STOP_TIMEOUT_MS = 10_000;

type ClusterOptions = {
  /** Folder of the cluster (`postgres/`), its log and, if needed, a copy of the programs. */
  folder: string;
  password: string;
  port: number;
  /** Settings of the server, as `name=value`. */
  settings?: string[];
  /** Appends to the log of the previous server, which says why that server ended. */
  appendsLog?: boolean;
  /** Used instead of embedded PostgreSQL; versions before 17 have no builtin locale provider. */
  programs?: Binaries & { older: boolean };
};

/** A running PostgreSQL server; `url` returns the URL of one of its databases. */
export type Cluster = ServerProcess & { url: (database: string) => string };

/** Returns the path of the server's log. */
export const logFileOf = (folder: string): string => path.join(folder, "postgres.log");

/** Returns a free port of 127.0.0.1, the preferred one if it is free. */
export const freePort = (preferred?: number): Promise<number> => getPort({ port: preferred, host: "127.0.0.1" });

/** Returns the URL of a database of a cluster. */
export function clusterUrl(options: Pick<ClusterOptions, "password" | "port">, database: string): string {
  return `postgresql://${SUPERUSER}:${encodeURIComponent(options.password)}@127.0.0.1:${options.port}/${database}`;
}

/** Runs one statement on the database with that URL. */
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

/** Returns whether a database responds at that URL. */
export const answers = (url: string): Promise<boolean> =>
  runSql(url, "SELECT 1").then(
    () => true,
    () => false,
  );

/**
 * Creates the cluster unless it exists, starts its server and waits until it responds. First ends a
 * server that a killed process has left running on the cluster.
 * @throws UserFacingError with the reason if the server does not start
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, port, programs, settings = [] } = options;
  const identity = serverIdentity();
  const { initdb, postgres } = programs ?? (await findBinaries(identity, path.join(folder, "native")));
  const data = path.join(realpathSync(folder), "postgres");
  if (!existsSync(path.join(data, "PG_VERSION"))) await initialise(data, options, initdb, identity);
  await endLeftoverServer(data);

  const url = (database: string) => clusterUrl(options, database);
  const flags = ["listen_addresses=127.0.0.1", "unix_socket_directories=", ...settings].flatMap((flag) => ["-c", flag]);
  const logFile = logFileOf(folder);
  const log = openSync(logFile, options.appendsLog ? "a" : "w", 0o600);
  try {
    const server = await startServerProcess(
      "The embedded PostgreSQL",
      [postgres, "-D", data, "-p", String(port), ...flags],
      // SIGINT closes open connections; SIGTERM would wait for them.
      {
        ...identity,
        ...{ cwd: data, stdout: log, stderr: log, killSignal: "SIGINT" },
        // SIGQUIT lets the server clean up, unlike SIGKILL.
        ...{ stopTimeoutMs: STOP_TIMEOUT_MS, forceSignal: "SIGQUIT" },
      },
      () => answers(url("postgres")),
    );
    return { ...server, url };
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error;
    const lines = readFileSync(logFile, "utf8").trim().split("\n");
    const reason = lines.findLast((line) => /FATAL|ERROR|PANIC/.test(line)) ?? lines.at(-1);
    throw new UserFacingError(`The embedded PostgreSQL did not start: ${reason} (log: ${logFile})`);
  } finally {
    closeSync(log);
  }
}

/** Creates the cluster, in place of one whose creation was interrupted. */
async function initialise(data: string, options: ClusterOptions, initdb: string, identity: Identity): Promise<void> {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const passwordFile = path.join(options.folder, "initial-password");
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  const { uid, gid } = identity;
  if (uid && gid) for (const file of [data, passwordFile]) chownSync(file, uid, gid);
  const flags = [
    ...[`--pgdata=${data}`, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"],
    // Unicode on every platform, independent of the locales that are installed.
    ...(options.programs?.older ? [] : ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]),
    ...["--encoding=UTF8", `--locale=${process.platform === "linux" ? "C.UTF-8" : "C"}`, "--lc-messages=C"],
    ...(options.settings?.includes("fsync=off") ? ["--no-sync"] : []),
  ];
  const { failed, stderr, shortMessage } = await execa(initdb, flags, { ...identity, cwd: data, reject: false });
  rmSync(passwordFile);
  if (!failed) return;
  rmSync(data, { recursive: true, force: true });
  const reason = stderr?.trim().split("\n").at(-1) || shortMessage;
  throw new UserFacingError(`The embedded PostgreSQL could not be set up in ${data}: ${reason}`);
}

/**
 * Ends a server that has outlived the process that started it, and removes a PID file whose number
 * belongs to another program now, which PostgreSQL would take for a running server.
 */
async function endLeftoverServer(data: string): Promise<void> {
  const pidFile = path.join(data, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  const command = await commandLine(pid);
  if (command?.includes(`-D ${data} `)) {
    process.kill(pid, "SIGINT");
    await poll(() => !existsSync(pidFile), STOP_TIMEOUT_MS);
  } else if (command !== undefined) {
    rmSync(pidFile);
  }
}

/** Returns a process's program and arguments, or undefined if it does not exist. */
async function commandLine(pid: number): Promise<string | undefined> {
  const file = `/proc/${pid}/cmdline`;
  if (process.platform === "linux")
    return existsSync(file) ? readFileSync(file, "utf8").replaceAll("\0", " ") : undefined;
  return (await execa("ps", ["-o", "args=", "-p", String(pid)], { reject: false })).stdout || undefined;
}
