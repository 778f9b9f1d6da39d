import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runNode } from "@/scripts/process/child-process";
import { ownMigrations } from "@/scripts/postgres/own-migrations";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { prepareDatabase } from "@/scripts/postgres/prepare-database";
import { databaseUrl, dropDatabase, uniqueName } from "@/scripts/postgres/throwaway-databases";
import { ROOT } from "@/scripts/root";

/*
 * Databases that this version's migrations cannot have created. `npm start`, `npm run dev` and the
 * image's `prepare` prepare the database by the same function.
 */

const serverUrl = process.env.DATABASE_URL ?? "";
let name: string;
let url: string;
beforeEach(async () => {
  name = uniqueName("unknown");
  url = databaseUrl(serverUrl, name);
  await runSql(serverUrl, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
});
afterEach(() => dropDatabase(serverUrl, name));

/** Creates a table, and the table of migrations with the given ones applied. */
const createSchema = (...names: string[]) =>
  runSql(
    url,
    `CREATE TABLE members (ph_id int);
     CREATE TABLE _prisma_migrations (id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
       migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
       started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0);
     INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       SELECT gen_random_uuid(), '', applied, now() FROM unnest(ARRAY['${names.join("','")}']) applied`,
  );
const EARLIER = "20200101000000_earlier";
const LATER = "29990101000000_later";

const errorMessage = (reason: string) =>
  `Nothing was changed: the database ${name} has ${reason}, which this version cannot upgrade: ` +
  "use an empty database, or start the demo over (docs/operations.md).";

it.each<[string, () => Promise<unknown>, string]>([
  ["a database of an earlier version", () => createSchema(EARLIER), `the migration ${EARLIER} of another version`],
  [
    "a database of an earlier version that has this one's migrations, too",
    () => createSchema(EARLIER, ...ownMigrations()),
    `the migration ${EARLIER} of another version`,
  ],
  ["a database with later migrations only", () => createSchema(LATER), `the migration ${LATER} of another version`],
  ["tables without migrations", () => runSql(url, "CREATE TABLE members (id int)"), "tables of another program"],
])("prepareDatabase refuses %s, and does not change it", async (_, create, reason) => {
  await create();
  await expect(prepareDatabase(url)).rejects.toThrow(errorMessage(reason));
  const tables = `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '\\_prisma%'`;
  expect((await runSql(url, tables)).rows).toEqual([{ tablename: "members" }]);
});

/** Runs a command in a child process. */
const run = (...command: string[]) => {
  const env = {
    ...process.env,
    DATABASE_URL: url,
    MIGRATION_DATABASE_URL: "",
    AUTH_SECRET: "0123456789abcdef".repeat(2),
  };
  return runNode(["--import", "tsx", ...command], { cwd: ROOT, env, output: "collect" });
};

it("the seed refuses a database of an earlier version", async () => {
  await createSchema(EARLIER);
  const output = `${errorMessage(`the migration ${EARLIER} of another version`)}\n`;
  expect(await run("prisma/seed.ts")).toEqual({ code: 1, output });
});

it.each([
  ["the seed", "prisma/seed.ts"],
  ["npm run user -- list", "scripts/user.ts", "list"],
  ["npm run user -- delete", "scripts/user.ts", "delete", "--email", "a@example.org"],
])("%s says what to do first with an empty database", async (_, ...command) => {
  const output = expect.stringMatching(/^The database has no tables yet: run .+ first\.\n$/);
  expect(await run(...command)).toEqual({ code: 1, output });
});

describe("accepted databases", () => {
  it("prepareDatabase accepts a database that a later version has migrated", async () => {
    await prepareDatabase(url);
    await runSql(
      url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', '${LATER}', now())`,
    );
    await prepareDatabase(url);
    // Migrates an empty database, on a machine that may be busy with other suites.
  }, 180_000);

  it("prepareDatabase accepts an empty database whose first migration was rolled back after a failure", async () => {
    const [first = ""] = ownMigrations();
    await createSchema(first);
    await runSql(url, "DROP TABLE members; UPDATE _prisma_migrations SET finished_at = NULL, rolled_back_at = now()");
    await prepareDatabase(url);
  });
});
