import { createHash, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { canReach, serverIdentity } from "./postgres-binaries";
import { answers, type Cluster, clusterUrl, freePort, runSql, startCluster } from "./postgres-cluster";
import { ROOT } from "../root";
import { takeLock } from "../process/run-lock";
import { startAgainOnce } from "../process/start-again";
import { codeOf, UserFacingError } from "../process/user-facing-error";

const DATA = path.join(ROOT, ".data");
const stateFileOf = (data: string) => path.join(data, "embedded.json");
const LOCK_FILE = path.join(DATA, "running.lock");
const DATABASE = "cooperation";

const stateSchema = z.object({ port: z.number(), password: z.string(), authSecret: z.string() });
type State = z.infer<typeof stateSchema>;

export type EmbeddedDatabase = {
  url: string;
  /** The secret that the embedded demo signs its sessions with; made once and kept. */
  authSecret: string;
  /** Folder of the data, when it could not be `.data` in the checkout. */
  elsewhere: string | undefined;
  logFile: string;
  onUnexpectedEnd: Cluster["onUnexpectedEnd"];
  stop: () => Promise<void>;
};

function readState(data: string): State | undefined {
  const file = stateFileOf(data);
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    if (codeOf(error) === "EACCES") throw error;
    throw new UserFacingError(`${file} is damaged: restore it, or delete ${data} to start again with empty data.`);
  }
}

/** Address of the embedded database, if it runs. */
export async function runningEmbeddedUrl(): Promise<string | undefined> {
  const state = readState(DATA);
  if (!state) return undefined;
  const url = clusterUrl(state, DATABASE);
  return (await answers(url)) ? url : undefined;
}

/**
 * Where the cluster lies: in `.data`, unless the checkout lies where the user that runs PostgreSQL cannot go (under
 * /root, say); then in a folder of its own whose name derives from the checkout's path.
 */
function clusterFolder(data: string): string {
  const name = `cooperation-database-${createHash("sha256").update(ROOT).digest("hex").slice(0, 12)}`;
  const elsewhere = path.join("/var/lib", name);
  const holdsCluster = (folder: string) => existsSync(path.join(folder, "postgres/PG_VERSION"));
  if (canReach(data, serverIdentity()) && (holdsCluster(data) || !holdsCluster(elsewhere))) return data;
  mkdirSync(elsewhere, { recursive: true, mode: 0o711 });
  return elsewhere;
}

/** Takes the checkout's embedded database for this process, before anything is built for it. */
export function claimEmbeddedDatabase(): { release: () => void } {
  mkdirSync(DATA, { recursive: true, mode: 0o755 });
  const lock = takeLock(LOCK_FILE);
  if ("release" in lock) return lock;
  throw new UserFacingError(
    `The cooperation database already runs from this folder (process ${lock.heldBy}): use that one, or stop it first.`,
  );
}

/**
 * Starts this checkout's embedded PostgreSQL; its data stays from start to start, and it is started again once when it ends
 * by itself. Claim it first.
 * @param data the folder of the data, where it is not the checkout's own
 */
export async function startEmbeddedDatabase(data = DATA): Promise<EmbeddedDatabase> {
  const remembered = readState(data);
  const state = {
    port: await freePort(remembered?.port),
    password: remembered?.password ?? randomBytes(24).toString("hex"),
    authSecret: remembered?.authSecret ?? randomBytes(32).toString("hex"),
  };
  const file = stateFileOf(data);
  writeFileSync(file, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);

  const folder = clusterFolder(data);
  const options = { folder, password: state.password, port: state.port };
  const running = await startAgainOnce(
    (isAgain) => startCluster({ ...options, keepsLog: isAgain }),
    ({ logFile }) => ({
      ended: `The embedded PostgreSQL has ended by itself (log: ${logFile}); it is started again …`,
      runsAgain: "The embedded PostgreSQL runs again: everything that was acknowledged is there.",
    }),
  );
  const cluster = running.first;
  try {
    const maintenance = cluster.url("postgres");
    const existing = await runSql(maintenance, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`);
    if (existing.rowCount === 0) await runSql(maintenance, `CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return {
    url: cluster.url(DATABASE),
    authSecret: state.authSecret,
    elsewhere: folder === data ? undefined : folder,
    logFile: cluster.logFile,
    onUnexpectedEnd: running.onUnexpectedEnd,
    stop: running.stop,
  };
}
