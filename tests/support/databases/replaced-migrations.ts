import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { runSql } from "@/scripts/postgres/postgres-cluster";

const compressed = readFileSync(path.join(import.meta.dirname, "replaced-migrations.json.br"));
/** The migrations that the initial one replaces, by name in their order, exactly as they were. */
const migrations = JSON.parse(brotliDecompressSync(compressed).toString()) as Record<string, string>;

const names = Object.keys(migrations);
const count = names.indexOf("20261124140000_import_choices") + 1;
/** The migrations of commit 4786e37. */
export const MIGRATIONS_OF_4786E37 = names.slice(0, count);
/** The replaced migrations after that commit. */
export const LATER_MIGRATIONS = names.slice(count);

/** Creates Prisma's table of migrations in an empty database. */
export const createMigrationsTable = (url: string) =>
  runSql(
    url,
    `CREATE TABLE _prisma_migrations (
       id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
       migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
       started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`,
  );

/** Applies replaced migrations as `prisma migrate deploy` did. */
export async function applyReplaced(url: string, applied: readonly string[]): Promise<void> {
  for (const name of applied) {
    const sql = migrations[name] ?? "";
    const checksum = createHash("sha256").update(sql).digest("hex");
    await runSql(
      url,
      `${sql};
       INSERT INTO public._prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
       VALUES ('${randomUUID()}', '${checksum}', clock_timestamp(), '${name}', 1)`,
    );
  }
}
