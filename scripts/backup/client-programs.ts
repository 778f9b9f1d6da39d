import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { execa, type ExecaError } from "execa";
import { UserFacingError } from "../process/user-facing-error";

const PROGRAMS = ["pg_dump", "pg_restore", "psql"] as const;

/** A folder with PostgreSQL's client programs, and their major version. */
export type ClientPrograms = { major: number; folder: string };

/** Folders of the packages of Debian, Red Hat and Homebrew, by version. */
const PACKAGES: [parent: string, name: RegExp][] = [
  ["/usr/lib/postgresql", /^\d+$/],
  ["/usr", /^pgsql-\d+$/],
  ["/opt/homebrew/opt", /^(postgresql@\d+|libpq)$/],
  ["/usr/local/opt", /^(postgresql@\d+|libpq)$/],
];

function programsIn(folder: string): ClientPrograms[] {
  if (!PROGRAMS.every((name) => existsSync(path.join(folder, name)))) return [];
  const { stdout } = spawnSync(path.join(folder, "pg_dump"), ["--version"], { encoding: "utf8" });
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? "")?.[1] ?? 0);
  return major > 0 ? [{ major, folder }] : [];
}

/** Lists the client programs of the configured folder, or else all that are installed, the oldest first. */
export function installedPrograms(configured?: string): ClientPrograms[] {
  const folders = PACKAGES.flatMap(([parent, name]) => {
    const entries = existsSync(parent) ? readdirSync(parent).filter((entry) => name.test(entry)) : [];
    return entries.map((entry) => path.join(parent, entry, "bin"));
  }).concat((process.env.PATH ?? "").split(path.delimiter).filter(Boolean));
  const installed = (configured === undefined ? folders : [configured]).flatMap(programsIn);
  return installed.sort((one, other) => one.major - other.major);
}

/**
 * Finds the oldest installed client programs that are new enough.
 * @param minMajor major version of the server, or of the programs that made the dump
 * @throws UserFacingError that names the package to install
 */
export function findClientPrograms(minMajor: number, configured?: string): ClientPrograms {
  const installed = installedPrograms(configured);
  const best = installed.find(({ major }) => major >= minMajor);
  if (best) return best;
  const newest = installed.at(-1)?.major;
  throw new UserFacingError(
    `This needs PostgreSQL's client programs (${PROGRAMS.join(", ")}) of version ${minMajor} or later, and ` +
      `${newest === undefined ? "there is none" : `the newest is ${newest}`}${configured ? ` in PG_BIN (${configured})` : ""}: ` +
      `install the package postgresql-client-${minMajor} (Debian and Ubuntu: apt.postgresql.org), or set PG_BIN to their folder.`,
  );
}

/**
 * Converts a URL for libpq: the password moves to the environment, because other users can read arguments, and
 * parameters that only node-postgres and Prisma know are dropped.
 */
export function libpqConnection(address: string): { option: string; env: Record<string, string> } {
  const url = new URL(address);
  const password = decodeURIComponent(url.password);
  url.password = "";
  if (url.searchParams.get("sslmode") === "no-verify") url.searchParams.set("sslmode", "require");
  for (const name of [...url.searchParams.keys()])
    if (!/^(host|ssl(mode|rootcert|cert|key))$/.test(name)) url.searchParams.delete(name);
  return { option: `--dbname=${url.href}`, env: password ? { PGPASSWORD: password } : {} };
}

type ClientOptions = {
  args: string[];
  /** The database to connect to; undefined for none. */
  url?: string;
  /** Standard input; its error becomes the error of the program. */
  input?: AsyncGenerator<Uint8Array | string>;
  signal?: AbortSignal;
};

/**
 * Starts a client program, which ends with this process.
 * @returns its standard output, its end, which rejects with a UserFacingError, and a function that kills it
 */
export function startClient(tools: ClientPrograms, name: (typeof PROGRAMS)[number], options: ClientOptions) {
  const { option, env } = options.url === undefined ? { option: [], env: {} } : libpqConnection(options.url);
  const child = execa(path.join(tools.folder, name), options.args.concat(option), {
    env: { ...env, PGAPPNAME: "cooperation-backup", PGCONNECT_TIMEOUT: "10", LC_ALL: "C", BACKUP_KEY: undefined },
    stdin: options.input ?? "ignore",
    encoding: "buffer",
    buffer: { stdout: false },
    cancelSignal: options.signal,
  });
  const end = child.then(
    () => undefined,
    (error: ExecaError) => {
      if (error.cause instanceof UserFacingError) throw error.cause;
      const lines = Buffer.from((error.stderr ?? "") as string)
        .toString()
        .trim()
        .split("\n");
      const line = lines.find((one) => /error|fatal/i.test(one)) ?? lines.at(-1);
      throw new UserFacingError(`${name} failed: ${line || error.shortMessage}`, { cause: error });
    },
  );
  end.catch(() => undefined);
  return { stdout: child.stdout as AsyncIterable<Uint8Array>, end, kill: () => void child.kill() };
}
