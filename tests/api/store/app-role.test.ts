import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { closeDatabase, db } from "@/lib/store/database/client";
import { startRunner } from "@/lib/features/jobs/server/runner";
import { jobs } from "@/lib/features/operations/server/jobs";
import { prepareNamedDatabase } from "@/scripts/postgres/prepare-database";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { createThematicField } from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";
import { configure } from "../../support/configure";
import { databaseUrl, dropDatabase, uniqueName } from "@/scripts/postgres/throwaway-databases";
import { historyCalls, KINDS, NAME_FIELD } from "../../support/records/history";
import { referenceCalls } from "../../support/records/reference";

/*
 * The two database roles (docs/security.md): the owner runs migrations; the role of the app can
 * only read and write rows.
 */

const serverUrl = process.env.DATABASE_URL ?? "";
const [name, owner, app] = [uniqueName("roles"), uniqueName("owner"), uniqueName("app")];
const password = randomBytes(12).toString("hex");
const urlAs = (role: string, database = name) => {
  const url = new URL(databaseUrl(serverUrl, database));
  Object.assign(url, { username: role, password });
  return url.href;
};
const prepare = () => prepareNamedDatabase({ databaseUrl: urlAs(app), migrationUrl: urlAs(owner) });
const runAs = (role: string, sql: string) =>
  runSql(urlAs(role), sql).then(
    () => "done",
    (error: { code?: string }) => error.code,
  );
const INSUFFICIENT_PRIVILEGE = "42501";

// The configuration is read lazily at the first request, so setting it here is early enough.
process.env.DATABASE_URL = urlAs(app);

