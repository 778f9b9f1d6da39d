import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { createInstitution, createProject, createThematicField } from "../../support/factories";
import { loggedIn, type Client, type Answer } from "../../support/api";
import { historyCalls, KINDS, NAME_FIELD, valuesOf, type Body, type Loaded } from "../../support/records/history";

/* Contract §8, "Versions": optimistic locking with ETag and If-Match. */

let api: Client;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn();
  calls = historyCalls(api);
});

const NOT_CURRENT = [
  '"2"',
  '"0"',
  'W/"1"',
  '"01"',
  '"1',
  "1",
  "'1'",
  "",
  " ",
  '""',
  '"1" "2"',
  '*, "1"',
  '"1",,x',
  "rubbish",
];
const CURRENT = ['"1"', "*", ' "1" ', '"7", "1"', '"7","1"', 'W/"7", "1"', '"a,b","1"', '"1", ,'];
const ifMatch = (value: string) => ({ headers: { "if-match": value } });
const changesOf = (path: string, id: number) => calls.changes(`kind=${path}&id=${id}`);

describe.each(KINDS)("%s", (path, definition) => {
  const field = NAME_FIELD[path] ?? "";

  it("records return their version only as ETag", async () => {
    const created = await api.post<{ data: { lastId: number } }>(`/api/${path}/new`, valuesOf(path));
    expect([created.status, created.headers.get("etag")]).toEqual([201, '"1"']);
    const id = created.json.data.lastId;
    const read = await api.get<Loaded>(`/api/${path}/${id}`);
    expect(read.headers.get("etag")).toBe('"1"');
    const changed = await api.put(`/api/${path}/${id}`, { [field]: "Anders" });
    expect([changed.status, changed.headers.get("etag")]).toEqual([200, '"2"']);
    expect(await calls.etag(`${path}/${id}`)).toBe('"2"');
    for (const { json } of [created, read, changed]) expect(JSON.stringify(json)).not.toContain('"version"');
    expect(Object.keys(read.json.data)).toEqual(
      expect.arrayContaining([
        definition.key,
        ...Object.keys(valuesOf(path)),
        ...definition.tabs.map(({ list }) => list),
      ]),
    );
  });

  it("records are changed and deleted when If-Match names the current version", async () => {
    for (const value of CURRENT) {
      const id = await calls.create(path);
      const changed = await api.put(`/api/${path}/${id}`, { [field]: "Anders" }, ifMatch(value));
      expect([changed.status, changed.headers.get("etag")], value).toEqual([200, '"2"']);
      const now = value.replaceAll("1", "2");
      expect((await api.delete(`/api/${path}/${id}`, ifMatch(now))).status, now).toBe(200);
    }
  });

  it("returns 412 with the current record for any other If-Match", async () => {
    const id = await calls.create(path);
    const before = await api.get<Loaded>(`/api/${path}/${id}`);
    for (const value of NOT_CURRENT) {
      for (const refused of [
        await api.put(`/api/${path}/${id}`, { [field]: "Anders" }, ifMatch(value)),
        await api.put(`/api/${path}/${id}`, {}, ifMatch(value)),
        await api.delete(`/api/${path}/${id}`, ifMatch(value)),
      ]) {
        expect([refused.status, refused.headers.get("etag")], value).toEqual([412, '"1"']);
        expect(refused.json, value).toEqual({ success: false, message: "edit_conflict", data: before.json.data });
      }
    }
    expect(await changesOf(path, id), "only the create").toHaveLength(1);
  });

  it("a PUT that changes no value keeps version and history", async () => {
    const id = await calls.create(path);
    const loaded = await calls.load(`${path}/${id}`);
    const padded = { [field]: `  ${String(loaded[field])}\t` };
    const lists = Object.entries(loaded).filter(([, value]) => Array.isArray(value));
    const twice = Object.fromEntries(
      lists.map(([name, value]) => [name, [...(value as unknown[]), ...(value as unknown[])]]),
    );
    for (const body of [loaded, {}, padded, { ...loaded, ...twice, ...padded }]) {
      const answer = await api.put(`/api/${path}/${id}`, body, ifMatch('"1"'));
      expect([answer.status, answer.headers.get("etag")]).toEqual([200, '"1"']);
    }
    expect(await changesOf(path, id)).toHaveLength(1);
    expect(await calls.load(`${path}/${id}`)).toEqual(loaded);
  });

  it("a refused change keeps version and history", async () => {
    const id = await calls.create(path);
    expect((await api.put(`/api/${path}/${id}`, { [field]: "", nonsense: 1 })).status).toBe(422);
    expect(
      (await api.put(`/api/${path}/${id}`, undefined, { raw: "[]", headers: { "content-type": "application/json" } }))
        .status,
    ).toBe(400);
    expect(await calls.etag(`${path}/${id}`)).toBe('"1"');
    expect(await changesOf(path, id)).toHaveLength(1);
  });

  it("returns 422 before 404, and 404 before 412", async () => {
    const staleMatch = ifMatch('"77"');
    const id = await calls.create(path);
    expect((await api.put(`/api/${path}/${id}`, { [field]: "" }, staleMatch)).status).toBe(422);
    expect((await api.put(`/api/${path}/2147483647`, { [field]: "" }, staleMatch)).status).toBe(422);
    for (const value of ['"77"', "*"]) {
      expect((await api.put(`/api/${path}/2147483647`, { [field]: "x" }, ifMatch(value))).status).toBe(404);
      expect((await api.delete(`/api/${path}/2147483647`, ifMatch(value))).status).toBe(404);
      expect((await api.delete(`/api/${path}/0`, ifMatch(value))).status).toBe(404);
    }
  });

  it("accepts exactly one of many concurrent changes with the same If-Match", async () => {
    const id = await calls.create(path);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        api.put(`/api/${path}/${id}`, { [field]: `Name ${number}` }, ifMatch('"1"')),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    for (const { json, status } of answers) {
      if (status === 412) expect(json).toMatchObject({ data: { [field]: `Name ${winner}` } });
    }
    expect(await calls.load(`${path}/${id}`)).toMatchObject({ [field]: `Name ${winner}` });
    expect(await calls.etag(`${path}/${id}`)).toBe('"2"');
    expect(await changesOf(path, id)).toHaveLength(2);
  });
});

