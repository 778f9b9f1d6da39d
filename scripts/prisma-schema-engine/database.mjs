import pg from "pg";
import { connectionError, UserFacingError } from "./errors.mjs";

/** Prisma's default of `connect_timeout`, in seconds. */
const CONNECT_TIMEOUT_SECONDS = 5;
/** Databases in which CREATE DATABASE can run, in the native engine's order. */
const MAINTENANCE_DATABASES = ["postgres", "template1", "defaultdb"];

export const quote = pg.escapeIdentifier;

/** The URL may contain a password, so that messages never contain the URL. */
const invalidUrl = (reason) => new UserFacingError("P1013", `The provided database string is invalid. ${reason}`);

/**
 * Parses a connection URL with `pg`, so that migrations use the same server and TLS parameters as
 * the app. @returns options for `pg`, and the value of Prisma's parameter `schema`
 */
export function parseUrl(url) {
  if (!url) throw new UserFacingError("", "No database URL is configured: set DATABASE_URL.");
  if (!/^postgres(ql)?:\/\//.test(url))
    throw invalidUrl("The URL must start with the protocol `postgresql://` or `postgres://`.");
  const params = new URLSearchParams(url.split("?")[1]);
  const timeoutSeconds = Number(params.get("connect_timeout") ?? CONNECT_TIMEOUT_SECONDS);
  try {
    const { user, password, host, port, database, ssl } = new pg.Client({ connectionString: url });
    return {
      ...{ user, password, host, port, database, ssl },
      options: params.get("options") ?? undefined,
      connectionTimeoutMillis: 1000 * (Number.isFinite(timeoutSeconds) ? timeoutSeconds : CONNECT_TIMEOUT_SECONDS),
      schema: params.get("schema") || "public",
    };
  } catch (error) {
    throw invalidUrl(error.message);
  }
}

/** Calls `work` with a connection. @throws UserFacingError if there is no connection */
export async function withClient(target, work) {
  const client = new pg.Client(target);
  client.on("error", () => {});
  await client.connect().catch((error) => {
    throw connectionError(error, target);
  });
  return Promise.resolve(work(client)).finally(() => client.end());
}

/** Creates a database, and its schema unless that is `public`. */
export async function createDatabase(target) {
  await onServer(target, `CREATE DATABASE ${quote(target.database)}`);
  await withClient(target, (client) => client.query(`CREATE SCHEMA IF NOT EXISTS ${quote(target.schema)}`));
}

/** Drops a database and terminates its connections. */
export const dropDatabase = (target) =>
  onServer(target, `DROP DATABASE IF EXISTS ${quote(target.database)} WITH (FORCE)`);

/** Executes a statement in the first maintenance database that exists and admits the user. */
async function onServer(target, statement) {
  for (const database of MAINTENANCE_DATABASES) {
    try {
      await withClient({ ...target, database }, (client) => client.query(statement));
      return;
    } catch (error) {
      if (error.code === "42P04") throw connectionError(error, target);
      if (!(error instanceof UserFacingError)) throw new UserFacingError("P3000", `${statement}: ${error.message}`);
      if (error.code !== "P1003" && error.code !== "P1010") throw error;
    }
  }
  const names = MAINTENANCE_DATABASES.join(", ");
  throw new UserFacingError("P3000", `${statement}: none of the databases ${names} can be reached.`);
}

/** Executes `cli <name>`, which the command line runs as a process of its own. @returns its message */
export async function runCommand(name, url) {
  const target = parseUrl(url);
  switch (name) {
    case "can-connect-to-database":
      return withClient(target, () => "Connection successful");
    case "create-database":
      return createDatabase(target).then(() => `Database '${target.database}' was successfully created.`);
    default:
      throw new UserFacingError("", `Unknown command: ${name}`);
  }
}
