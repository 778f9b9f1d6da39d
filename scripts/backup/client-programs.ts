import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { UserFacingError } from "../process/user-facing-error";

/** PostgreSQL's client programs of one version. */
export type ClientPrograms = { major: number; folder: string; pgDump: string; pgRestore: string; psql: string };

/** Where packages of several versions put theirs: Debian, Red Hat, Homebrew. */
const VERSIONED: [parent: string, name: RegExp][] = [
  ["/usr/lib/postgresql", /^\d+$/],
  ["/usr", /^pgsql-\d+$/],
  ["/opt/homebrew/opt", /^(postgresql@\d+|libpq)$/],
  ["/usr/local/opt", /^(postgresql@\d+|libpq)$/],
];

function foldersOf([parent, name]: (typeof VERSIONED)[number]): string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((entry) => name.test(entry))
    .map((entry) => path.join(parent, entry, "bin"));
}

function programsIn(folder: string): ClientPrograms[] {
  const program = (name: string) => path.join(folder, name);
  const [pgDump, pgRestore, psql] = [program("pg_dump"), program("pg_restore"), program("psql")];
  if (![pgDump, pgRestore, psql].every((file) => existsSync(file))) return [];
  const told = spawnSync(pgDump, ["--version"], { encoding: "utf8" }).stdout ?? "";
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(told)?.[1]);
  return Number.isInteger(major) ? [{ major, folder, pgDump, pgRestore, psql }] : [];
}

/** All that are installed, or those of the one folder that somebody named. */
export function installedPrograms(named?: string): ClientPrograms[] {
  if (named !== undefined) return programsIn(named);
  const onPath = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  return [...VERSIONED.flatMap(foldersOf), ...onPath].flatMap(programsIn);
}

/**
 * The client programs for a server: its own version where there is one, else the next newer one. Older ones refuse to read it.
 * @param atLeast the major version that they must have
 * @param named the folder that PG_BIN names
 * @throws UserFacingError that says what to install
 */
export function findClientPrograms(atLeast: number, named?: string): ClientPrograms {
  const installed = installedPrograms(named);
  const [best] = installed.filter(({ major }) => major >= atLeast).sort((one, other) => one.major - other.major);
  if (best) return best;
  const newest = Math.max(...installed.map(({ major }) => major));
  const found = installed.length > 0 ? `what is there is version ${newest}` : "there is none";
  throw new UserFacingError(
    `This needs PostgreSQL's client programs (pg_dump, pg_restore, psql) of version ${atLeast} or later, and ${found}` +
      `${named === undefined ? "" : ` in PG_BIN (${named})`}: install the package postgresql-client-${atLeast} (Debian and Ubuntu ` +
      "have newer ones at apt.postgresql.org), or name the folder of the programs in PG_BIN.",
  );
}

/** The settings of node-postgres that libpq knows as well, by the variables in which it wants them. */
const PARAMETERS: Record<string, string> = {
  host: "PGHOST",
  sslmode: "PGSSLMODE",
  sslrootcert: "PGSSLROOTCERT",
  sslcert: "PGSSLCERT",
  sslkey: "PGSSLKEY",
};

/**
 * An address as libpq's programs read it from their environment: everybody on the machine can read arguments, and what
 * only the app understands (`pgbouncer=true`) they would refuse.
 */
export function libpqEnvironment(address: string): NodeJS.ProcessEnv {
  const url = new URL(address);
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("PG") && !/^BACKUP_KEY$/.test(name),
  );
  const given = Object.entries(PARAMETERS).flatMap(([parameter, variable]) => {
    const value = url.searchParams.get(parameter);
    return value === null ? [] : [[variable, value === "no-verify" ? "require" : value]];
  });
  return {
    ...Object.fromEntries(inherited),
    PGHOST: url.hostname.replace(/^\[(.*)\]$/, "$1") || "localhost",
    ...(url.port && { PGPORT: url.port }),
    ...(url.username && { PGUSER: decodeURIComponent(url.username) }),
    ...(url.password && { PGPASSWORD: decodeURIComponent(url.password) }),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGAPPNAME: "cooperation-backup",
    PGCONNECT_TIMEOUT: "10",
    ...Object.fromEntries(given),
  };
}