describe("versions", () => {
  it("the version is raised by each change of the record's own fields, including entry lists", async () => {
    const id = await calls.create("members", { einrichtungen: [2, 1], status: [1] });
    const put = async (body: Body) => (await api.put(`/api/members/${id}`, body)).headers.get("etag");
    expect(await put({ einrichtungen: [1, 2] }), "the same entries").toBe('"1"');
    expect(await put({ einrichtungen: [2, 1, 2] }), "the same entries").toBe('"1"');
    expect(await put({ einrichtungen: [1] })).toBe('"2"');
    expect(await put({ status: [2, 1] })).toBe('"3"');
    expect(await put({ status: [1], einrichtungen: [2], vorname: "Neu" }), "once for all at once").toBe('"4"');
    const project = await calls.create("projects", { einrichtungen: [1] });
    expect((await api.put(`/api/projects/${project}`, { einrichtungen: [2] })).headers.get("etag")).toBe('"2"');
  });

  it("the version is not raised by links", async () => {
    const topic = await createThematicField(db());
    const institution = await createInstitution(db());
    const person = await calls.create("persons", { institution: [institution], themenfelder: [topic] });
    const project = await createProject(db());
    expect(await calls.etag(`persons/${person}`)).toBe('"1"');
    const emptied = await api.put(`/api/persons/${person}`, { institution: [], themenfelder: [] }, ifMatch('"1"'));
    expect([emptied.status, emptied.headers.get("etag")]).toEqual([200, '"1"']);
    await api.post(`/api/persons/project/${person}/${project}`);
    await api.delete(`/api/persons/project/${person}/${project}`);
    await api.put(`/api/projects/${project}`, { themenfelder: [topic] });
    for (const path of [
      `persons/${person}`,
      `projects/${project}`,
      `institutions/${institution}`,
      `thematicfields/${topic}`,
    ]) {
      expect(await calls.etag(path), path).toBe('"1"');
    }
    const both = await api.put(`/api/persons/${person}`, { institution: [institution], telefon: "1" });
    expect(both.headers.get("etag"), "once, for the telephone").toBe('"2"');
  });

  it("the version is not raised by renaming a referenced entry", async () => {
    const id = await calls.create("members", { institut: 2, einrichtungen: [3] });
    await db().$executeRaw`UPDATE institute SET institut_name_de = institut_name_de || ' neu' WHERE institut_id = 2`;
    await db()
      .$executeRaw`UPDATE einrichtungen SET einrichtung_name_de = einrichtung_name_de || ' neu' WHERE einrichtung_id = 3`;
    expect(await calls.etag(`members/${id}`)).toBe('"1"');
    expect(await changesOf("members", id)).toHaveLength(1);
  });
});

