import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum, DriverAdapterError } from "@prisma/driver-adapter-utils";
import { connect, EnginePool, parseUrl, quote } from "./connection.mjs";
import { createDatabase, dropDatabase } from "./database-commands.mjs";
import { connectionError, UserFacingError } from "./errors.mjs";
import { describeFailure } from "./statements.mjs";

/**
 * What the engine asks for connections: the main database by `connect`, an empty one to replay the migrations in by
 * `connectToShadowDb`. `report` receives the errors that would lose their meaning on the way through the engine.
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
  async connect() {
    return this.#reporting(async () => this.#adapter(await openPool(parseUrl(this.datasource.url))));
  }

  /** Connects to the configured shadow database after emptying it, or to one that is dropped again afterwards. */
  async connectToShadowDb() {
    return this.#reporting(async () => {
      const { url, shadowDatabaseUrl } = this.datasource;
      if (shadowDatabaseUrl) {
        const target = parseUrl(shadowDatabaseUrl);
        if (url) refuseMainDatabase(target, parseUrl(url));
        await emptySchema(target);
        return this.#adapter(await openPool(target));
      }
      const target = { ...parseUrl(url), database: `prisma_migrate_shadow_db_${randomUUID()}` };
      this.#shadowDatabases.add(target);
      await createDatabase(target).catch((error) => {
        this.#shadowDatabases.delete(target);
        throw shadowDatabaseError(error);
      });
      return this.#adapter(await openPool(target), () => this.#drop(target));
    });
  }

  /** Drops what an interrupted command would leave behind, even if a script is still running there. */
  async abandon() {
    await Promise.allSettled([...this.#shadowDatabases].map((target) => this.#drop(target)));
  }

  async #drop(target) {
    if (this.#shadowDatabases.delete(target)) await dropDatabase(target);
  }

  async #adapter(pool, cleanUp) {
    const adapter = await new PrismaPg(pool, { schema: pool.options.schema }).connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => markCharacters(await queryRaw(query), pool);
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

/** The engine reads the kind of a constraint, for one, as a character and panics at a text. An empty one is NUL. */
function markCharacters(result, pool) {
  for (const index of pool.characterColumns(result.rows)) {
    result.columnTypes[index] = ColumnTypeEnum.Character;
    for (const row of result.rows) if (row[index] === "") row[index] = "\0";
  }
  return result;
}

/** Opens the pool's one connection, so that a failure is known by its own code and not by the first query's. */
async function openPool(target) {
  const pool = new EnginePool(target);
  try {
    (await pool.connect()).release();
    return pool;
  } catch (error) {
    await pool.end();
    throw connectionError(error, target);
  }
}

/**
 * Sends a script in one message, as the native engine does: PostgreSQL then runs it in one transaction of its own,
 * unless the script controls transactions itself. Splitting it would break function bodies and that transaction.
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
    // A script that opened a transaction would leave it open, and the failure could not be recorded.
    await client.query("ROLLBACK").catch(() => {});
    throw new DriverAdapterError({ kind: "postgres", code: "N/A", severity: "ERROR", message: failure.message });
  } finally {
    client.connection.off("commandComplete", count);
    client.release();
  }
}

/** A failed script, with PostgreSQL's code and a message that quotes the statement. */
export class ScriptError extends Error {
  constructor(script, error, completed) {
    const lines = [
      error.message,
      error.detail && `DETAIL: ${error.detail}`,
      error.hint && `HINT: ${error.hint}`,
      error.where && `CONTEXT: ${error.where}`,
      `\n${describeFailure(script, completed, Number(error.position) || undefined)}`,
    ];
    super(lines.filter(Boolean).join("\n"));
    this.script = script;
    this.databaseCode = error.code ?? "none";
  }
}

function refuseMainDatabase(shadow, main) {
  if (["host", "port", "database", "schema"].every((key) => shadow[key] === main[key])) {
    throw new UserFacingError(
      "",
      "The shadow database you configured appears to be the same as the main database. " +
        "Please specify another shadow database.",
    );
  }
}

async function emptySchema(target) {
  const client = await connect(target);
  try {
    await client.query(`DROP SCHEMA IF EXISTS ${quote(target.schema)} CASCADE`);
    await client.query(`CREATE SCHEMA ${quote(target.schema)}`);
  } catch (error) {
    throw shadowDatabaseError(error);
  } finally {
    await client.end();
  }
}

function shadowDatabaseError(error) {
  return new UserFacingError(
    "P3014",
    "Prisma Migrate could not create the shadow database. Please make sure the database user has permission to create " +
      "databases, or name an empty one in SHADOW_DATABASE_URL. Read more about the shadow database (and workarounds) at " +
      `https://pris.ly/d/migrate-shadow\n\nOriginal error: ${error.code ?? ""}\n${error.message}`,
  );
}
