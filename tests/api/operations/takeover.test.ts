import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { findClientPrograms } from "@/scripts/backup/client-programs";
import { makeBackup } from "@/scripts/backup/make-backup";
import { restoreBackup } from "@/scripts/backup/restore-backup";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { prepareDatabase } from "@/scripts/postgres/prepare-database";
import { takeOverDatabase } from "@/scripts/postgres/takeover";
import { databaseUrl, dropDatabase, uniqueName } from "@/scripts/postgres/throwaway-databases";
import { call } from "../../support/api";
import { type BackupServer, startBackupServer } from "../../support/databases/backup-server";
import {
  applyReplaced,
  createMigrationsTable,
  LATER_MIGRATIONS,
  MIGRATIONS_OF_4786E37,
} from "../../support/databases/replaced-migrations";

/*
 * Databases that were created by the migrations which the initial migration replaces (CHANGELOG.md).
 */

const INITIAL_MIGRATION = readFileSync(
  path.join(import.meta.dirname, "../../../prisma/migrations/20261124150000_initial/migration.sql"),
  "utf8",
);

let server: BackupServer;
const databases: string[] = [];
/** Creates a database, as a copy of the database `template`. @returns its URL */
async function createDatabase(template = "template0"): Promise<string> {
  const name = uniqueName("takeover");
  databases.push(name);
  await runSql(server.url, `CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8'`);
  return databaseUrl(server.url, name);
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);
/** Names of databases with all replaced migrations, with those of 4786e37, and with two more of them. */
const migrated = { all: "", some: "", of4786e37: "" };
beforeAll(async () => {
  server = await startBackupServer(process.env.DATABASE_URL ?? "");
  const url = await createDatabase();
  migrated.of4786e37 = nameOf(url);
  await createMigrationsTable(url);
  await applyReplaced(url, MIGRATIONS_OF_4786E37);
  const some = await createDatabase(migrated.of4786e37);
  migrated.some = nameOf(some);
  await applyReplaced(some, LATER_MIGRATIONS.slice(0, 2));
  const later = await createDatabase(migrated.of4786e37);
  migrated.all = nameOf(later);
  await applyReplaced(later, LATER_MIGRATIONS);
});
afterAll(async () => {
  for (const name of databases) await dropDatabase(server.url, name);
  await server.stop();
});

/** Dumps a database with pg_dump, without the key that differs in each dump. */
function dump(url: string, ...options: string[]): string {
  const program = path.join(findClientPrograms(server.major).folder, "pg_dump");
  const text = execFileSync(program, [`--dbname=${url}`, ...options], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return text.replaceAll(/^\\(un)?restrict .*$/gm, "");
}

const applied = async (url: string): Promise<string[]> => {
  const { rows } = await runSql(
    url,
    "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY started_at, 1",
  );
  return (rows as { name: string }[]).map(({ name }) => name);
};

describe("the initial migration", () => {
  it.each([
    ["all replaced migrations", "all" as const],
    ["some of them and the takeover", "some" as const],
    ["those of 4786e37 and the takeover", "of4786e37" as const],
  ])("creates the same database as %s", async (_, template) => {
    const old = await createDatabase(migrated[template]);
    await takeOverDatabase(old);
    const fresh = await createDatabase();
    await runSql(fresh, INITIAL_MIGRATION);
    // The times of creation differ in these tables.
    const others = ["_prisma_migrations", "pgboss.queue"].map((table) => `--exclude-table-data=${table}`);
    expect(dump(old, ...others, "--exclude-table=_prisma_migrations")).toBe(dump(fresh, ...others));
  });
});

describe("a database of the replaced migrations", () => {
  it("is taken over without touching a row", async () => {
    const url = await createDatabase(migrated.all);
    const dumpAllElse = () => dump(url, "--exclude-table-data=_prisma_migrations");
    const before = dumpAllElse();
    await takeOverDatabase(url);
    expect(dumpAllElse()).toBe(before);
  });

  it("keeps their names, which an older version that still runs needs, and gets the initial one once", async () => {
    const url = await createDatabase(migrated.all);
    await takeOverDatabase(url);
    await takeOverDatabase(url);
    expect(await applied(url)).toEqual([...MIGRATIONS_OF_4786E37, ...LATER_MIGRATIONS, "20261124150000_initial"]);
  });

  it("is taken over after a migrate deploy that has failed", async () => {
    const url = await createDatabase(migrated.of4786e37);
    await runSql(
      url,
      "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('1', '', '20261124150000_initial')",
    );
    await takeOverDatabase(url);
    expect(await applied(url)).toContain("20261124150000_initial");
  });

  it("gets what 4786e37 had not stored: how credentials were created, and counts of imports", async () => {
    const url = await createDatabase(migrated.of4786e37);
    await runSql(
      url,
      `INSERT INTO users (email, name, password_hash, sso_issuer, sso_subject) VALUES
         ('sso@example.org', 'Sso', NULL, 'issuer', '1'), ('both@example.org', 'Both', 'hash', 'issuer', '2');
       INSERT INTO api_tokens (user_id, name, scope, token_hash, expires_at)
         SELECT id, email, 'read', id::text, now() FROM users;
       INSERT INTO imports (user_id, kind, file_name, headers, mapping) SELECT 1, 'members', 'a.csv', '[]', '{}';
       INSERT INTO import_rows (import_id, row, cells, action) VALUES (1, 2, '["a"]', 'create'), (1, 3, '["b"]', 'skip')`,
    );
    await takeOverDatabase(url);
    expect((await runSql(url, "SELECT name, by_sso FROM api_tokens ORDER BY id")).rows).toEqual([
      { name: "sso@example.org", by_sso: true },
      { name: "both@example.org", by_sso: false },
    ]);
    expect((await runSql(url, "SELECT row_bytes, counts FROM imports")).rows).toEqual([
      { row_bytes: 10, counts: expect.objectContaining({ total: 2, create: 1, skip: 1, uncompared: 1 }) },
    ]);
  });

  it("is ready after a restore from a backup", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "cooperation-takeover-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const settings = { key: undefined, programs: undefined };
    const { file } = await makeBackup({ ...settings, url: await createDatabase(migrated.of4786e37), folder });
    const url = await createDatabase();
    await restoreBackup({ ...settings, url, file });
    await prepareDatabase(url);
    // The configuration is read lazily at the first request, so setting it here is early enough.
    process.env.DATABASE_URL = url;
    expect((await call("GET", "/api/ready")).status).toBe(200);
  });
});

describe("the takeover refuses, without changes,", () => {
  it.each([
    [
      "an older database",
      "DELETE FROM _prisma_migrations WHERE migration_name = '20261124140000_import_choices'",
      "it lacks the migration 20261124140000_import_choices",
    ],
    [
      "a failed migration",
      "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '20261123130000_imports'",
      "its migration 20261123130000_imports has failed",
    ],
    [
      "a migration that was rolled back",
      "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '20261123130000_imports'",
      "it lacks the migration 20261123130000_imports",
    ],
    [
      "a migration of another app",
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', '1_other', now())",
      "this version does not know its migration 1_other",
    ],
  ])("%s", async (_, change, reason) => {
    const url = await createDatabase(migrated.of4786e37);
    await runSql(url, change);
    const before = dump(url);
    await expect(prepareDatabase(url)).rejects.toThrow(reason);
    expect(dump(url)).toBe(before);
  });
});
