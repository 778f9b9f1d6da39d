import { readdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { PREPARE_LOCK } from "@/scripts/one-at-a-time";
import { prepareDatabase } from "@/scripts/prepare-database";
import { runNode } from "@/scripts/child-process";
import { runSql } from "@/scripts/postgres-cluster";
import { databaseUrl, dropDatabase, uniqueName } from "../setup/databases";

/* Several instances that start at once on a database that nobody has migrated yet. */

const ROOT = path.join(import.meta.dirname, "../..");
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
const DONE = { code: 0, output: "The database is ready.\n" };

beforeEach(async () => {
  await dropDatabase(serverUrl, name);
  await runSql(serverUrl, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
});
afterAll(() => dropDatabase(serverUrl, name));

it("of two one migrates, and both are ready afterwards", async () => {
  expect(await Promise.all([start(), start()])).toEqual([DONE, DONE]);
  const { rows } = await runSql(
    url,
    "SELECT count(*)::int AS all, count(finished_at)::int AS done FROM _prisma_migrations",
  );
  expect(rows).toEqual([{ all: migrations.length, done: migrations.length }]);
});

it("who comes while another migrates waits for it, and changes nothing before", async () => {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query(`SELECT pg_advisory_lock(${PREPARE_LOCK})`);
  const late = start();
  const waits = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = ${PREPARE_LOCK}`;
  await vi.waitFor(async () => expect((await other.query(waits)).rowCount).toBe(1), { timeout: 30_000, interval: 50 });
  expect((await other.query("SELECT to_regclass('_prisma_migrations') AS found")).rows).toEqual([{ found: null }]);
  await other.query(`SELECT pg_advisory_unlock(${PREPARE_LOCK})`);
  expect(await late).toEqual(DONE);
});

it("none goes through PgBouncer, which would hand the lock on", async () => {
  await expect(prepareDatabase(`${url}?pgbouncer=true`)).rejects.toThrow(
    "name the database itself in MIGRATION_DATABASE_URL",
  );
});
