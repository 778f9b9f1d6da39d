import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { relations } from "@/lib/model/kinds/relations";
import { generatedObjects } from "@/prisma/triggers/generated-objects";
import { triggerChanges } from "@/prisma/triggers/trigger-changes";
import { db } from "@/lib/store/database/client";

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
});
afterAll(() => client.end());

it("the database has exactly the functions, triggers and indexes of the declarations", async () => {
  const hint = "the declarations have changed: npm run migration -- <name> writes the migration";
  const changes = triggerChanges(client).catch((cause: unknown) => {
    throw new Error(hint, { cause });
  });
  expect(await changes, hint).toBe("");
});

describe("new migrations", () => {
  /** Changes the database, and applies the migration that this requires. @returns its SQL */
  async function migrationAfter(change: string): Promise<string> {
    await client.query(change);
    const sql = await triggerChanges(client);
    onTestFinished(async () => expect(await triggerChanges(client)).toBe(""));
    await client.query(sql);
    return sql;
  }
  const sqlOf = (id: string) => generatedObjects().find((object) => object.id === id)?.create ?? "";

  it("a new migration contains only the function that differs", async () => {
    const sql = await migrationAfter(
      "CREATE OR REPLACE FUNCTION members_counted_none() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    );
    expect(sql).toBe(`-- Generated functions\n\n${sqlOf("function members_counted_none")}`);
  });

  it("a new migration updates the search columns of the kind whose function differs", async () => {
    const sql = await migrationAfter(
      "CREATE OR REPLACE FUNCTION persons_fold() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    );
    expect(sql).toBe(
      `-- Generated functions\n\n${sqlOf("function persons_fold")}\n\n` +
        '-- Search columns of existing records\n\nUPDATE "persons" SET suche = NULL;',
    );
  });

  it("a new migration contains only the trigger and the indexes that differ or are missing", async () => {
    const sql = await migrationAfter(
      `DROP TRIGGER members_counted_out ON members; DROP INDEX members_vorname_begins_idx;
       CREATE INDEX members_vorname_begins_idx ON members (vorname); DROP INDEX persons_email_doubtful_idx`,
    );
    expect(sql).toBe(
      [
        `-- Generated triggers\n\n${sqlOf("trigger members_counted_out on members")}\n\n-- Generated indexes\n`,
        'DROP INDEX "members_vorname_begins_idx";',
        sqlOf("index members_vorname_begins_idx"),
        sqlOf("index persons_email_doubtful_idx"),
      ].join("\n"),
    );
  });

  it("a new migration drops objects that are no longer generated", async () => {
    const sql = await migrationAfter(
      `CREATE FUNCTION members_old() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
       CREATE TRIGGER members_old AFTER INSERT ON members FOR EACH STATEMENT EXECUTE FUNCTION members_old();
       CREATE INDEX members_old_begins_idx ON members (vorname)`,
    );
    expect(sql).toBe(
      '-- Obsolete\n\nDROP TRIGGER "members_old" ON "members";\nDROP INDEX "members_old_begins_idx";\nDROP FUNCTION members_old();',
    );
  });

  it("a new migration drops a function only after the trigger that called it is replaced", async () => {
    const sql = await migrationAfter(
      `CREATE FUNCTION members_old() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
       CREATE OR REPLACE TRIGGER members_counted_in AFTER INSERT ON members FOR EACH STATEMENT EXECUTE FUNCTION members_old()`,
    );
    expect(sql.indexOf('TRIGGER "members_counted_in"')).toBeGreaterThan(-1);
    expect(sql.indexOf('TRIGGER "members_counted_in"')).toBeLessThan(sql.indexOf("DROP FUNCTION members_old()"));
  });
});

it("foreign keys cascade or restrict as the relations declare", async () => {
  const rows = await db().$queryRaw<{ key: string; rule: string }[]>`
    SELECT conrelid::regclass || '.' || attname AS key, confdeltype::text AS rule
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1] WHERE contype = 'f'`;
  const stored = new Map(rows.map(({ key, rule }) => [key, rule]));
  for (const { table, ends } of relations) {
    for (const { column, preventsDeletion } of ends) {
      expect(stored.get(`${table}.${column}`), `${table}.${column}`).toBe(preventsDeletion ? "r" : "c");
    }
  }
});
