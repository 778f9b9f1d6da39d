import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import {
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
  createUser,
} from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";
import { historyCalls, NAME_FIELD, type Body } from "../../support/records/history";

/*
 * Contract §8: the history also contains changes made directly in SQL, bypassing the app, and
 * changes of accounts.
 */

let api: Client;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn();
  calls = historyCalls(api);
});

const changesOf = (path: string, id: number) => calls.changes(`kind=${path}&id=${id}`);
const BY_SQL = { user: null, source: "command", batch: null, reverts: null };
const sql = (statement: string) => db().$executeRawUnsafe(statement);

const makers = {
  members: { make: () => createMember(db()), table: "members", key: "ph_id" },
  projects: { make: () => createProject(db()), table: "projects", key: "projekt_id" },
  institutions: { make: () => createInstitution(db()), table: "institutions", key: "partner_institution_id" },
  persons: { make: () => createPerson(db()), table: "persons", key: "person_id" },
  thematicfields: { make: () => createThematicField(db()), table: "thematic_fields", key: "themenfeld_id" },
};

describe.each(Object.entries(makers))("%s by SQL", (path, { make, table, key }) => {
  const field = NAME_FIELD[path] ?? "";

  it("changes of records by SQL are recorded with all values and can be reverted", async () => {
    const ids = [await make(), await make()];
    const before = await calls.load(`${path}/${ids[0]}`);
    await sql(`UPDATE ${table} SET ${field} = ${field} || ' neu' WHERE ${key} IN (${ids.join(",")})`);
    for (const id of ids) {
      const now = await calls.load(`${path}/${id}`);
      const [change] = await changesOf(path, id);
      const old = String(now[field]).replace(" neu", "");
      expect(change).toMatchObject({
        ...BY_SQL,
        action: "update",
        kind: path,
        id,
        fields: [{ name: field, old, new: now[field] }],
      });
      expect(change?.label).toContain(String(now[field]));
      expect(await calls.etag(`${path}/${id}`)).toBe('"2"');
    }
    expect((await calls.revert((await changesOf(path, Number(ids[0])))[0])).status).toBe(200);
    expect(await calls.load(`${path}/${ids[0]}`)).toEqual(before);
    await sql(`UPDATE ${table} SET ${field} = ${field} WHERE ${key} = ${ids[0]}`);
    expect(await calls.etag(`${path}/${ids[0]}`), "nothing changed").toBe('"3"');
    await sql(`DELETE FROM ${table} WHERE ${key} IN (${ids.join(",")})`);
    for (const id of ids) {
      const [change] = await changesOf(path, id);
      expect(change).toMatchObject({ ...BY_SQL, action: "delete" });
      expect((await calls.revert(change)).status).toBe(200);
    }
    expect(await calls.load(`${path}/${ids[0]}`)).toEqual(before);
  });

  it("a deletion is recorded identically for SQL and the app", async () => {
    const id = await make();
    await api.delete(`/api/${path}/${id}`);
    const [byApp] = await changesOf(path, id);
    await calls.revert(byApp);
    await sql(`DELETE FROM ${table} WHERE ${key} = ${id}`);
    const [bySql] = await changesOf(path, id);
    const sorted = (fields: { name: string }[] = []) => fields.toSorted((a, b) => a.name.localeCompare(b.name));
    expect(sorted(bySql?.fields)).toEqual(sorted(byApp?.fields));
    expect(bySql?.label).toBe(byApp?.label);
  });

  it("records that predate the history start at version 1, and can be changed and reverted", async () => {
    const id = await make();
    const row = `SELECT * FROM ${table} WHERE ${key} = ${id}`;
    // With the replication role `replica` no triggers fire, so the row looks as if it predates the
    // history.
    await db().$transaction(async (transaction) => {
      await transaction.$executeRawUnsafe("SET LOCAL session_replication_role = replica");
      await transaction.$executeRawUnsafe(`CREATE TEMP TABLE old_row ON COMMIT DROP AS ${row}`);
      await transaction.$executeRawUnsafe(`UPDATE old_row SET ${key} = ${id} + 1000, version = 1`);
      await transaction.$executeRawUnsafe(`INSERT INTO ${table} SELECT * FROM old_row`);
    });
    const old = id + 1_000;
    expect([await calls.etag(`${path}/${old}`), await changesOf(path, old)]).toEqual(['"1"', []]);
    const lists: Body =
      path === "members" ? { einrichtungen: [1], status: [1] } : path === "projects" ? { einrichtungen: [1] } : {};
    expect((await api.put(`/api/${path}/${old}`, { [field]: "Neu", ...lists })).headers.get("etag")).toBe('"2"');
    const at = (await changesOf(path, old))[0]?.at ?? "";
    const past = new Date(Date.parse(at) - 1).toISOString();
    expect(await calls.load(`${path}/${old}?at=${past}`)).toMatchObject({
      [field]: (await calls.load(`${path}/${id}`))[field],
    });
    await api.put(`/api/${path}/${old}`, { [field]: "Neuer" });
    expect((await calls.revert((await changesOf(path, old))[0])).status).toBe(200);
    expect(await calls.load(`${path}/${old}`)).toMatchObject({ [field]: "Neu" });
  });
});

