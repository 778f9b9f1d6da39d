import { readdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { PREPARE_LOCK } from "@/scripts/process/advisory-lock";
import { prepareDatabase } from "@/scripts/postgres/prepare-database";
import { runNode } from "@/scripts/process/child-process";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { databaseUrl, dropDatabase, uniqueName } from "@/scripts/postgres/throwaway-databases";

/*
 * Several app instances start at the same time on a database without migrations.
 */

const ROOT = path.join(import.meta.dirname, "../../..");
const serverUrl = process.env.DATABASE_URL ?? "";
const name = uniqueName("starts");
const url = databaseUrl(serverUrl, name);
const migrations = readdirSync(path.join(ROOT, "prisma/migrations"), { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);

const start = () =>
  runNode(["--import", "tsx", "scripts/prepare.ts"], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: url,
      AUTH_SECRET: "0123456789abcdef".repeat(2),
      APP_URL: "http://koop.example.org",
    },
    output: "collect",
  });
/** Two processes start and migrate, on a machine that may be busy with other suites. */
const STARTS_TIMEOUT_MS = 180_000;
const DONE = { code: 0, output: "The database is ready.\n" };

beforeEach(async () => {
  await dropDatabase(serverUrl, name);
  await runSql(serverUrl, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
});
afterAll(() => dropDatabase(serverUrl, name));

/**
 * SQL that counts the sessions that are blocked by an open transaction (`blocked`), that hold the
 * advisory lock of the startup (`holding`), and that wait for it (`waiting`).
 */
const lockCounts = `SELECT count(*) FILTER (WHERE locktype = 'transactionid' AND NOT granted)::int AS blocked,
  count(*) FILTER (WHERE locktype = 'advisory' AND objid = ${PREPARE_LOCK} AND granted)::int AS holding,
  count(*) FILTER (WHERE locktype = 'advisory' AND objid = ${PREPARE_LOCK} AND NOT granted)::int AS waiting
  FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE datname = current_database()`;

it(
  "one instance migrates while the other waits, and both are ready afterwards",
  async () => {
    // Blocks the instance that migrates: it creates the same table and must wait until this
    // transaction ends.
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query("BEGIN; CREATE TABLE _prisma_migrations (id int)");
    const starts = Promise.all([start(), start()]);
    onTestFinished(async () => {
      await other.end();
      await starts.catch(() => undefined);
    });
    await vi.waitFor(
      async () => expect((await runSql(url, lockCounts)).rows).toEqual([{ blocked: 1, holding: 1, waiting: 1 }]),
      { timeout: STARTS_TIMEOUT_MS / 2, interval: 50 },
    );
    await other.query("ROLLBACK");
    expect(await starts).toEqual([DONE, DONE]);
    const { rows } = await other.query(
      "SELECT count(*)::int AS all, count(finished_at)::int AS done FROM _prisma_migrations",
    );
    expect(rows).toEqual([{ all: migrations.length, done: migrations.length }]);
  },
  STARTS_TIMEOUT_MS,
);

it("prepareDatabase refuses to migrate through PgBouncer, which would not keep the advisory lock", async () => {
  await expect(prepareDatabase(`${url}?pgbouncer=true`)).rejects.toThrow(
    "name the database itself in MIGRATION_DATABASE_URL",
  );
});
