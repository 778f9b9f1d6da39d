import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { EngineAdapterFactory, ScriptError } from "./adapter.mjs";
import { log } from "./command-line.mjs";
import { parseUrl } from "./connection.mjs";
import { createDatabase } from "./database-commands.mjs";
import { UserFacingError } from "./errors.mjs";
import { offlineFactory } from "./offline.mjs";
import { panicReason, SchemaEngine } from "./wasm.mjs";

/** The engine's methods by their names on the wire. */
const METHODS = new Map([
  ...[
    "applyMigrations",
    "createMigration",
    "dbExecute",
    "debugPanic",
    "devDiagnostic",
    "diagnoseMigrationHistory",
    "diff",
    "ensureConnectionValidity",
    "evaluateDataLoss",
    "introspect",
    "introspectSql",
    "markMigrationApplied",
    "markMigrationRolledBack",
    "reset",
    "schemaPush",
  ].map((name) => [name, name]),
  ["getDatabaseVersion", "version"],
]);

/**
 * These two take the schema that the migrations lead to from the engine's memory and cannot open a shadow database
 * themselves. What `migrate dev` remembered is out of date once it has applied a migration in between.
 */
const NEEDS_REPLAY = new Set(["evaluateDataLoss", "createMigration"]);

/** Answers JSON-RPC requests, one per line on standard input, until that is closed. */
export function serve({ schemaFiles, datasource }) {
  let lastReport;
  const factory = new EngineAdapterFactory(datasource, (error) => (lastReport = error));
  let engine;
  let engineError;
  // A panic inside the engine leaves its promise pending for ever; the error then arrives here instead.
  let crash = exitWith;
  process.on("uncaughtException", (error) => crash(error));
  process.on("unhandledRejection", (error) => crash(error));

  async function call(method, params) {
    if (method === "createDatabase") {
      const target = parseUrl(params?.datasource?.url ?? datasource.url);
      await createDatabase(target);
      return { databaseName: target.database };
    }
    const name = METHODS.get(method);
    if (!name) throw new UserFacingError("", `The schema engine does not know the method ${method}.`);
    if (engineError) throw engineError;
    engine ??= await SchemaEngine.new(
      { datamodels: schemaFiles.length ? schemaFiles.map((file) => [file, readFileSync(file, "utf8")]) : undefined },
      () => {},
      bindMigrationAwareSqlAdapterFactory(needsDatabase(method, params) ? factory : offlineFactory(factory)),
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
      send({ id, result: await Promise.race([call(method, params), crashed]) });
    } catch (error) {
      const panic = panicReason(error);
      // The engine's memory is in an unknown state after a panic.
      if (panic) engineError = new UserFacingError("", `The schema engine failed internally: ${panic}`);
      const { code, message } = describe(engineError ?? lastReport ?? error, method, params);
      const data = { is_panic: false, message, meta: null, ...(code ? { error_code: code } : {}) };
      send({ id, error: { code: 4466, message: "An error happened. Check the data field for details.", data } });
    } finally {
      crash = exitWith;
    }
  }

  let queue = Promise.resolve();
  const input = createInterface({ input: process.stdin, crlfDelay: Infinity });
  input.on("line", (line) => {
    if (!line.trim()) return;
    const request = JSON.parse(line);
    // Without a method it is the command line's receipt for a `print`.
    if (request.method) queue = queue.then(() => answer(request));
  });

  // The command line closes the input and sends a signal at once: the second must not cut the first one short.
  let stopping;
  const stop = () => (stopping ??= factory.abandon().then(() => process.exit(0)));
  input.on("close", () => queue.then(stop));
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.stdout.on("error", () => {});
}

/** Outside a request there is nobody to answer: the command line takes the last log line as the reason. */
function exitWith(error) {
  log("ERROR", { is_panic: false, message: error.message });
  process.exit(1);
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

/** The native engine connects only when it must: comparing schema files or migrations needs no main database. */
function needsDatabase(method, params) {
  if (method !== "diff") return true;
  return [params.from, params.to].some(({ tag }) => tag === "schemaDatasource" || tag === "url");
}

/** Gives a failed migration the codes and the wording of the native engine. */
function describe(error, method, params) {
  if (!(error instanceof ScriptError)) return error;
  const lists = [params.migrationsList, params.from, params.to];
  const migration = lists
    .flatMap((list) => list?.migrationDirectories ?? [])
    .find(({ migrationFile }) => migrationFile.content.value === error.script);
  if (!migration) return { message: error.message };
  if (method === "applyMigrations") {
    return {
      code: "P3018",
      message:
        "A migration failed to apply. New migrations cannot be applied before the error is recovered from. " +
        "Read more about how to resolve migration issues in a production database: https://pris.ly/d/migrate-resolve\n\n" +
        `Migration name: ${migration.path}\n\nDatabase error code: ${error.databaseCode}\n\n` +
        `Database error:\n${error.message}\n`,
    };
  }
  return {
    code: "P3006",
    message:
      `Migration \`${migration.path}\` failed to apply cleanly to the shadow database.\n` +
      `Database error code: ${error.databaseCode}\n\n${error.message}\n`,
  };
}
