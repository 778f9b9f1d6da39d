import pg from "pg";
import { connectionError, UserFacingError } from "./errors.mjs";

/** Prisma's own default for `connect_timeout`, in seconds. */
const CONNECT_TIMEOUT = 5;

/** Prisma's error for a URL that is no PostgreSQL URL; the URL itself may hold a password and is never repeated. */
function invalidUrl(reason) {
  return new UserFacingError("P1013", `The provided database string is invalid. ${reason}`);
}

/**
 * What a connection URL says, read by `pg` itself so that the migrations go wherever the app goes
 * (TLS parameters included), plus Prisma's `schema` parameter.
 */
export function parseUrl(url) {
  if (!url) throw new UserFacingError("", "No database URL is configured: set DATABASE_URL.");
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw invalidUrl("The URL must start with the protocol `postgresql://` or `postgres://`.");
  }
  let client;
  let params;
  try {
    client = new pg.Client({ connectionString: url });
    params = new URLSearchParams(url.split("?")[1] ?? "");
  } catch (error) {
    throw invalidUrl(error.message);
  }
  const timeout = Number(params.get("connect_timeout") ?? CONNECT_TIMEOUT);
  return {
    user: client.user,
    password: client.password,
    host: client.host,
    port: client.port,
    database: client.database,
    ssl: client.ssl,
    options: params.get("options") ?? undefined,
    connectionTimeoutMillis: (Number.isFinite(timeout) ? timeout : CONNECT_TIMEOUT) * 1000,
    schema: params.get("schema") || "public",
  };
}

/** One short-lived connection; the caller ends it. */
export async function connect(target) {
  const client = new pg.Client(target);
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    throw connectionError(error, target);
  }
  return client;
}

/** A quoted identifier. */
export function quote(name) {
  return pg.escapeIdentifier(name);
}

/**
 * A pool of exactly one connection that is never exchanged: advisory locks, `SET` and a script's own `BEGIN` belong to
 * a session, and the native engine has only one.
 */
export class EnginePool extends pg.Pool {
  #characters = new WeakMap();

  constructor(target) {
    super({
      ...target,
      max: 1,
      idleTimeoutMillis: 0,
      onConnect: (client) => client.query(`SET search_path = ${quote(target.schema)}`),
    });
    this.on("error", () => {});
  }

  /** As `pg`, but notes the columns of the catalogs' type `"char"`, which Prisma's adapter does not know. */
  async query(...args) {
    const result = await super.query(...args);
    const columns = (result.fields ?? []).filter(({ dataTypeID }) => dataTypeID === pg.types.builtins.CHAR);
    for (const column of columns) column.dataTypeID = pg.types.builtins.TEXT;
    if (columns.length) {
      this.#characters.set(
        result.rows,
        columns.map((column) => result.fields.indexOf(column)),
      );
    }
    return result;
  }

  /** Indexes of the columns in these rows of an earlier answer that hold single characters. */
  characterColumns(rows) {
    return this.#characters.get(rows) ?? [];
  }
}
