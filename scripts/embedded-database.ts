import { createHash, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { canReach, serverIdentity } from "./postgres-binaries";
import { answers, type Cluster, clusterUrl, freePort, runSql, startCluster } from "./postgres-cluster";
import { ROOT } from "./prisma-command";
import { takeLock } from "./run-lock";
import { codeOf, UserFacingError } from "./user-facing-error";

const DATA = path.join(ROOT, ".data");
const STATE_FILE = path.join(DATA, "embedded.json");
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

function readState(): State | undefined {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(STATE_FILE, "utf8")));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    if (codeOf(error) === "EACCES") throw error;
    throw new UserFacingError(
      `${STATE_FILE} is damaged: restore it, or delete ${DATA} to start again with empty data.`,
    );
  }
}

/** Address of the embedded database, if it runs. */
export async function runningEmbeddedUrl(): Promise<string | undefined> {
  const state = readState();
  if (!state) return undefined;
  const url = clusterUrl(state, DATABASE);
  return (await answers(url)) ? url : undefined;
}

/**
 * Where the cluster lies: in `.data`, unless the checkout lies where the user that runs PostgreSQL cannot go (under
 * /root, say); then in a folder of its own whose name derives from the checkout's path.
 */
function clusterFolder(): string {
  const name = `cooperation-database-${createHash("sha256").update(ROOT).digest("hex").slice(0, 12)}`;
  const elsewhere = path.join("/var/lib", name);
  const holdsCluster = (folder: string) => existsSync(path.join(folder, "postgres/PG_VERSION"));
  if (canReach(DATA, serverIdentity()) && (holdsCluster(DATA) || !holdsCluster(elsewhere))) return DATA;
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

/** Starts this checkout's embedded PostgreSQL; its data stays from start to start. Claim it first. */
export async function startEmbeddedDatabase(): Promise<EmbeddedDatabase> {
  const remembered = readState();
  const state = {
    port: await freePort(remembered?.port),
    password: remembered?.password ?? randomBytes(24).toString("hex"),
    authSecret: remembered?.authSecret ?? randomBytes(32).toString("hex"),
  };
  writeFileSync(STATE_FILE, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  chmodSync(STATE_FILE, 0o600);

  const folder = clusterFolder();
  const cluster = await startCluster({ folder, password: state.password, port: state.port });
  try {
    const maintenance = cluster.url("postgres");
    const existing = await runSql(maintenance, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`);
    if (existing.rowCount === 0) await runSql(maintenance, `CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return {
    url: cluster.url(DATABASE),
    authSecret: state.authSecret,
    elsewhere: folder === DATA ? undefined : folder,
    logFile: cluster.logFile,
    onUnexpectedEnd: cluster.onUnexpectedEnd,
    stop: cluster.stop,
  };
}
