import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { EngineAdapterFactory, ScriptError, withoutMainDatabase } from "./adapter.mjs";
import { createDatabase, parseUrl } from "./database.mjs";
import { log, UserFacingError } from "./errors.mjs";
import { panicReason, SchemaEngine } from "./wasm.mjs";

/**
 * Methods that use the schema to which the migrations lead, but cannot replay the migrations, so
 * that another method must do so immediately before.
 */
const NEEDS_REPLAY = new Set(["evaluateDataLoss", "createMigration"]);
/** Prisma's code of a failed request. */
const REQUEST_FAILED = 4466;

/**
 * Answers JSON-RPC requests, one per line of standard input, until it is closed.
 * @param schemaFiles paths of the Prisma schema
 * @param datasource `{url, shadowDatabaseUrl}`
 */
export function serve(schemaFiles, datasource) {
  let lastReport;
  const factory = new EngineAdapterFactory(datasource, (error) => (lastReport = error));
  let engine;
  let engineError;
  // A panic leaves the promise of the engine pending: its error arrives in these handlers.
  let crash = exitWith;
  process.on("uncaughtException", (error) => crash(error));
  process.on("unhandledRejection", (error) => crash(error));

  async function execute(method, params) {
    if (method === "createDatabase") {
      const target = parseUrl(params?.datasource?.url ?? datasource.url);
      await createDatabase(target);
      return { databaseName: target.database };
    }
    const name = method === "getDatabaseVersion" ? "version" : method;
    if (typeof SchemaEngine.prototype[name] !== "function")
      throw new UserFacingError("", `The schema engine does not know the method ${method}.`);
    if (engineError) throw engineError;
    const datamodels = schemaFiles.map((file) => [file, readFileSync(file, "utf8")]);
    engine ??= await SchemaEngine.new(
      { datamodels: datamodels.length > 0 ? datamodels : undefined },
      () => {},
      bindMigrationAwareSqlAdapterFactory(needsDatabase(method, params) ? factory : withoutMainDatabase(factory)),
    );
    if (NEEDS_REPLAY.has(method)) {
      const { migrationsList, filters } = params;
      await engine.diagnoseMigrationHistory({ migrationsList, filters, optInToShadowDatabase: true });
    }
    const result = await engine[name](params);
    if (method !== "diff") return result ?? {};
    if (result.stdout) send({ id: 1, method: "print", params: { content: result.stdout.replace(/\n$/, "") } });
    return { ...result, stdout: null };
  }

  async function answer({ id, method, params }) {
    lastReport = undefined;
    try {
      const crashed = new Promise((_resolve, reject) => (crash = reject));
      send({ id, result: await Promise.race([execute(method, params), crashed]) });
    } catch (error) {
      const panic = panicReason(error);
      // After a panic the engine cannot be used any more.
      if (panic) engineError = new UserFacingError("", `The schema engine failed internally: ${panic}`);
      const { code, message } = withMigration(engineError ?? lastReport ?? error, method, params);
      const data = { is_panic: false, message, meta: null, ...(code ? { error_code: code } : {}) };
      const summary = "An error happened. Check the data field for details.";
      send({ id, error: { code: REQUEST_FAILED, message: summary, data } });
    } finally {
      crash = exitWith;
    }
  }

  let queue = Promise.resolve();
  const input = createInterface({ input: process.stdin, crlfDelay: Infinity });
  input.on("line", (line) => {
    if (!line.trim()) return;
    const request = JSON.parse(line);
    // The command line confirms each `print` with a message without a method.
    if (request.method) queue = queue.then(() => answer(request));
  });

  // The command line closes the input and sends a signal immediately: both must share one stop.
  let stopping;
  const stop = () => (stopping ??= factory.dropShadowDatabases().then(() => process.exit(0)));
  input.on("close", () => queue.then(stop));
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.stdout.on("error", () => {});
}

/** Ends the process outside of a request; the command line reads the reason from the last log line. */
function exitWith(error) {
  log("ERROR", { is_panic: false, message: error.message });
  process.exit(1);
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

/** Like the native engine, a comparison of schema files or migrations needs no main database. */
const needsDatabase = (method, params) =>
  method !== "diff" || [params.from, params.to].some(({ tag }) => tag === "schemaDatasource" || tag === "url");

/** Adds the name of the failed migration, with the native engine's codes and wording. */
function withMigration(error, method, params) {
  if (!(error instanceof ScriptError)) return error;
  const migration = [params.migrationsList, params.from, params.to]
    .flatMap((list) => list?.migrationDirectories ?? [])
    .find(({ migrationFile }) => migrationFile.content.value === error.script);
  if (!migration) return { message: error.message };
  const { message, databaseCode } = error;
  if (method !== "applyMigrations") {
    return {
      code: "P3006",
      message:
        `Migration \`${migration.path}\` failed to apply cleanly to the shadow database.\n` +
        `Database error code: ${databaseCode}\n\n${message}\n`,
    };
  }
  return {
    code: "P3018",
    message:
      "A migration failed to apply. New migrations cannot be applied before the error is recovered from. " +
      "Read more about how to resolve migration issues in a production database: https://pris.ly/d/migrate-resolve\n\n" +
      `Migration name: ${migration.path}\n\nDatabase error code: ${databaseCode}\n\nDatabase error:\n${message}\n`,
  };
}
