import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { type ClientPrograms, installedPrograms } from "@/scripts/backup/client-programs";
import { canReach, serverIdentity } from "@/scripts/postgres/postgres-binaries";
import { freePort, runSql, startCluster } from "@/scripts/postgres/postgres-cluster";
import { UserFacingError } from "@/scripts/process/user-facing-error";
import { tmpdir } from "node:os";

const SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "jit=off"];
/** The first version of PostgreSQL with a built-in locale provider. */
const FIRST_WITH_BUILTIN_LOCALES = 17;

/** A PostgreSQL server that is not newer than the client programs installed on this machine. */
export type BackupServer = { url: string; major: number; stop: () => Promise<void> };

function findServerPrograms(programs: ClientPrograms[]) {
  const server = programs.find(({ folder }) =>
    ["initdb", "postgres"].every((name) => existsSync(path.join(folder, name))),
  );
  if (server) return server;
  throw new UserFacingError(
    "The backup tests need PostgreSQL's client programs, at least as new as the test server, or an own server: " +
      "apt-get install postgresql",
  );
}

/**
 * Returns the test server if the installed client programs support its version; otherwise starts a
 * server of their version.
 */
export async function startBackupServer(testServer: string): Promise<BackupServer> {
  const installed = installedPrograms();
  const { rows } = await runSql(testServer, "SHOW server_version_num");
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (installed.some((programs) => programs.major >= major))
    return { url: testServer, major, stop: () => Promise.resolve() };
  const { folder: bin, major: serverMajor } = findServerPrograms(installed);
  const folder = mkdtempSync(
    path.join(canReach(tmpdir(), serverIdentity()) ? tmpdir() : "/var/tmp", "cooperation-backup-test-"),
  );
  chmodSync(folder, 0o711);
  const cluster = await startCluster({
    folder,
    password: randomBytes(16).toString("hex"),
    port: await freePort(),
    settings: SETTINGS,
    programs: {
      initdb: path.join(bin, "initdb"),
      postgres: path.join(bin, "postgres"),
      older: serverMajor < FIRST_WITH_BUILTIN_LOCALES,
    },
  });
  return {
    url: cluster.url("postgres"),
    major: serverMajor,
    stop: () => cluster.stop().finally(() => rmSync(folder, { recursive: true, force: true })),
  };
}
