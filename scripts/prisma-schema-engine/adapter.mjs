import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum, DriverAdapterError } from "@prisma/driver-adapter-utils";
import pg from "pg";
import { createDatabase, dropDatabase, parseUrl, quote, withClient } from "./database.mjs";
import { connectionError, UserFacingError } from "./errors.mjs";
import { describeFailure } from "./failing-statement.mjs";

const { CHAR, TEXT } = pg.types.builtins;

/**
 * Provides the engine's connections: to the configured database, and to a shadow database, in which
 * it replays the migrations. Passes errors to `report`, because the engine hides their details.
 */
export class EngineAdapterFactory {
  provider = "postgres";
  adapterName = "@prisma/adapter-pg";
  #shadowDatabases = new Set();

  constructor(datasource, report) {
    this.datasource = datasource;
    this.report = report;
  }

  /** Connects to the configured database. */
  connect = () => this.#reporting(() => this.#open(parseUrl(this.datasource.url)));

  /** Connects to the configured shadow database and empties it, or else to a temporary one. */
  connectToShadowDb = () =>
    this.#reporting(async () => {
      const { url, shadowDatabaseUrl } = this.datasource;
      if (shadowDatabaseUrl) {
        const target = parseUrl(shadowDatabaseUrl);
        if (url) refuseMainDatabase(target, parseUrl(url));
        await withClient(target, async (client) => {
          await client.query(`DROP SCHEMA IF EXISTS ${quote(target.schema)} CASCADE`);
          await client.query(`CREATE SCHEMA ${quote(target.schema)}`);
        }).catch(rejectShadowDatabase);
        return this.#open(target);
      }
      const target = { ...parseUrl(url), database: `prisma_migrate_shadow_db_${randomUUID()}` };
      this.#shadowDatabases.add(target);
      await createDatabase(target).catch((error) => {
        this.#shadowDatabases.delete(target);
        rejectShadowDatabase(error);
      });
      return this.#open(target, () => this.#drop(target));
    });

  /** Drops the temporary databases of an interrupted command, even while a script is running there. */
  dropShadowDatabases = () => Promise.allSettled([...this.#shadowDatabases].map((target) => this.#drop(target)));

  async #drop(target) {
    if (this.#shadowDatabases.delete(target)) await dropDatabase(target);
  }

  async #open(target, cleanUp) {
    const pool = await openPool(target);
    const adapter = await new PrismaPg(pool, { schema: target.schema }).connect();
    readCharacters(adapter);
    adapter.executeScript = (script) => executeScript(pool, script, this.report);
    adapter.dispose = async () => {
      await pool.end();
      await cleanUp?.();
    };
    return adapter;
  }

  async #reporting(action) {
    try {
      return await action();
    } catch (error) {
      this.report(error);
      throw error;
    }
  }
}

/**
 * Opens a pool of one connection that is never replaced, because advisory locks and `SET` belong to
 * a session. Connects at once, so that a failure has its own error and not that of the first query.
 */
async function openPool(target) {
  const setSchema = (client) => client.query(`SET search_path = ${quote(target.schema)}`);
  const pool = new pg.Pool({ ...target, max: 1, idleTimeoutMillis: 0, onConnect: setSchema });
  pool.on("error", () => {});
  try {
    (await pool.connect()).release();
    return pool;
  } catch (error) {
    await pool.end();
    throw connectionError(error, target);
  }
}

/**
 * Lets an adapter read the catalog type `"char"`, which Prisma's adapter does not support and which
 * the engine expects as a character; an empty one is NUL.
 */
function readCharacters(adapter) {
  const [performIO, queryRaw] = [adapter.performIO.bind(adapter), adapter.queryRaw.bind(adapter)];
  const charactersOf = new WeakMap();
  adapter.performIO = async (query) => {
    const result = await performIO(query);
    // The result of several statements is an array without fields.
    const characters = [...(result.fields ?? []).entries()].filter(([, field]) => field.dataTypeID === CHAR);
    for (const [, field] of characters) field.dataTypeID = TEXT;
    if (characters.length > 0) charactersOf.set(result.rows, characters);
    return result;
  };
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const [index] of charactersOf.get(result.rows) ?? []) {
      result.columnTypes[index] = ColumnTypeEnum.Character;
      for (const row of result.rows) if (row[index] === "") row[index] = "\0";
    }
    return result;
  };
}

/**
 * Sends a script as one message, like the native engine: PostgreSQL executes it as one transaction,
 * unless it contains transaction commands. Prisma's adapter splits it at each `;`.
 */
async function executeScript(pool, script, report) {
  const client = await pool.connect();
  let completed = 0;
  const count = () => completed++;
  client.connection.on("commandComplete", count);
  try {
    await client.query(script);
  } catch (error) {
    const failure = new ScriptError(script, error, completed);
    report(failure);
    // Ends a transaction that the script has begun, so that the failure can be recorded.
    await client.query("ROLLBACK").catch(() => {});
    throw new DriverAdapterError({ kind: "postgres", code: "N/A", severity: "ERROR", message: failure.message });
  } finally {
    client.connection.off("commandComplete", count);
    client.release();
  }
}

/** A failed script, with PostgreSQL's error code and a message that quotes the failed statement. */
export class ScriptError extends Error {
  constructor(script, { message, detail, hint, where, code, position }, completed) {
    const lines = [
      message,
      detail && `DETAIL: ${detail}`,
      hint && `HINT: ${hint}`,
      where && `CONTEXT: ${where}`,
      `\n${describeFailure(script, completed, Number(position) || undefined)}`,
    ];
    super(lines.filter(Boolean).join("\n"));
    this.script = script;
    this.databaseCode = code ?? "none";
  }
}

function refuseMainDatabase(shadow, main) {
  if (!["host", "port", "database", "schema"].every((key) => shadow[key] === main[key])) return;
  throw new UserFacingError(
    "",
    "The shadow database you configured appears to be the same as the main database. " +
      "Please specify another shadow database.",
  );
}

function rejectShadowDatabase(error) {
  throw new UserFacingError(
    "P3014",
    "Prisma Migrate could not create the shadow database. Please make sure the database user has permission to create " +
      "databases, or name an empty one in SHADOW_DATABASE_URL. Read more about the shadow database (and workarounds) at " +
      `https://pris.ly/d/migrate-shadow\n\nOriginal error: ${error.code ?? ""}\n${error.message}`,
  );
}

/**
 * Returns a factory that connects only to shadow databases, for commands that need no main one. The
 * engine nevertheless reads the version of the main one: the oldest that the project supports.
 */
export function withoutMainDatabase({ provider, adapterName, connectToShadowDb }) {
  const refuse = () => Promise.reject(new Error("This command was started without a database."));
  const version = {
    columnNames: ["exists", "version", "numeric_version"],
    columnTypes: [ColumnTypeEnum.Boolean, ColumnTypeEnum.Text, ColumnTypeEnum.Int32],
    rows: [[true, "PostgreSQL 15.0", 150000]],
  };
  const connection = {
    ...{ provider, adapterName, executeRaw: refuse, executeScript: refuse, startTransaction: refuse },
    queryRaw: async () => version,
    getConnectionInfo: () => ({ schemaName: "public", supportsRelationJoins: true }),
    dispose: async () => {},
  };
  return { provider, adapterName, connect: async () => connection, connectToShadowDb };
}
