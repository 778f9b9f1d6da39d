import { log } from "./command-line.mjs";
import { connect, parseUrl, quote } from "./connection.mjs";
import { connectionError, UserFacingError } from "./errors.mjs";

/** Databases that may exist on a server and allow CREATE DATABASE, in the native engine's order. */
const MAINTENANCE_DATABASES = ["postgres", "template1", "defaultdb"];

const commands = {
  "can-connect-to-database": async (target) => {
    const client = await connect(target);
    await client.end();
    return "Connection successful";
  },
  "create-database": async (target) => {
    await createDatabase(target);
    return `Database '${target.database}' was successfully created.`;
  },
  "drop-database": async (target) => {
    await dropDatabase(target);
    return "The database was successfully dropped.";
  },
};

/** Creates the database of the target, and its schema when that is not `public`. */
export async function createDatabase(target) {
  await onMaintenanceDatabase(target, "create", `CREATE DATABASE ${quote(target.database)}`);
  const client = await connect(target);
  try {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${quote(target.schema)}`);
  } finally {
    await client.end();
  }
}

/** Drops the database of the target even if a stray connection still holds it. */
export async function dropDatabase(target) {
  await onMaintenanceDatabase(target, "drop", `DROP DATABASE IF EXISTS ${quote(target.database)} WITH (FORCE)`);
}

async function onMaintenanceDatabase(target, verb, statement) {
  const client = await connectToMaintenanceDatabase(target);
  try {
    await client.query(statement);
  } catch (error) {
    if (error.code === "42P04") throw connectionError(error, target);
    throw new UserFacingError("P3000", `Failed to ${verb} database \`${target.database}\`: ${error.message}`);
  } finally {
    await client.end();
  }
}

async function connectToMaintenanceDatabase(target) {
  for (const database of MAINTENANCE_DATABASES) {
    try {
      return await connect({ ...target, database });
    } catch (error) {
      if (error.code !== "P1003" && error.code !== "P1010") throw error;
    }
  }
  throw new UserFacingError(
    "P3000",
    `None of the databases ${MAINTENANCE_DATABASES.join(", ")} can be reached to create \`${target.database}\` from.`,
  );
}

/**
 * Runs `cli can-connect-to-database | create-database | drop-database` and answers with the exit code. Prisma's
 * command line reads the outcome from JSON log lines on standard error, and skips the first of them.
 */
export async function runDatabaseCommand(name, datasource) {
  log("INFO", { message: "Starting schema engine CLI" });
  try {
    const command = commands[name];
    if (!command) throw new UserFacingError("", `Unknown command: ${name}`);
    log("INFO", { message: await command(parseUrl(datasource.url)) });
    return 0;
  } catch (error) {
    log("ERROR", { is_panic: false, error_code: error.code ?? "", message: error.message });
    return 1;
  }
}
