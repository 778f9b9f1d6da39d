import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { freePort } from "@/scripts/postgres/postgres-cluster";
import { databaseUrl, dropDatabase, uniqueName } from "@/scripts/postgres/throwaway-databases";

/*
 * Prisma's real command line with this schema engine, each test with a project and a database of
 * its own.
 */

const ROOT = path.join(import.meta.dirname, "../..");
const CLI = path.join(ROOT, "node_modules/prisma/build/index.js");
const ENGINE = path.join(ROOT, "scripts/prisma-schema-engine/main.mjs");
const TIMEOUT = 60_000;

const SCHEMA = `generator client {
  provider = "prisma-client"
  output   = "../generated"
}
datasource db {
  provider = "postgresql"
}
model Note {
  id    Int    @id @default(autoincrement())
  title String @unique
}
`;
const SCHEMA_WITH_BODY = SCHEMA.replace("@unique", "@unique\n  body String?");
const INIT = `CREATE TABLE "Note" (
  "id" SERIAL PRIMARY KEY, -- a semicolon; in a comment
  "title" TEXT NOT NULL CHECK (title <> ';')
);
CREATE UNIQUE INDEX "Note_title_key" ON "Note"("title");
CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.title := upper(NEW.title);
  RETURN NEW;
END;
$$;
CREATE TRIGGER shout BEFORE INSERT ON "Note" FOR EACH ROW EXECUTE FUNCTION shout();
`;
const FAILING = `CREATE TABLE "Half" (id int);
/* one; /* two; */ */ INSERT INTO "Note" (title) VALUES ('a;b');
INSERT INTO "Note" (title)
VALUES ('A;B');
CREATE TABLE "Never" (id int);
`;

const serverUrl = process.env.DATABASE_URL ?? "";
const folders: string[] = [];
const databases: string[] = [];

type Env = Record<string, string>;

