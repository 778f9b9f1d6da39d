import { beforeAll, describe, expect, it } from "vitest";
import type { Field } from "@/lib/model/fields/field";
import { db } from "@/lib/store/database/client";
import { createInstitution, createMember, createProject, createThematicField } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { historyCalls, KINDS, NAME_FIELD, valuesOf, type Body } from "../../support/records/history";

/* Contract §8, "History": recorded values, timestamps and transactions. */

let api: Client;
let calls: ReturnType<typeof historyCalls>;
let me: { id: number; name: string };
beforeAll(async () => {
  api = await loggedIn();
  calls = historyCalls(api);
  const { id, name } = (await api.get<{ id: number; name: string; email: string }>("/api/user")).json;
  me = { id, name };
});

const changesOf = (path: string, id: number) => calls.changes(`kind=${path}&id=${id}`);
const byName = (fields: { name: string; old: unknown; new: unknown }[], side: "old" | "new") =>
  Object.fromEntries(fields.map((field) => [field.name, field[side]]));
const ownFields = (path: string, values: Body) =>
  Object.fromEntries(Object.entries(valuesOf(path)).map(([name]) => [name, values[name]]));

describe.each(KINDS)("%s", (path, definition) => {
  const field = NAME_FIELD[path] ?? "";

  it("creation, change and deletion of a record are recorded with user, time and values", async () => {
    const before = Date.now();
    const id = await calls.create(path);
    const created = await calls.load(`${path}/${id}`);
    await api.put(`/api/${path}/${id}`, { [field]: " Später " });
    const changed = await calls.load(`${path}/${id}`);
    await api.delete(`/api/${path}/${id}`);
    const changes = await changesOf(path, id);
    const after = Date.now();
    const common = { user: me, source: "app", kind: path, id, related: null, batch: null, reverts: null };
    const [first, second] = [definition.label(created, "de"), definition.label(changed, "de")];
    expect(changes).toMatchObject([
      { ...common, action: "delete", label: second, revertible: true },
      { ...common, action: "update", label: second, revertible: false },
      { ...common, action: "create", label: first, revertible: false },
    ]);
    const [deletion, update, creation] = changes.map(({ fields }) => fields);
    const isRecorded = ({ storage, separate, managed }: Field) => storage.in !== "links" && !separate && !managed;
    const own = Object.entries(definition.fields).flatMap(([name, field]) => (isRecorded(field) ? [name] : []));
    expect(creation?.map(({ name }) => name).sort()).toEqual(own.toSorted());
    expect(byName(creation ?? [], "new")).toEqual(ownFields(path, created));
    expect(new Set(creation?.map(({ old }) => old))).toEqual(new Set([null]));
    expect(update).toEqual([{ name: field, old: created[field], new: "Später" }]);
    expect(byName(deletion ?? [], "old")).toEqual(ownFields(path, changed));
    expect(new Set(deletion?.map((one) => one.new))).toEqual(new Set([null]));
    for (const { at } of changes) {
      expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      // `at` is the database's clock, truncated to milliseconds; `before` and `after` are Node's. A
      // whole second also tolerates small differences and adjustments of the clocks.
      expect(Date.parse(at)).toBeGreaterThanOrEqual(before - 1_000);
      expect(Date.parse(at)).toBeLessThanOrEqual(after + 1_000);
    }
    expect(changes.map(({ at }) => at)).toEqual(
      changes
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
    const numbers = changes.map(({ change_id }) => change_id);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  });

  it("the history rolls back when saving fails, and the record when the history fails", async () => {
    const id = await calls.create(path);
    const loaded = await calls.load(`${path}/${id}`);
    const count = () => db().$queryRawUnsafe<[{ n: number }]>(`SELECT count(*)::int AS n FROM ${definition.table}`);
    const before = await count();
    const failing = async (table: string) => {
      await db().$executeRawUnsafe(
        `CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'fault' USING ERRCODE = '57P01'; END $$`,
      );
      await db().$executeRawUnsafe(
        `CREATE CONSTRAINT TRIGGER fault AFTER INSERT OR UPDATE OR DELETE ON ${table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()`,
      );
      try {
        return [
          (await api.post(`/api/${path}/new`, valuesOf(path))).status,
          (await api.put(`/api/${path}/${id}`, { [field]: "Anders" })).status,
          (await api.delete(`/api/${path}/${id}`)).status,
        ];
      } finally {
        await db().$executeRawUnsafe(`DROP TRIGGER fault ON ${table}`);
      }
    };
    // The trigger makes the transaction fail at commit, after everything was written.
    expect(await failing(definition.table)).toEqual([503, 503, 503]);
    expect(await failing("changes")).toEqual([503, 503, 503]);
    expect(await calls.load(`${path}/${id}`)).toEqual(loaded);
    expect(await calls.etag(`${path}/${id}`)).toBe('"1"');
    expect(await count()).toEqual(before);
    expect(await changesOf(path, id)).toHaveLength(1);
  });
});

describe("values", () => {
  it("values are recorded raw, as in the record", async () => {
    const id = await calls.create("projects", {
      vertragsgrundlage: 1,
      projektbeginn: "2026-01-31",
      projektende: "2026-12-31",
      einrichtungen: [3, 1],
    });
    await api.put(`/api/projects/${id}`, { vertragsgrundlage: -1, einrichtungen: [2, 3, 1], status: 2 });
    const [change] = await changesOf("projects", id);
    const expected = [
      { name: "status", old: 1, new: 2 },
      { name: "vertragsgrundlage", old: 1, new: -1 },
      { name: "projektbeginn", old: "2026-01-31", new: null },
      { name: "projektende", old: "2026-12-31", new: null },
      { name: "einrichtungen", old: [1, 3], new: [1, 2, 3] },
    ];
    expect(change?.fields).toHaveLength(expected.length);
    expect(change?.fields).toEqual(expect.arrayContaining(expected));
    const creation = (await changesOf("projects", id)).at(-1)?.fields ?? [];
    expect(byName(creation, "new").einrichtungen, "in the order in which records show it").toEqual([1, 3]);
  });

  it("recorded values preserve every character", async () => {
    const text = `"'\\ $1 $$ %s 😀 \u0001 \u2028 {"a":[null]} Ärger\nzwei`;
    const id = await calls.create("members", { kommentare: text });
    await api.put(`/api/members/${id}`, { kommentare: `${text}!` });
    const [change] = await changesOf("members", id);
    expect(change?.fields).toEqual([{ name: "kommentare", old: text, new: `${text}!` }]);
  });
});

describe("links", () => {
  it("a change of links is one change shown at both ends, with the names at that time", async () => {
    const member = await createMember(db(), { vorname: "Ada", nachname: "Damals" });
    const project = await createProject(db(), { projekt_titel: "Alt" });
    await api.post(`/api/projects/member/${member}/${project}`);
    await api.put(`/api/members/${member}`, { nachname: "Heute" });
    await api.delete(`/api/members/project/${member}/${project}`);
    await api.put(`/api/projects/${project}`, { projekt_titel: "Neu" });
    const links = (await changesOf("members", member)).filter(({ action }) => action.endsWith("link"));
    const [end, start] = links;
    expect(links).toHaveLength(2);
    expect(start).toMatchObject({
      action: "link",
      user: me,
      source: "app",
      fields: [],
      kind: "projects",
      id: project,
      label: "Alt",
    });
    expect(start?.related).toEqual({ kind: "members", id: member, label: "Ada Damals" });
    expect(end).toMatchObject({ action: "unlink", kind: "members", id: member, label: "Ada Heute" });
    expect(end?.related).toEqual({ kind: "projects", id: project, label: "Alt" });
    const ofProject = await changesOf("projects", project);
    expect(ofProject.filter(({ action }) => action.endsWith("link"))).toEqual(links);
    for (const kind of ["members", "projects"]) {
      const ofKind = await calls.changes(`kind=${kind}&action=link`);
      expect(ofKind.map(({ change_id }) => change_id)).toContain(start?.change_id);
    }
    const others = await calls.changes(`kind=institutions&action=link`);
    expect(others.map(({ change_id }) => change_id)).not.toContain(start?.change_id);
  });

  it("links that are refused or exist already are not recorded", async () => {
    const [member, project] = [await createMember(db()), await createProject(db())];
    const path = `/api/members/project/${member}/${project}`;
    await api.delete(path);
    await api.post(`/api/members/project/${member}/2147483647`);
    await api.post(path);
    await api.post(path);
    expect((await changesOf("members", member)).map(({ action }) => action)).toEqual(["link", "create"]);
  });

  it("links replaced by a request body are separate changes, unchanged ones are not recorded", async () => {
    const [one, two, three] = [
      await createInstitution(db()),
      await createInstitution(db()),
      await createInstitution(db()),
    ];
    const topic = await createThematicField(db(), { themenfeld_de: "Wald" });
    const id = await calls.create("persons", { institution: [one, two], themenfelder: [topic] });
    await api.put(`/api/persons/${id}`, { institution: [{ partner_institution_id: three }, two], telefon: "7" });
    const changes = (await changesOf("persons", id)).map(({ action, related, fields }) => [
      action,
      related?.id ?? fields.length,
    ]);
    expect(changes.slice(0, 3).sort()).toEqual([
      ["link", three],
      ["unlink", one],
      ["update", 1],
    ]);
    expect(changes.slice(3).sort()).toEqual(
      [
        ["create", 10],
        ["link", one],
        ["link", two],
        ["link", topic],
      ].sort(),
    );
    await api.put(`/api/persons/${id}`, { themenfelder: [] });
    const [last] = await changesOf("thematicfields", topic);
    expect(last).toMatchObject({
      action: "unlink",
      kind: "persons",
      id,
      related: { kind: "thematicfields", id: topic, label: "Wald" },
    });
  });

  it("links deleted with a record are part of its single deletion change", async () => {
    const [member, topic] = [await createMember(db()), await createThematicField(db())];
    const project = await calls.create("projects", { themenfelder: [topic] });
    await api.post(`/api/projects/member/${member}/${project}`);
    const [newest] = await calls.changes();
    await api.delete(`/api/projects/${project}`);
    const newChanges = (await calls.changes()).filter(({ change_id }) => change_id > (newest?.change_id ?? 0));
    expect(newChanges).toMatchObject([{ action: "delete", kind: "projects", id: project, related: null }]);
    // The records that were linked to the project lost a link, so their history shows the deletion,
    // too.
    for (const [kind, id] of [
      ["members", member],
      ["thematicfields", topic],
    ] as const) {
      const [last] = await changesOf(kind, id);
      expect(last?.change_id, kind).toBe(newChanges[0]?.change_id);
    }
  });
});

describe("recorded changes", () => {
  it.each([
    ["updated", "UPDATE changes SET label = 'x'"],
    ["updated without effect", "UPDATE changes SET label = label WHERE false"],
    ["deleted", "DELETE FROM changes WHERE change_id = (SELECT max(change_id) FROM changes)"],
    ["truncated", "TRUNCATE changes"],
    [
      "overwritten by an upsert",
      "INSERT INTO changes SELECT * FROM changes ON CONFLICT (change_id) DO UPDATE SET label = 'x'",
    ],
  ])("recorded changes cannot be %s", async (_, statement) => {
    await calls.create("members");
    const all = () => db().$queryRaw`SELECT * FROM changes ORDER BY change_id`;
    const before = await all();
    await expect(db().$executeRawUnsafe(statement)).rejects.toThrow("The history is kept as it was written");
    expect(await all()).toEqual(before);
  });
});
