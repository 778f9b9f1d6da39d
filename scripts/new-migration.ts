import "./process/check-node";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { triggersSql } from "../prisma/triggers";
import { createDatabase, databaseUrl, dropDatabase } from "./postgres/throwaway-databases";
import { startTestServer } from "./postgres/throwaway-server";
import { runNode } from "./process/child-process";
import { commandOf } from "./postgres/prisma-command";
import { ROOT } from "./root";
import { reportFailure, UserFacingError } from "./process/user-facing-error";

const MIGRATIONS = path.join(ROOT, "prisma/migrations");

/**
 * Returns the SQL by which the schema differs from the migrations, computed on a temporary server.
 */
async function schemaChanges(): Promise<string> {
  const server = await startTestServer();
  try {
    const shadow = await createDatabase(server.url, "template0");
    try {
      const { code, output } = await runNode(
        [
          commandOf("prisma", "build/index.js"),
          ...[
            "migrate",
            "diff",
            "--from-migrations",
            MIGRATIONS,
            "--to-schema",
            path.join(ROOT, "prisma/schema.prisma"),
          ],
          "--script",
        ],
        {
          cwd: ROOT,
          env: { ...process.env, DATABASE_URL: databaseUrl(server.url, "postgres"), SHADOW_DATABASE_URL: shadow.url },
          output: "collect",
        },
      );
      if (code !== 0) throw new UserFacingError(output.trim());
      const start = output.indexOf("-- ");
      return start < 0 || output.includes("This is an empty migration") ? "" : output.slice(start).trim();
    } finally {
      await dropDatabase(server.url, shadow.name);
    }
  } finally {
    await server.stop();
  }
}

/**
 * `npm run migration -- <name>`: creates a migration from the changes in the Prisma schema and in
 * the declared triggers.
 */
async function main(name: string | undefined): Promise<void> {
  if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new UserFacingError("Name the migration in lower case: npm run migration -- add_funding_programmes");
  }
  const latest =
    readdirSync(MIGRATIONS)
      .filter((folder) => /^\d{14}_/.test(folder))
      .sort()
      .at(-1) ?? "";
  const now = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
  // Migrations run in the order of their names. The new name must therefore follow the latest one,
  // even if this machine's clock is behind.
  const number = now > latest.slice(0, 14) ? now : String(Number(latest.slice(0, 14)) + 1);
  const changes = await schemaChanges();
  const folder = path.join(MIGRATIONS, `${number}_${name}`);
  mkdirSync(folder);
  writeFileSync(path.join(folder, "migration.sql"), [changes, triggersSql()].filter(Boolean).join("\n\n") + "\n");
  console.log(`Read it before you apply it: ${path.relative(ROOT, path.join(folder, "migration.sql"))}`);
}

main(process.argv[2]).then(
  () => process.exit(0),
  (error: unknown) => {
    reportFailure(error);
    process.exit(1);
  },
);
