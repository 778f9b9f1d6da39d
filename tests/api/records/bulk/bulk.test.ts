import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import {
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
} from "../../../support/factories";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { loggedIn, type Client } from "../../../support/api";
import { historyCalls, type Reverted } from "../../../support/records/history";

/*
 * Contract §10, "Bulk": the same change is applied to many records as one batch, and each record is
 * validated as in its form.
 */

let api: Client;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn();
  calls = historyCalls(api);
});

type Refused = { id: number; label: string; message?: string; errors?: Record<string, string[]> };
type Result = { matched: number; changed: number; same: number; refused: Refused[]; batch: string | null };

const bulk = async (kind: string, body: object) => (await api.post<Result>(`/api/${kind}/bulk`, body)).json;
const refused = async (kind: string, body: object) => {
  const { status, json } = await api.post<{ errors: object }>(`/api/${kind}/bulk`, body);
  expect(status, JSON.stringify(json)).toBe(422);
  return json.errors;
};
const undo = async ({ batch }: Result) =>
  (await api.post<Reverted & { changes: number }>(`/api/history/batches/${batch}/revert`)).json;
const load = (path: string) => calls.load(path);

describe("setting fields of many records", () => {
  it("a bulk change changes only records that differ, as one batch that a single undo reverts", async () => {
    const [first, second, third] = [
      await createMember(db(), { telefon: "alt 1" }),
      await createMember(db(), { telefon: "alt 2", status: [2] }),
      await createMember(db(), { telefon: "neu", status: [3] }),
    ];
    const ids = [first, second, third, first];
    const before = await Promise.all([first, second, third].map((id) => load(`members/${id}`)));
    const body = { ids, set: { telefon: " neu ", status: [3] } };
    const preview = await bulk("members", { ...body, dry_run: true });
    expect(preview).toEqual({ matched: 3, changed: 2, same: 1, refused: [], batch: null });
    expect(await load(`members/${first}`), "a preview writes nothing").toEqual(before[0]);
    const done = await bulk("members", body);
    expect(done).toEqual({ ...preview, batch: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
    for (const id of ids) expect(await load(`members/${id}`)).toMatchObject({ telefon: "neu", status: [3] });
    expect(await Promise.all([first, second, third].map((id) => calls.etag(`members/${id}`)))).toEqual([
      '"2"',
      '"2"',
      '"1"',
    ]);
    const changes = await calls.changes(`batch=${done.batch}`);
    expect(changes.map(({ id, action, fields }) => ({ id, action, fields })).toReversed()).toEqual([
      {
        id: first,
        action: "update",
        fields: [
          { name: "telefon", old: "alt 1", new: "neu" },
          { name: "status", old: [1], new: [3] },
        ],
      },
      {
        id: second,
        action: "update",
        fields: [
          { name: "telefon", old: "alt 2", new: "neu" },
          { name: "status", old: [2], new: [3] },
        ],
      },
    ]);
    expect(changes[0]).toMatchObject({ source: "app", user: { name: "Test Konto" }, revertible: true });
    expect(await bulk("members", body)).toEqual({ matched: 3, changed: 0, same: 3, refused: [], batch: null });
    expect(await undo(done)).toMatchObject({ success: true, changes: 2 });
    expect(await Promise.all([first, second, third].map((id) => load(`members/${id}`)))).toEqual(before);
  });

  it("a bulk change validates each record like its form, and a refused record does not block the others", async () => {
    const [open, fixed, deleted] = [
      await createProject(db(), { vertragsgrundlage: 0, projektbeginn: "2024-01-01", projekt_titel: "Offen" }),
      await createProject(db(), { vertragsgrundlage: 1, projektbeginn: "2026-01-01", projektende: "2027-01-01" }),
      999_999,
    ];
    const none = await createProject(db(), { projekt_titel: "Ohne" });
    const result = await bulk("projects", { ids: [open, fixed, none, deleted], set: { vertragsgrundlage: 1 } });
    expect(result).toMatchObject({ matched: 4, changed: 0, same: 1, batch: null });
    expect(result.refused).toEqual([
      { id: open, label: "Offen", errors: { projektende: ["required"] } },
      { id: none, label: "Ohne", errors: { projektbeginn: ["required"], projektende: ["required"] } },
      { id: deleted, label: `#${deleted}`, message: "data_not_found" },
    ]);
    const ends = await bulk("projects", { ids: [open, fixed], set: { projektende: "2025-06-30" } });
    expect(ends.refused).toMatchObject([{ id: fixed, errors: { projektende: ["date_order"] } }]);
    expect(ends.same, "a hidden day is dropped").toBe(1);
    const bulkResult = await bulk("projects", {
      ids: [fixed, none],
      set: { vertragsgrundlage: 0, projektbeginn: "2026-02-01" },
    });
    expect(bulkResult).toMatchObject({ changed: 2, refused: [] });
    expect(await load(`projects/${fixed}`)).toMatchObject({ projektende: null, projektbeginn: "2026-02-01" });
  });

  it("a bulk change sets the basis and the end of finished projects together, and refuses reversed terms", async () => {
    const open = { vertragsgrundlage: 0, projektbeginn: "2020-01-01", status: PROJECT_STATUS.completed };
    const first = await createProject(db(), open);
    const late = await createProject(db(), { ...open, projektbeginn: "2023-01-01" });
    const none = await createProject(db(), { status: PROJECT_STATUS.completed });
    const set = { vertragsgrundlage: 1, projektende: "2022-12-31" };
    const result = await bulk("projects", { ids: [first, late, none], set });
    expect(result).toMatchObject({
      changed: 1,
      refused: [
        { id: late, errors: { projektende: ["date_order"] } },
        { id: none, errors: { projektbeginn: ["required"] } },
      ],
    });
    expect(await load(`projects/${first}`)).toMatchObject({ ...set, projektbeginn: "2020-01-01" });
    const begun = { ...set, projektbeginn: "2021-01-01" };
    expect(await bulk("projects", { ids: [none], set: begun })).toMatchObject({ changed: 1, refused: [] });
  });

  it("a bulk change accepts an inactive entry only for records that have it already", async () => {
    const entry = await db().personenstatus.create({
      data: { status_de: "Ehemals", status_en: "Former", position: 99 },
    });
    const [withEntry, withoutEntry] = [
      await createMember(db(), { status: [1, entry.status_id] }),
      await createMember(db()),
    ];
    await db().personenstatus.update({ where: { status_id: entry.status_id }, data: { active: false } });
    const result = await bulk("members", { ids: [withEntry, withoutEntry], set: { status: [entry.status_id] } });
    expect(result).toMatchObject({ changed: 1, refused: [{ id: withoutEntry, errors: { status: ["exists"] } }] });
  });
});

describe("lists and links", () => {
  it("add and remove change the named entries of lists and links and keep the others", async () => {
    const [topic, other] = [await createThematicField(db()), await createThematicField(db())];
    const [first, second] = [
      await createMember(db(), { status: [1], themenfelder: [topic, other] }),
      await createMember(db(), { status: [2] }),
    ];
    const project = await createProject(db(), { projekt_titel: "Gemeinsam" });
    const before = [await load(`members/${first}`), await load(`members/${second}`)];
    const done = await bulk("members", {
      ids: [first, second],
      add: { status: [2], themenfelder: [topic], kooperationsprojekte: [project] },
      remove: { themenfelder: [other] },
    });
    expect(done).toMatchObject({ matched: 2, changed: 2, same: 0, refused: [] });
    expect(await load(`members/${first}`)).toMatchObject({
      status: [1, 2],
      themenfelder: [{ themenfeld_id: topic }],
      kooperationsprojekte: [{ projekt_titel: "Gemeinsam" }],
    });
    expect(await load(`members/${second}`)).toMatchObject({ status: [2], themenfelder: [{ themenfeld_id: topic }] });
    const changes = await calls.changes(`batch=${done.batch}`);
    expect(changes.toReversed().map(({ id, action, related }) => [id, action, related?.label])).toEqual([
      [first, "update", undefined],
      [first, "unlink", expect.any(String)],
      [first, "link", "Gemeinsam"],
      [second, "link", expect.any(String)],
      [second, "link", "Gemeinsam"],
    ]);
    expect((await undo(done)).changes).toBe(5);
    expect([await load(`members/${first}`), await load(`members/${second}`)]).toEqual(before);
  });

  it("add and remove apply after set, also where a field and a tab name the same links", async () => {
    const topic = () => createThematicField(db());
    const [first, second, third] = [await topic(), await topic(), await topic()];
    const topicsOf = async (body: object, before: number[]) => {
      const id = await createPerson(db(), { themenfelder: before });
      const done = await bulk("persons", { ids: [id], ...body });
      const { themenfelder } = (await load(`persons/${id}`)) as { themenfelder: { themenfeld_id: number }[] };
      await undo(done);
      expect(await load(`persons/${id}`)).toMatchObject({
        themenfelder: before.map((themenfeld_id) => ({ themenfeld_id })),
      });
      return themenfelder.map(({ themenfeld_id }) => themenfeld_id);
    };
    expect(await topicsOf({ set: { themenfelder: [first] }, add: { themenfelder: [third] } }, [third])).toEqual([
      first,
      third,
    ]);
    expect(
      await topicsOf({ set: { themenfelder: [first, second] }, remove: { themenfelder: [first] } }, [third]),
    ).toEqual([second]);
    const [institution, other] = [await createInstitution(db()), await createInstitution(db())];
    const person = await createPerson(db(), { institution: [institution] });
    const body = { ids: [person], add: { institution: [other] }, remove: { institutionen: [institution] } };
    expect(await bulk("persons", body)).toMatchObject({ changed: 1 });
    expect(await load(`persons/${person}`)).toMatchObject({ institution: [other] });
  });

  it("links are added without validating the rest of the record, like by the link calls", async () => {
    const [id, project] = [await createMember(db()), await createProject(db())];
    // An invalid value, such as an older version or a direct write to the database may have left.
    await db().$executeRaw`UPDATE members SET email = 'keine Adresse' WHERE ph_id = ${id}`;
    const link = { ids: [id], add: { kooperationsprojekte: [project] } };
    expect(await bulk("members", link)).toMatchObject({ changed: 1, refused: [] });
    expect(await load(`members/${id}`)).toMatchObject({ kooperationsprojekte: [{ projekt_id: project }] });
    const { refused: refusals } = await bulk("members", { ids: [id], set: { telefon: "1" } });
    expect(refusals).toMatchObject([{ id, errors: { email: ["email"] } }]);
  });

  it("required lists cannot be emptied, and set replaces lists like a form", async () => {
    const [topic, other] = [await createThematicField(db()), await createThematicField(db())];
    const id = await createMember(db(), { status: [1], themenfelder: [topic] });
    expect((await bulk("members", { ids: [id], remove: { status: [1] } })).refused).toMatchObject([
      { errors: { status: ["required"] } },
    ]);
    const institution = await createInstitution(db());
    const person = await createPerson(db(), { themenfelder: [topic] });
    const done = await bulk("persons", { ids: [person], set: { themenfelder: [other], institution: [institution] } });
    expect(done.changed).toBe(1);
    expect(await load(`persons/${person}`)).toMatchObject({
      institution: [institution],
      themenfelder: [{ themenfeld_id: other }],
    });
    await undo(done);
    expect(await load(`persons/${person}`)).toMatchObject({
      institution: [],
      themenfelder: [{ themenfeld_id: topic }],
    });
  });
});

describe("the selection of records", () => {
  it("the selection of a bulk change can be a list query, which covers all pages", async () => {
    const mark = "Sammelquartier";
    for (const name of ["a", "b", "c"]) await createInstitution(db(), { name: `${mark} ${name}`, abteilung: "x" });
    await createInstitution(db(), { name: `${mark} leer`, abteilung: "" });
    const query = `filter=${mark}&where[abteilung][empty]=false&pageSize=1&pageNo=7&sortBy=name`;
    expect(await bulk("institutions", { query, set: { telefon: "1" } })).toMatchObject({ matched: 3, changed: 3 });
    expect(await bulk("institutions", { query: `?filter=${mark}`, set: { telefon: "1" } })).toMatchObject({
      matched: 4,
      changed: 1,
      same: 3,
    });
  });

  it("a bulk change is refused with errors by parameter when the request is invalid for all records", async () => {
    const id = await createMember(db());
    const ids = [id];
    expect(await refused("members", { ids, set: { vorname: "", email: "x", schuhgroesse: 1, ph_id: 1 } })).toEqual({
      "set.vorname": ["required"],
      "set.email": ["email"],
      "set.schuhgroesse": ["unknown"],
      "set.ph_id": ["unknown"],
    });
    expect(await refused("members", { ids, set: { institut: 4711, themenfelder: [4711] } })).toEqual({
      "set.institut": ["exists"],
      "set.themenfelder": ["exists"],
    });
    expect(
      await refused("members", { ids, add: { kooperationsprojekte: [4711], vorname: [1] }, remove: { status: "1" } }),
    ).toEqual({
      "add.kooperationsprojekte": ["exists"],
      "add.vorname": ["unknown"],
      "remove.status": ["type"],
    });
    expect(await refused("members", { query: "where[schuhgroesse][in]=1&pageNo=x", set: { telefon: "" } })).toEqual({
      query: expect.arrayContaining(["unknown", "type"]) as string[],
    });
    expect(await refused("members", { query: "filtr=x", delete: true }), "a slip is not everybody").toEqual({
      query: ["unknown"],
    });
    expect(await refused("members", { ids, set: { themenfelder: 5 } })).toEqual({ "set.themenfelder": ["type"] });
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    expect(await refused("members", { ids, remove: { status: numbers(201) } })).toEqual({ "remove.status": ["max"] });
    expect(await refused("members", { ids: numbers(1_001), remove: { kooperationsprojekte: numbers(200) } })).toEqual({
      ids: ["max"],
    });
    expect(await refused("members", { set: { telefon: "" } })).toEqual({ ids: ["required"] });
    expect(await refused("members", { ids, query: "", set: { telefon: "" } })).toEqual({ query: ["type"] });
    expect(await refused("members", { ids })).toEqual({ set: ["required"] });
    expect(await refused("members", { ids, delete: true, set: { telefon: "" } })).toEqual({ delete: ["type"] });
    expect(await refused("members", { ids: [0, "1"], delete: 1, nichts: 1 })).toEqual({
      ids: ["type"],
      delete: ["type"],
      nichts: ["unknown"],
    });
    expect(await refused("members", { ids: numbers(10_001), delete: true })).toEqual({ ids: ["max"] });
    expect((await api.get(`/api/members/${id}`)).headers.get("etag")).toBe('"1"');
  });

  it("a bulk change accepts a query of 4,000 characters and refuses a longer one", async () => {
    const longest = `filter=${randomUUID()}`.padEnd(4_000, "&");
    expect(await bulk("members", { query: longest, set: { telefon: "" } })).toMatchObject({ matched: 0 });
    expect(await refused("members", { query: `${longest}&`, set: { telefon: "" } })).toEqual({ query: ["max"] });
  });
});

describe("deleting many records", () => {
  it("bulk deletion deletes links too, refuses referenced records, and is reverted by a single undo", async () => {
    const project = await createProject(db());
    const [unreferenced, referenced] = [
      await createInstitution(db(), { themenfelder: [await createThematicField(db())] }),
      await createInstitution(db(), { name: "Gehalten" }),
    ];
    await api.post(`/api/institutions/project/${referenced}/${project}`);
    const before = await load(`institutions/${unreferenced}`);
    const body = { ids: [unreferenced, referenced, 999_999], delete: true };
    const preview = await bulk("institutions", { ...body, dry_run: true });
    expect(preview).toEqual({
      matched: 3,
      changed: 1,
      same: 0,
      refused: [
        { id: referenced, label: "Gehalten", message: "cannotdeletecontrains" },
        { id: 999_999, label: "#999999", message: "data_not_found" },
      ],
      batch: null,
    });
    expect(await load(`institutions/${unreferenced}`)).toEqual(before);
    const done = await bulk("institutions", body);
    expect(done).toEqual({ ...preview, batch: expect.any(String) as string });
    expect((await api.get(`/api/institutions/${unreferenced}`)).status).toBe(404);
    expect((await api.get(`/api/institutions/${referenced}`)).status).toBe(200);
    expect(await undo(done)).toMatchObject({ changes: 1, skipped: [] });
    expect(await load(`institutions/${unreferenced}`)).toEqual(before);
    const topic = await createThematicField(db());
    await createMember(db(), { themenfelder: [topic] });
    expect((await bulk("thematicfields", { ids: [topic], delete: true })).refused).toMatchObject([
      { message: "thematic_field_still_in_use" },
    ]);
  });
});