let admin: Client;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  for (const role of [owner, app]) await runSql(serverUrl, `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
  await runSql(serverUrl, `CREATE DATABASE ${name} OWNER ${owner} ENCODING 'UTF8' TEMPLATE template0`);
  await prepare();
  admin = await loggedIn({ role: "admin" });
  calls = historyCalls(admin);
});
afterAll(async () => {
  await closeDatabase();
  await dropDatabase(serverUrl, name);
  for (const role of [app, owner]) await runSql(serverUrl, `DROP ROLE ${role}`);
});

describe("rights of the app's role", () => {
  it.each(KINDS)("the app's role can create, find, change, delete and restore: %s", async (path) => {
    const field = NAME_FIELD[path] ?? "";
    const id = await calls.create(path);
    expect((await admin.put(`/api/${path}/${id}`, { [field]: "Zwischenzeit" })).status).toBe(200);
    const found = await admin.get<{ data: unknown[] }>(`/api/${path}?filter=zwischenzeit`);
    expect(found.json.data).toHaveLength(1);
    expect((await admin.get(`/api/${path}/${id}/overview.pdf`)).status).toBe(200);
    expect((await admin.delete(`/api/${path}/${id}`)).status).toBe(200);
    const [deletion] = await calls.changes(`kind=${path}&id=${id}`);
    expect(deletion?.action).toBe("delete");
    expect(await calls.revert(deletion)).toMatchObject({ status: 200, json: { message: "reverted" } });
  });

  it("the app's role can check readiness, including applied migrations", async () => {
    expect((await call("GET", "/api/ready")).status).toBe(200);
  });

  it("the app's role can link and unlink records", async () => {
    const [member, field] = [await calls.create("members"), await createThematicField(db())];
    const link = `/api/members/thematicfield/${member}/${field}`;
    expect(await admin.post(link)).toMatchObject({ status: 200, json: { success: true } });
    expect(await admin.delete(link)).toMatchObject({ status: 200, json: { success: true } });
  });

  it("the app's role can maintain reference lists, which locks a list's table", async () => {
    const lists = referenceCalls(admin);
    const [one, other] = [await lists.add("titel"), await lists.add("titel")];
    expect((await lists.change("titel", one, { active: false })).status).toBe(200);
    const replaced = await admin.post(`/api/reference/titel/${one}/replace`, { by: other });
    expect(replaced).toMatchObject({ status: 200, json: { success: true } });
  });

  it("the app's role can manage accounts and tokens, and count failed logins", async () => {
    const editor = await loggedIn({ role: "editor", email: "eine@ph.example" });
    const { id } = (await editor.get<{ id: number }>("/api/user")).json;
    expect((await admin.put(`/api/users/${id}`, { role: "reader" })).json).toMatchObject({ success: true });
    expect((await editor.put("/api/user/preferences", {})).status).not.toBe(503);
    expect(
      (await editor.post("/api/auth/login", { email: "eine@ph.example", password: "falsch-geraten" })).status,
    ).toBe(200);
    expect((await admin.delete(`/api/users/${id}`)).json).toMatchObject({ success: true });
  });

  it("the app's role can run jobs, and purge expired history only through the job", async () => {
    configure({ HISTORY_MONTHS: 6 });
    const runner = await startRunner({ jobs, pauseMs: null });
    onTestFinished(runner.stop);
    expect(await runAs(app, "INSERT INTO pgboss.job (name) VALUES ('housekeeping')")).toBe("done");
    await runner.workOff();
    const [housekeeping] = await db().$queryRaw<
      object[]
    >`SELECT state::text, output FROM pgboss.job WHERE name = 'housekeeping'`;
    expect(housekeeping).toEqual({ state: "completed", output: { result: "done" } });
    expect(await runAs(app, "DELETE FROM changes")).not.toBe("done");
  });
});

describe("rights that the app's role lacks", () => {
  it.each([
    ["create a table", "CREATE TABLE mine (id int)"],
    ["create a schema", "CREATE SCHEMA mine"],
    ["drop a table", "DROP TABLE members"],
    ["alter a table", "ALTER TABLE members ADD COLUMN mine int"],
    ["truncate a table, bypassing the history", "TRUNCATE member_projects"],
    ["disable the history's triggers", "ALTER TABLE members DISABLE TRIGGER ALL"],
    ["bypass triggers by session_replication_role", "SET session_replication_role = replica"],
    [
      "replace a function",
      "CREATE OR REPLACE FUNCTION history_now() RETURNS timestamptz LANGUAGE sql AS 'SELECT now()'",
    ],
    ["read the applied migrations", "SELECT * FROM _prisma_migrations"],
    ["change the applied migrations", "DELETE FROM _prisma_migrations"],
    ["create a queue", `SELECT pgboss.create_queue('mine', '{}')`],
    ["become the owner", `SET ROLE ${owner}`],
  ])("the app's role cannot %s", async (_what, sql) => {
    expect(await runAs(app, sql)).toBe(INSUFFICIENT_PRIVILEGE);
  });
});

describe("preparing a database with two roles", () => {
  it("preparing a database with two roles is idempotent, also when run concurrently", async () => {
    await expect(Promise.all([prepare(), prepare()])).resolves.toHaveLength(2);
  });

  it("preparing a database grants the app access to tables that a later migration creates", async () => {
    await runSql(urlAs(owner), "CREATE TABLE later (id serial PRIMARY KEY, word text)");
    onTestFinished(async () => void (await runSql(urlAs(owner), "DROP TABLE later")));
    expect(
      await runAs(app, "INSERT INTO later (word) VALUES ('x'); UPDATE later SET word = 'y'; DELETE FROM later"),
    ).toBe("done");
  });

  it.each([
    ["is a member of the tables' owner", () => `GRANT ${owner} TO ${app}`, () => `REVOKE ${owner} FROM ${app}`],
    ["is superuser", () => `ALTER ROLE ${app} SUPERUSER`, () => `ALTER ROLE ${app} NOSUPERUSER`],
  ])("preparing a database fails when the app's role %s", async (_what, grant, revoke) => {
    await runSql(serverUrl, grant());
    onTestFinished(async () => void (await runSql(serverUrl, revoke())));
    await expect(prepare()).rejects.toThrow(/^The role ".+_app_.+" of DATABASE_URL could change the structure/);
  });

  it("preparing fails when the two URLs name different databases, or the owner does not own the tables", async () => {
    const otherDatabase = { databaseUrl: urlAs(app, "postgres"), migrationUrl: urlAs(owner) };
    await expect(prepareNamedDatabase(otherDatabase)).rejects.toThrow(/must name the same database/);
    const { grantToApp } = await import("@/scripts/postgres/app-role");
    await expect(grantToApp(urlAs(app), urlAs(app))).rejects.toThrow(
      /^The role ".+" of MIGRATION_DATABASE_URL does not own/,
    );
  });
});