describe("entries of a list by SQL", () => {
  it("changes of list entries by SQL are recorded as one change of their record per statement", async () => {
    const [first, second] = [
      await createMember(db(), { einrichtungen: [1] }),
      await createMember(db(), { einrichtungen: [1, 2] }),
    ];
    await sql(
      `INSERT INTO member_facilities (ph_id, einrichtung_id) VALUES (${first}, 3), (${first}, 2), (${second}, 3)`,
    );
    expect((await changesOf("members", first))[0]).toMatchObject({
      ...BY_SQL,
      fields: [{ name: "einrichtungen", old: [1], new: [1, 2, 3] }],
    });
    expect((await changesOf("members", second))[0]?.fields).toEqual([
      { name: "einrichtungen", old: [1, 2], new: [1, 2, 3] },
    ]);
    await sql(
      `UPDATE member_facilities SET einrichtung_id = 4 WHERE einrichtung_id = 3 AND ph_id IN (${first}, ${second})`,
    );
    expect((await changesOf("members", first))[0]?.fields).toEqual([
      { name: "einrichtungen", old: [1, 2, 3], new: [1, 2, 4] },
    ]);
    await sql(`DELETE FROM member_facilities WHERE einrichtung_id > 1 AND ph_id IN (${first}, ${second})`);
    expect((await changesOf("members", second))[0]?.fields).toEqual([
      { name: "einrichtungen", old: [1, 2, 4], new: [1] },
    ]);
    await sql(`UPDATE member_facilities SET einrichtung_id = einrichtung_id WHERE ph_id = ${first}`);
    await sql(`DELETE FROM member_facilities WHERE false`);
    expect(await calls.etag(`members/${first}`), "one for each statement that changed something").toBe('"4"');
    expect(await changesOf("members", first)).toHaveLength(4);
    expect((await calls.revert((await changesOf("members", first))[0])).status).toBe(200);
    expect(await calls.load(`members/${first}`)).toMatchObject({ einrichtungen: [1, 2, 4] });
  });

  it("a list entry that moves between two records is recorded for both", async () => {
    const [from, to] = [
      await createProject(db(), { einrichtungen: [1, 5] }),
      await createProject(db(), { einrichtungen: [1] }),
    ];
    await sql(`UPDATE project_facilities SET projekt_id = ${to} WHERE projekt_id = ${from} AND einrichtung_id = 5`);
    expect((await changesOf("projects", from))[0]?.fields).toEqual([{ name: "einrichtungen", old: [1, 5], new: [1] }]);
    expect((await changesOf("projects", to))[0]?.fields).toEqual([{ name: "einrichtungen", old: [1], new: [1, 5] }]);
  });
});