/** Runs a program. @returns its exit code, and standard output and error as one text */
function run(args: string[], options: { cwd: string; env?: Env; input?: string }) {
  const child = spawn(process.execPath, args, {
    cwd: options.cwd,
    env: {
      ...process.env,
      NO_COLOR: "1",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
      SHADOW_DATABASE_URL: "",
      PRISMA_SCHEMA_ENGINE_BINARY: ENGINE,
      ...options.env,
    },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(options.input ?? "");
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

/** Creates a folder with a schema and migrations, and a database unless `exists` is false. */
async function project({ exists = true, migrations = { "1_init": INIT } as Record<string, string>, query = "" } = {}) {
  const cwd = mkdtempSync(path.join(tmpdir(), "prisma-engine-"));
  folders.push(cwd);
  const name = uniqueName("engine");
  databases.push(name);
  const url = databaseUrl(serverUrl, name) + query;
  if (exists) await sql(serverUrl, `CREATE DATABASE ${name}`);

  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
    writeFileSync(path.join(cwd, file), text);
  };
  const migration = (id: string, script: string) => write(`prisma/migrations/${id}/migration.sql`, script);
  write("prisma/schema.prisma", SCHEMA);
  write("prisma/migrations/migration_lock.toml", 'provider = "postgresql"\n');
  for (const [id, script] of Object.entries(migrations)) migration(id, script);
  write(
    "prisma.config.mjs",
    `export default {
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL, shadowDatabaseUrl: process.env.SHADOW_DATABASE_URL || undefined },
};\n`,
  );
  const prisma = (args: string, env: Env = {}, input?: string) =>
    run([CLI, ...args.split(" ")], { cwd, env: { DATABASE_URL: url, ...env }, input });
  return { cwd, name, url, write, migration, prisma };
}

async function sql(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const shadowDatabases = () =>
  sql(serverUrl, "SELECT 1 FROM pg_database WHERE datname LIKE 'prisma_migrate_shadow_db_%'");

/** Returns the URL of a port on which no server listens. */
const unreachableUrl = async () => `postgresql://nobody:nothing@127.0.0.1:${await freePort()}/nowhere`;

afterAll(async () => {
  for (const name of databases) await dropDatabase(serverUrl, name);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, TIMEOUT);

describe("migrate", { timeout: TIMEOUT }, () => {
  it("migrate creates a missing database and the schema of its URL, applies function bodies, and resets", async () => {
    const query = "?schema=records&connection_limit=3&sslmode=disable";
    const { prisma, url, name, migration } = await project({ exists: false, query });

    const created = expect.stringContaining(`database ${name} created`) as string;
    expect(await prisma("migrate deploy")).toMatchObject({ code: 0, output: created });
    await sql(url, `INSERT INTO records."Note" (title) VALUES ('quiet')`);
    expect(await sql(url, 'SELECT title FROM records."Note"')).toEqual([{ title: "QUIET" }]);

    migration("2_more", 'ALTER TABLE "Note" ADD COLUMN more int;');
    expect(await prisma("migrate status")).toMatchObject({ code: 1, output: expect.stringContaining("2_more") });
    expect((await prisma("migrate reset --force")).output).toContain("Database reset successful");
    expect(await prisma("migrate status")).toMatchObject({ code: 0, output: expect.stringContaining("up to date") });
    expect(await sql(url, 'SELECT more FROM records."Note"')).toEqual([]);
    const applied = "SELECT migration_name AS name FROM records._prisma_migrations WHERE finished_at IS NOT NULL";
    expect(await sql(url, applied)).toEqual([{ name: "1_init" }, { name: "2_more" }]);
  });

  it("migrate writes and applies a new migration, even without a terminal", async () => {
    const { prisma, write, cwd, url } = await project();
    write("prisma/schema.prisma", SCHEMA_WITH_BODY);

    const different = await prisma(
      "migrate diff --from-migrations prisma/migrations --to-schema prisma/schema.prisma --script --exit-code",
    );
    expect(different.output).toContain('ALTER TABLE "Note" ADD COLUMN');
    expect(different.code).toBe(2);
    const before = await shadowDatabases();
    expect((await prisma("migrate dev --name body")).output).toContain("now in sync with your schema");
    expect(readdirSync(path.join(cwd, "prisma/migrations")).some((entry) => entry.endsWith("_body"))).toBe(true);
    expect(await sql(url, 'SELECT body FROM "Note"')).toEqual([]);
    expect(await shadowDatabases()).toEqual(before);
  });

  it("migrate undoes a failed migration, names the statement, and continues after resolve", async () => {
    const { prisma, migration, url } = await project({ migrations: { "1_init": INIT, "2_fails": FAILING } });

    const failed = await prisma("migrate deploy");
    expect(failed.code).toBe(1);
    for (const part of ["P3018", "Migration name: 2_fails", "Database error code: 23505", "Statement 3 of 4 failed"]) {
      expect(failed.output).toContain(part);
    }
    expect(failed.output).toContain(`>     3 | INSERT INTO "Note" (title)\n      4 | VALUES ('A;B');`);
    expect(await sql(url, `SELECT to_regclass('"Half"') AS half, count(*)::int FROM "Note"`)).toEqual([
      { half: null, count: 0 },
    ]);

    expect((await prisma("migrate deploy")).output).toContain("P3009");
    expect((await prisma("migrate resolve --rolled-back 2_fails")).code).toBe(0);
    migration("2_fails", FAILING.replace("A;B", "c"));
    expect((await prisma("migrate deploy")).code).toBe(0);
    expect(await sql(url, `SELECT to_regclass('"Never"')::text AS never, count(*)::int FROM "Note"`)).toEqual([
      { never: '"Never"', count: 2 },
    ]);
  });

  it("migrate records the failure of a script with transaction commands", async () => {
    const { prisma, url } = await project({
      migrations: { "1_own": "BEGIN;\nCREATE TABLE t (id int);\nSELECT 1 / 0;\nCOMMIT;\n" },
    });
    expect((await prisma("migrate deploy")).output).toContain(">     3 | SELECT 1 / 0;");
    expect(await sql(url, "SELECT finished_at, to_regclass('t') AS t FROM _prisma_migrations")).toEqual([
      { finished_at: null, t: null },
    ]);
  });

  it("migrate replays migrations only in the emptied database of SHADOW_DATABASE_URL, never in the main one", async () => {
    const { prisma, url, migration } = await project();
    const diff = "migrate diff --from-migrations prisma/migrations --to-schema prisma/schema.prisma --exit-code";
    const shadowOnly = { DATABASE_URL: await unreachableUrl(), SHADOW_DATABASE_URL: url };
    expect((await prisma(diff, shadowOnly)).code).toBe(0);
    migration("2_typo", 'ALTER TABLE "Note" ADD COLUMN more int;\nALTER TABLE "Note"\n  AD COLUMN x int;\n');
    const typo = await prisma(diff, shadowOnly);
    expect(typo.output).toContain("P3006");
    expect(typo.output).toContain(">     3 |   AD COLUMN x int;");
    const same = await prisma(diff, { SHADOW_DATABASE_URL: url });
    expect(same.output).toContain("appears to be the same as the main database");
  });

  it("migrate finds no difference between the project's schema, its migrations and a migrated database", async () => {
    const diffs = ["--from-migrations prisma/migrations", "--from-config-datasource"].map((from) => {
      const args = `migrate diff ${from} --to-schema prisma/schema.prisma --exit-code`.split(" ");
      return run([CLI, ...args], { cwd: ROOT, env: { PRISMA_SCHEMA_ENGINE_BINARY: "" } });
    });
    for (const outcome of await Promise.all(diffs)) {
      expect(outcome).toMatchObject({ code: 0, output: expect.stringContaining("No difference detected") });
    }
  });
});

describe("db", { timeout: TIMEOUT }, () => {
  it("db pushes a schema and executes a script with function bodies", async () => {
    const { prisma, url } = await project();
    expect((await prisma("db push")).code).toBe(0);
    expect((await prisma("db execute --stdin", {}, INIT.slice(INIT.indexOf("CREATE FUNCTION")))).code).toBe(0);
    await sql(url, `INSERT INTO "Note" (title) VALUES ('quiet')`);
    expect(await sql(url, 'SELECT title FROM "Note"')).toEqual([{ title: "QUIET" }]);
  });
});

describe("without a usable database", { timeout: TIMEOUT }, () => {
  it("the engine reports failed connections with Prisma's error codes", async () => {
    const { prisma, url } = await project({ exists: false });
    const stranger = new URL(url);
    stranger.username = "nobody_of_that_name";
    const [unreachable, missing, refused] = await Promise.all([
      prisma("migrate deploy", { DATABASE_URL: await unreachableUrl() }),
      prisma("migrate status"),
      prisma("migrate deploy", { DATABASE_URL: stranger.href }),
    ]);
    expect(unreachable.output).toContain("P1001");
    expect(missing.output).toContain("P1003");
    // A server that trusts all local users checks no password, and denies access.
    expect(refused.output).toMatch(/P1000|P1010/);
  });

  it("prisma writes a script, validates and generates without a server, the last two without an engine", async () => {
    const { prisma, cwd } = await project({ exists: false });
    const noEngine = { DATABASE_URL: "", PRISMA_SCHEMA_ENGINE_BINARY: path.join(cwd, "prisma/schema.prisma") };
    const [script, validated, generated] = await Promise.all([
      prisma("migrate diff --from-empty --to-schema prisma/schema.prisma --script", { DATABASE_URL: "" }),
      prisma("validate", noEngine),
      prisma("generate", noEngine),
    ]);
    expect(script.output).toContain('CREATE TABLE "Note"');
    expect([script.code, validated.code, generated.code]).toEqual([0, 0, 0]);
    expect(readFileSync(path.join(cwd, "generated/models/Note.ts"), "utf8")).toContain("title");
  });

  it("the engine leaves no shadow database behind when it is interrupted", async () => {
    const before = await shadowDatabases();
    const engine = spawn(process.execPath, [ENGINE, "--datasource", JSON.stringify({ url: serverUrl })]);
    const ended = new Promise((resolve) => engine.on("close", resolve));
    const script = "SELECT pg_sleep(600) AS interrupted_migration";
    const migrations = {
      tag: "migrations",
      baseDir: "",
      lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"' },
      shadowDbInitScript: "",
      migrationDirectories: [{ path: "1", migrationFile: { path: "", content: { tag: "ok", value: script } } }],
    };
    const filters = { externalTables: [], externalEnums: [] };
    const params = { from: { tag: "empty" }, to: migrations, script: true, exitCode: null, filters };
    engine.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "diff", params })}\n`);
    const running = () =>
      sql(serverUrl, `SELECT 1 FROM pg_stat_activity WHERE query = '${script.replaceAll("'", "''")}'`);
    await expect.poll(running, { timeout: 20_000 }).toHaveLength(1);
    engine.stdin.end();
    engine.kill("SIGTERM");
    await ended;
    expect(await shadowDatabases()).toEqual(before);
  });

  it("the engine answers every request after a panic and ends with its input", async () => {
    const requests = ["debugPanic", "getDatabaseVersion", "noSuchMethod"].map((method, index) =>
      JSON.stringify({ jsonrpc: "2.0", id: index + 1, method }),
    );
    const datasource = JSON.stringify({ url: serverUrl });
    const outcome = await run([ENGINE, "--datasource", datasource], { cwd: ROOT, input: `${requests.join("\n")}\n` });
    expect(outcome.code).toBe(0);
    expect([...outcome.output.matchAll(/"id":(\d)/g)].map((match) => match[1])).toEqual(["1", "2", "3"]);
    expect(outcome.output).toContain("artificial panic");
  });
});
