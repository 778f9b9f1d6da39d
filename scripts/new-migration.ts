import "./process/check-node";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { triggerChanges } from "../prisma/triggers/trigger-changes";
import { MIGRATIONS, ownMigrations } from "./postgres/own-migrations";
import { createDatabase, dropDatabase } from "./postgres/throwaway-databases";
import { startTestServer } from "./postgres/throwaway-server";
import { prisma } from "./postgres/prisma-command";
import { ROOT } from "./root";
import { reportFailure, UserFacingError } from "./process/user-facing-error";

/** @returns the SQL by which the Prisma schema differs from a migrated database; empty if it does not */
async function schemaChanges(url: string): Promise<string> {
  const schema = path.join(ROOT, "prisma/schema.prisma");
  const output = await prisma(["migrate", "diff", "--from-config-datasource", "--to-schema", schema, "--script"], url);
  const start = output.indexOf("-- ");
  return start < 0 || output.includes("This is an empty migration") ? "" : output.slice(start).trim();
}

/**
 * Applies the migrations to a temporary database.
 * @returns the SQL by which the Prisma schema and the declarations differ from it
 */
async function changes(): Promise<string> {
  const server = await startTestServer();
  try {
    const { name, url } = await createDatabase(server.url, "template0");
    const client = new pg.Client({ connectionString: url });
    try {
      await prisma(["migrate", "deploy"], url);
      const schema = await schemaChanges(url);
      await client.connect();
      // Triggers can be compared only on the tables and columns that they need.
      await client.query(schema);
      return [schema, await triggerChanges(client)].filter(Boolean).join("\n\n");
    } finally {
      await client.end();
      await dropDatabase(server.url, name);
    }
  } finally {
    await server.stop();
  }
}

const EMPTY_MIGRATION =
  "-- Nothing differs in the Prisma schema and the declarations: write the SQL of the migration here.";

/**
 * `npm run migration -- <name>`: writes a migration with what has changed in the Prisma schema and
 * in the declarations since the last one.
 */
async function main(name: string | undefined): Promise<void> {
  if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new UserFacingError("Name the migration in lower case: npm run migration -- add_funding_programmes");
  }
  const latest = ownMigrations().at(-1) ?? "";
  const now = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
  // Migrations run in the order of their names. The new name must therefore follow the latest one,
  // even if this machine's clock is behind.
  const number = now > latest.slice(0, 14) ? now : String(Number(latest.slice(0, 14)) + 1);
  const sql = (await changes()) || EMPTY_MIGRATION;
  const folder = path.join(MIGRATIONS, `${number}_${name}`);
  mkdirSync(folder);
  writeFileSync(path.join(folder, "migration.sql"), `${sql}\n`);
  console.log(`Read it before you apply it: ${path.relative(ROOT, path.join(folder, "migration.sql"))}`);
}

main(process.argv[2]).then(
  () => process.exit(0),
  (error: unknown) => {
    reportFailure(error);
    process.exit(1);
  },
);