describe("links by SQL", () => {
  it("links by SQL are recorded at both ends without raising the version, and can be reverted", async () => {
    const topics = [await createThematicField(db()), await createThematicField(db())];
    const member = await createMember(db());
    await sql(
      `INSERT INTO member_thematic_fields (ph_id, themenfeld_id) VALUES (${member}, ${topics[0]}), (${member}, ${topics[1]})`,
    );
    const linkChanges = (await changesOf("members", member)).filter(({ action }) => action === "link");
    expect(linkChanges.map(({ related }) => related?.id).sort()).toEqual(topics.toSorted());
    for (const link of linkChanges)
      expect(link).toMatchObject({
        ...BY_SQL,
        kind: "members",
        id: member,
        fields: [],
        related: { kind: "thematicfields" },
      });
    expect(await calls.etag(`members/${member}`)).toBe('"1"');
    const other = await createThematicField(db());
    await sql(
      `UPDATE member_thematic_fields SET themenfeld_id = ${other} WHERE ph_id = ${member} AND themenfeld_id = ${topics[0]}`,
    );
    expect(
      (await changesOf("members", member)).slice(0, 2).map(({ action, related }) => [action, related?.id]),
    ).toEqual([
      ["link", other],
      ["unlink", topics[0]],
    ]);
    await sql(`UPDATE member_thematic_fields SET themenfeld_id = themenfeld_id WHERE ph_id = ${member}`);
    expect(await changesOf("members", member), "nothing changed").toHaveLength(5);
    await sql(`DELETE FROM member_thematic_fields WHERE ph_id = ${member}`);
    expect((await changesOf("members", member)).slice(0, 2).map(({ action }) => action)).toEqual(["unlink", "unlink"]);
    expect((await calls.revert((await changesOf("thematicfields", other))[0])).status).toBe(200);
    expect((await calls.load(`members/${member}`)).themenfelder).toMatchObject([{ themenfeld_id: other }]);
  });

  it("links that are deleted with a record by SQL are part of its deletion", async () => {
    const topic = await createThematicField(db());
    const [person, project] = [await createPerson(db(), { themenfelder: [topic] }), await createProject(db())];
    await api.post(`/api/persons/project/${person}/${project}`);
    const before = await calls.load(`persons/${person}`);
    await sql(`DELETE FROM persons WHERE person_id = ${person}`);
    const [deletion] = await changesOf("projects", project);
    expect(deletion).toMatchObject({ ...BY_SQL, action: "delete", kind: "persons", id: person });
    expect((await changesOf("thematicfields", topic))[0]?.change_id).toBe(deletion?.change_id);
    expect((await calls.revert(deletion)).json.skipped).toEqual([]);
    expect(await calls.load(`persons/${person}`)).toEqual(before);
  });
});

describe("accounts", () => {
  type StoredChange = {
    action: string;
    user_id: number | null;
    user_name: string | null;
    source: string;
    fields: { name: string; old: unknown; new: unknown }[];
  };
  const storedChanges = (id: number) =>
    db().$queryRaw<
      StoredChange[]
    >`SELECT action, user_id, user_name, source, fields FROM changes WHERE kind = 'users' AND id = ${id} ORDER BY change_id`;

  it("changes of accounts by SQL are recorded with the acting user and without secrets", async () => {
    const client = await loggedIn();
    const me = (await client.get<{ id: number; name: string }>("/api/user")).json;
    await client.put("/api/user", { name: "Neuer Name", language: "en" });
    const change = { current_password: "kooperation", password: "geheimes-neues", c_password: "geheimes-neues" };
    expect((await client.post("/api/user/password", change)).status).toBe(200);
    const changes = await storedChanges(me.id);
    expect(changes.map(({ action }) => action)).toEqual(["create", "update"]);
    expect(changes[1]).toMatchObject({ user_id: me.id, user_name: me.name, source: "app" });
    expect(changes[1]?.fields).toEqual([
      { name: "name", old: me.name, new: "Neuer Name" },
      { name: "language", old: "de", new: "en" },
    ]);
    const deletedUser = await createUser(db());
    await db().user.delete({ where: { id: deletedUser.id } });
    expect((await storedChanges(deletedUser.id)).map(({ action }) => action)).toEqual(["create", "delete"]);
    const [{ all }] = await db().$queryRaw<
      [{ all: string }]
    >`SELECT string_agg(to_jsonb(c)::text, E'\n') AS all FROM changes c`;
    const secrets = await db().$queryRaw<{ secret: string }[]>`
      SELECT password_hash AS secret FROM users UNION ALL SELECT token_hash FROM sessions UNION ALL SELECT token_hash FROM tokens`;
    expect(secrets.length).toBeGreaterThan(1);
    for (const { secret } of secrets) expect(all).not.toContain(secret);
    expect(all).not.toMatch(/password|\$2[aby]\$|geheimes-neues/);
    expect((await call("GET", "/api/user", { token: client.token })).status).toBe(200);
  });
});
