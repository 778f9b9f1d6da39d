import { createHash, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { lock } from "proper-lockfile";
import { z } from "zod";
import { restartOnce } from "../process/restart-once";
import { codeOf, UserFacingError } from "../process/user-facing-error";
import { ROOT } from "../root";
import { canReach, serverIdentity } from "./postgres-binaries";
import { answers, clusterUrl, freePort, logFileOf, runSql, startCluster } from "./postgres-cluster";

const DATA = path.join(ROOT, ".data");
const DATABASE = "cooperation";
/** After this time without an update, the lock of a killed process is free. */
const LOCK_STALE_MS = 5_000;
const LOCK_RETRIES = { retries: 6, factor: 1, minTimeout: 1_000 };

const stateSchema = z.object({ port: z.number(), password: z.string(), authSecret: z.string() });
const stateFileOf = (data: string) => path.join(data, "embedded.json");

type EmbeddedDatabase = {
  url: string;
  /** The secret that signs the demo's sessions; it is created once. */
  authSecret: string;
  /** The folder of the cluster if it could not be `.data` in the checkout. */
  fallbackFolder: string | undefined;
  logFile: string;
  /** Resolves when the server has ended and is not restarted. */
  ended: Promise<void>;
  stop: () => Promise<void>;
};

function readState(data: string): z.infer<typeof stateSchema> | undefined {
  const file = stateFileOf(data);
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    if (codeOf(error) === "EACCES") throw error;
    throw new UserFacingError(`${file} is damaged: restore it, or delete ${data} to start again with empty data.`);
  }
}

/** Returns the URL of the embedded database if it is running. */
export async function runningEmbeddedUrl(): Promise<string | undefined> {
  const state = readState(DATA);
  const url = state && clusterUrl(state, DATABASE);
  return url !== undefined && (await answers(url)) ? url : undefined;
}

/**
 * Returns the folder of the cluster: `.data`, or a folder below /var/lib if the user that runs
 * PostgreSQL cannot reach the checkout, for example under /root.
 */
function clusterFolder(data: string): string {
  const name = `cooperation-database-${createHash("sha256").update(ROOT).digest("hex").slice(0, 12)}`;
  const fallbackFolder = path.join("/var/lib", name);
  const hasCluster = (folder: string) => existsSync(path.join(folder, "postgres/PG_VERSION"));
  if (canReach(data, serverIdentity()) && (hasCluster(data) || !hasCluster(fallbackFolder))) return data;
  mkdirSync(fallbackFolder, { recursive: true, mode: 0o711 });
  return fallbackFolder;
}

/**
 * Locks the checkout's embedded database for this process, before anything is built for it. Waits
 * for the lock of a killed process to become stale.
 * @param onLost called if another process took the lock because this one was suspended
 * @param data folder of the data, by default the checkout's own
 * @returns a function that releases the lock
 * @throws UserFacingError if another process holds the lock
 */
export async function claimEmbeddedDatabase(
  onLost = (error: Error): void => {
    throw error;
  },
  data = DATA,
): Promise<() => Promise<void>> {
  mkdirSync(data, { recursive: true, mode: 0o755 });
  const release = await lock(data, {
    lockfilePath: path.join(data, "start.lock"),
    ...{ stale: LOCK_STALE_MS, update: 1_000, retries: LOCK_RETRIES },
    onCompromised: () => onLost(new UserFacingError("Another start has taken over the database of this folder.")),
  }).catch((error: unknown) => {
    if (codeOf(error) !== "ELOCKED") throw error;
    throw new UserFacingError(
      "The cooperation database already runs from this folder: use that one, or stop it first.",
    );
  });
  // A lock that another process has taken is released already.
  return () =>
    release().catch((error: unknown) => {
      if (codeOf(error) !== "ERELEASED") throw error;
    });
}

/**
 * Starts the embedded PostgreSQL, whose data persists, and restarts it once if it ends by itself.
 * Claim it first.
 * @param data folder of the data, by default the checkout's own
 */
export async function startEmbeddedDatabase(data = DATA): Promise<EmbeddedDatabase> {
  const saved = readState(data);
  const state = {
    port: await freePort(saved?.port),
    password: saved?.password ?? randomBytes(24).toString("hex"),
    authSecret: saved?.authSecret ?? randomBytes(32).toString("hex"),
  };
  const file = stateFileOf(data);
  writeFileSync(file, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);

  const folder = clusterFolder(data);
  const logFile = logFileOf(folder);
  const { first, ended, stop } = await restartOnce(
    (isRestart) => startCluster({ folder, password: state.password, port: state.port, appendsLog: isRestart }),
    {
      ended: `The embedded PostgreSQL ended unexpectedly (log: ${logFile}); restarting it …`,
      restarted: "The embedded PostgreSQL has restarted; no acknowledged write was lost.",
    },
  );
  try {
    const maintenance = first.url("postgres");
    const existing = await runSql(maintenance, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`);
    if (existing.rowCount === 0) await runSql(maintenance, `CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    await stop();
    throw error;
  }
  const fallbackFolder = folder === data ? undefined : folder;
  return { url: first.url(DATABASE), authSecret: state.authSecret, fallbackFolder, logFile, ended, stop };
}