describe("stale versions", () => {
  it("a stale version is reported before other refusals of DELETE", async () => {
    const topic = await createThematicField(db());
    const institution = await createInstitution(db());
    await calls.create("persons", { institution: [institution], themenfelder: [topic] });
    for (const path of [`institutions/${institution}`, `thematicfields/${topic}`]) {
      expect((await api.delete(`/api/${path}`, ifMatch('"9"'))).status).toBe(412);
      const refused = await api.delete(`/api/${path}`, ifMatch('"1"'));
      expect([refused.status, refused.json.success]).toEqual([200, false]);
    }
  });

  it("a stale version returns the record with its links, like GET", async () => {
    const institution = await createInstitution(db());
    const id = await calls.create("persons", {
      institution: [institution],
      themenfelder: [await createThematicField(db())],
    });
    const { json } = await api.put<Loaded>(`/api/persons/${id}`, { vorname: "x" }, ifMatch('"9"'));
    expect(json.data).toEqual(await calls.load(`persons/${id}`));
    expect(json.data.institutionen).toHaveLength(1);
  });
});

it("two hundred concurrent changes are all kept and each raises the version", async () => {
  const id = await calls.create("projects", { kommentare: "" });
  const numbers = Array.from({ length: 200 }, (_, number) => String(number));
  // On a slow machine the app may shed some requests with 503 while all connections are in use.
  // These are retried.
  const save = async (kommentare: string): Promise<Answer> => {
    const answer = await api.put(`/api/projects/${id}`, { kommentare });
    return answer.status === 503 ? save(kommentare) : answer;
  };
  const answers = await Promise.all(numbers.map(save));
  expect(answers.filter(({ status }) => status !== 200).map(({ json }) => json)).toEqual([]);
  const versions = answers.map(({ headers }) => Number(headers.get("etag")?.replaceAll('"', "")));
  expect(versions.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 2));
  const all = [
    ...(await calls.changes(`kind=projects&id=${id}`)),
    ...(await calls.changes(`kind=projects&id=${id}&pageNo=1`)),
    ...(await calls.changes(`kind=projects&id=${id}&pageNo=2`)),
  ].filter(({ action }) => action === "update");
  const values = all.map(({ fields }) => fields[0]);
  expect(values.map((change) => change?.new).toSorted()).toEqual(numbers.toSorted());
  // The old value of each change is the new value of the previous change.
  expect(values.slice(0, -1).map((change) => change?.old)).toEqual(values.slice(1).map((change) => change?.new));
  expect((await calls.load(`projects/${id}`)).kommentare).toBe(values[0]?.new);
});
