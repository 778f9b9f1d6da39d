import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { MIGRATIONS, ownMigrations } from "@/scripts/postgres/own-migrations";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { databaseUrl, dropDatabase, uniqueName } from "@/scripts/postgres/throwaway-databases";

/* What the migration of active days makes of projects that exist, and of their history (contract §17). */

const MIGRATION = "20261128044037_active_days";
const ONGOING = 11;
const COMPLETED = 12;
const DELETED = 13;

const { serverUrl } = inject("testDatabase");
const name = uniqueName("migration");
const url = databaseUrl(serverUrl, name);
const migrate = async (migration: string) =>
  runSql(url, readFileSync(path.join(MIGRATIONS, migration, "migration.sql"), "utf8"));

/** Statements that write the history of a project, by its title. */
const PROJECTS = {
  ongoing: [[ONGOING, "2020-01-01T12:00Z"]],
  finished: [
    [ONGOING, "2020-01-01T12:00Z"],
    [COMPLETED, "2021-05-01T22:30Z"],
  ],
  createdAsFinished: [[COMPLETED, "2020-01-01T12:00Z"]],
  finishedAgain: [
    [ONGOING, "2020-01-01T12:00Z"],
    [COMPLETED, "2021-01-01T12:00Z"],
    [ONGOING, "2022-01-01T12:00Z"],
    [COMPLETED, "2023-01-01T12:00Z"],
  ],
  byDeletedStatus: [
    [ONGOING, "2020-01-01T12:00Z"],
    [DELETED, "2021-01-01T12:00Z"],
    [COMPLETED, "2022-01-01T12:00Z"],
  ],
} as const;

beforeAll(async () => {
  await runSql(serverUrl, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  for (const migration of ownMigrations().filter((one) => one < MIGRATION)) await migrate(migration);
  await runSql(
    url,
    `INSERT INTO projekt_status (projektstatus_id, projektstatus_de, projektstatus_en, beendet) VALUES
       (${ONGOING}, 'laufend', 'ongoing', false), (${COMPLETED}, 'beendet', 'completed', true), (${DELETED}, 'alt', 'old', true)`,
  );
  for (const [title, steps] of Object.entries(PROJECTS))
    for (const [at, [status, moment]] of steps.entries()) {
      await runSql(
        url,
        `CREATE OR REPLACE FUNCTION history_now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT timestamptz '${moment}' $$`,
      );
      await runSql(
        url,
        at === 0
          ? `INSERT INTO projects (projekt_titel, status, vertragsgrundlage) VALUES ('${title}', ${status}, -1)`
          : `UPDATE projects SET status = ${status} WHERE projekt_titel = '${title}'`,
      );
    }
  await runSql(url, `DELETE FROM projekt_status WHERE projektstatus_id = ${DELETED}`);
  await runSql(url, "UPDATE project_deadlines SET holds_until = '9999-12-31'");
  await migrate(MIGRATION);
});
afterAll(() => dropDatabase(serverUrl, name));

it("the migration reads from the history since when projects are finished", async () => {
  const { rows } = await runSql(
    url,
    `SELECT projekt_titel, to_char(finished_on, 'YYYY-MM-DD') AS day FROM project_finishes JOIN projects USING (projekt_id)`,
  );
  expect(
    Object.fromEntries(
      (rows as { projekt_titel: string; day: string | null }[]).map((row) => [row.projekt_titel, row.day]),
    ),
  ).toEqual({
    finished: "2021-05-02",
    createdAsFinished: null,
    finishedAgain: "2023-01-01",
    byDeletedStatus: "2021-01-01",
  });
});

it("the migration has active days computed for all projects", async () => {
  const { rows } = await runSql(url, "SELECT count(*)::int AS count FROM project_deadlines WHERE holds_until IS NULL");
  expect(rows).toEqual([{ count: Object.keys(PROJECTS).length }]);
});

it("projects that exist are finished anew by changes after the migration", async () => {
  await runSql(url, `UPDATE projects SET status = ${ONGOING} WHERE projekt_titel = 'finished'`);
  await runSql(
    url,
    "CREATE OR REPLACE FUNCTION history_now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT timestamptz '2025-01-01T12:00Z' $$",
  );
  await runSql(url, `UPDATE projects SET status = ${COMPLETED} WHERE projekt_titel = 'finished'`);
  const { rows } = await runSql(
    url,
    "SELECT finished_on::text AS day FROM project_finishes JOIN projects USING (projekt_id) WHERE projekt_titel = 'finished'",
  );
  expect(rows).toEqual([{ day: "2025-01-01" }]);
});
