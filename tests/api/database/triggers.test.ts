import { expect, it } from "vitest";
import { relations } from "@/lib/records/kinds/relations";
import { triggerFunctions, triggersSql } from "@/prisma/triggers";
import { db } from "@/lib/server/database/client";

const HOW = "the declarations have changed: npm run migration -- <name> writes what the database must learn";

it("the database has exactly the trigger functions of the declarations", async () => {
  const rows = await db().$queryRaw<{ name: string; body: string }[]>`
    SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = 'public'::regnamespace`;
  const stored = new Map(rows.map(({ name, body }) => [name, body.trim()]));
  for (const { name, body } of triggerFunctions()) expect(stored.get(name), `${name}: ${HOW}`).toBe(body);
});

it("the database has exactly the triggers of the declarations", async () => {
  const rows = await db().$queryRaw<{ trigger: string }[]>`
    SELECT tgname || ' on ' || tgrelid::regclass AS trigger FROM pg_trigger WHERE NOT tgisinternal`;
  const wanted = [...triggersSql().matchAll(/CREATE OR REPLACE TRIGGER "(\w+)" [A-Z ]+ ON "(\w+)"/g)].map(
    ([, name, table]) => `${name} on ${table}`,
  );
  const ofAccountsAndHistory = ["insert", "update", "delete"].map((event) => `users_history_${event} on users`);
  for (const name of ["are_kept", "counted_insert", "counted_delete"]) {
    ofAccountsAndHistory.push(`changes_${name} on changes`);
  }
  expect(rows.map(({ trigger }) => trigger).sort(), HOW).toEqual([...wanted, ...ofAccountsAndHistory].sort());
});

it("foreign keys cascade or restrict as the relations declare", async () => {
  const rows = await db().$queryRaw<{ key: string; rule: string }[]>`
    SELECT conrelid::regclass || '.' || attname AS key, confdeltype::text AS rule
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1] WHERE contype = 'f'`;
  const stored = new Map(rows.map(({ key, rule }) => [key, rule]));
  for (const { table, ends } of relations) {
    for (const { column, holds } of ends) {
      expect(stored.get(`${table}.${column}`), `${table}.${column}`).toBe(holds ? "r" : "c");
    }
  }
});
