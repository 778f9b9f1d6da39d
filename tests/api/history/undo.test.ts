import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { linkListOfCall, linkCallNames } from "@/lib/model/kinds/relations";
import { definitionOf } from "@/lib/model/kinds/registry";
import { db } from "@/lib/store/database/client";
import { createAny, createInstitution, createProject, createThematicField } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { historyCalls, KINDS, NAME_FIELD, type Reverted } from "../../support/records/history";

/* Contract §8, "Undo": reverting a single change. Batches are in undo-batches.test.ts. */

let api: Client;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn();
  calls = historyCalls(api);
});

const changesOf = (path: string, id: number) => calls.changes(`kind=${path}&id=${id}`);
const newestOf = async (path: string, id: number) => (await changesOf(path, id))[0];
const revertNewest = async (path: string, id: number, body?: object) =>
  calls.revert(await newestOf(path, id), { ...body });
const NOT_REVERTIBLE = { status: 409, json: { success: false, message: "not_revertible" } };

describe.each(KINDS)("%s", (path, definition) => {
  const field = NAME_FIELD[path] ?? "";
  const list = Object.keys(definition.fields).find((name) => definition.fields[name]?.storage.in === "list");

  it("undo restores only the changed values of a record", async () => {
    const id = await calls.create(path);
    const before = await calls.load(`${path}/${id}`);
    await api.put(`/api/${path}/${id}`, { [field]: "Anders", ...(list && { [list]: [3, 1, 2] }) });
    const change = await newestOf(path, id);
    expect(change?.revertible).toBe(true);
    const answer = await calls.revert(change);
    expect(answer).toMatchObject({
      status: 200,
      json: { success: true, message: "reverted", kind: path, id, skipped: [] },
    });
    expect(await calls.load(`${path}/${id}`)).toEqual(before);
    expect(await calls.etag(`${path}/${id}`)).toBe('"3"');
    const [reverting, reverted] = await changesOf(path, id);
    expect(reverting).toMatchObject({ action: "update", reverts: change?.change_id, revertible: true });
    expect(reverting?.user).toEqual(change?.user);
    expect(reverted?.revertible).toBe(false);
    expect(await calls.revert(change)).toMatchObject(NOT_REVERTIBLE);
    expect(await calls.revert(change, { force: true })).toMatchObject(NOT_REVERTIBLE);
  });

  it("undo does not overwrite a later change unless forced", async () => {
    const id = await calls.create(path);
    const before = await calls.load(`${path}/${id}`);
    await api.put(`/api/${path}/${id}`, { [field]: "Eins" });
    const change = await newestOf(path, id);
    await api.put(`/api/${path}/${id}`, { [field]: "Zwei" });
    const refused = await calls.revert(change);
    expect(refused).toMatchObject({ status: 409, json: { success: false, message: "changed_since", fields: [field] } });
    expect((await calls.load(`${path}/${id}`))[field]).toBe("Zwei");
    expect(await calls.etag(`${path}/${id}`)).toBe('"3"');
    expect((await calls.revert(change, { force: true })).status).toBe(200);
    expect(await calls.load(`${path}/${id}`)).toEqual(before);
    expect(await newestOf(path, id)).toMatchObject({ fields: [{ name: field, old: "Zwei", new: before[field] }] });
  });

  it("deleted records are restored with the same id and a higher version", async () => {
    const id = await calls.create(path);
    await api.put(`/api/${path}/${id}`, { [field]: "Zuletzt", ...(list && { [list]: [2, 1] }) });
    const before = await calls.load(`${path}/${id}`);
    await api.delete(`/api/${path}/${id}`, { headers: { "if-match": '"2"' } });
    const deletion = await newestOf(path, id);
    expect((await calls.revert(deletion)).json).toEqual({
      success: true,
      message: "reverted",
      kind: path,
      id,
      skipped: [],
    });
    expect(await calls.load(`${path}/${id}`)).toEqual(before);
    expect(Number((await calls.etag(`${path}/${id}`))?.replaceAll('"', ""))).toBeGreaterThan(2);
    expect(await newestOf(path, id)).toMatchObject({
      action: "create",
      reverts: deletion?.change_id,
      label: definition.label(before, "de"),
    });
    expect(await calls.revert(deletion)).toMatchObject(NOT_REVERTIBLE);
    expect(await calls.create(path), "an id of its own").toBeGreaterThan(id);
  });

  it("undo of a creation deletes the record, undo of that restores it, and the id is not reused", async () => {
    const id = await calls.create(path);
    const before = await calls.load(`${path}/${id}`);
    expect((await revertNewest(path, id)).status).toBe(200);
    expect((await api.get(`/api/${path}/${id}`)).status).toBe(404);
    expect(await calls.create(path)).toBeGreaterThan(id);
    expect((await revertNewest(path, id)).status, "the revert of the revert").toBe(200);
    expect(await calls.load(`${path}/${id}`)).toEqual(before);
    expect((await revertNewest(path, id)).status, "and of that").toBe(200);
    expect((await changesOf(path, id)).map(({ action }) => action)).toEqual(["delete", "create", "delete", "create"]);
  });

  it("a deleted record's change cannot be undone, nor can a record be restored that exists", async () => {
    const id = await calls.create(path);
    await api.put(`/api/${path}/${id}`, { [field]: "Anders" });
    const [update, creation] = await changesOf(path, id);
    await api.delete(`/api/${path}/${id}`);
    const deletion = await newestOf(path, id);
    for (const change of [update, creation]) {
      expect(await calls.revert(change, { force: true })).toMatchObject(NOT_REVERTIBLE);
    }
    const changes = await changesOf(path, id);
    expect(changes.map(({ action, revertible }) => [action, revertible])).toEqual([
      ["delete", true],
      ["update", false],
      ["create", false],
    ]);
    await calls.revert(deletion);
    expect(await calls.revert(deletion)).toMatchObject(NOT_REVERTIBLE);
    expect((await calls.revert(update)).status, "it is there again").toBe(200);
  });

  it("a change is reverted once by concurrent requests", async () => {
    const id = await calls.create(path);
    const atOnce = async (force: boolean) => {
      const change = await newestOf(path, id);
      const answers = await Promise.all(Array.from({ length: 6 }, () => calls.revert(change, { force })));
      return [
        answers.map(({ status }) => status).sort(),
        (await calls.changes(`kind=${path}&id=${id}`)).filter(({ reverts }) => reverts === change?.change_id).length,
      ];
    };
    const expected = [[200, 409, 409, 409, 409, 409], 1];
    await api.put(`/api/${path}/${id}`, { [field]: "Anders" });
    expect(await atOnce(true)).toEqual(expected);
    await api.put(`/api/${path}/${id}`, { [field]: "Wieder" });
    expect(await atOnce(false)).toEqual(expected);
    await api.delete(`/api/${path}/${id}`);
    expect(await atOnce(false)).toEqual(expected);
    expect(await atOnce(false), "the creation").toEqual(expected);
  });
});

describe.each(linkCallNames())("links of %s", (name) => {
  const { own, other, path: order, list } = linkListOfCall(name);
  const [parent, child] = [definitionOf(own.kind), definitionOf(other.kind)];

  it("links are reverted in both directions, unless there is nothing to revert", async () => {
    const ids = {
      [own.column]: await createAny(db(), parent),
      [other.column]: await createAny(db(), child),
    };
    const id = ids[own.column] ?? 0;
    const path = `/api/${name}/${order.map((column) => ids[column]).join("/")}`;
    const linked = async () => ((await calls.load(`${parent.apiPath}/${id}`))[list] as unknown[]).length;
    await api.post(path);
    const link = await newestOf(parent.apiPath, id);
    expect((await calls.revert(link)).json).toEqual({
      success: true,
      message: "reverted",
      kind: parent.apiPath,
      id,
      skipped: [],
    });
    expect(await linked()).toBe(0);
    const unlink = await newestOf(child.apiPath, ids[other.column] ?? 0);
    expect(unlink).toMatchObject({ action: "unlink", reverts: link?.change_id });
    expect((await calls.revert(unlink)).status).toBe(200);
    expect(await linked()).toBe(1);
    await api.delete(path);
    const manualUnlink = await newestOf(parent.apiPath, id);
    const relinked = (await changesOf(parent.apiPath, id))[1];
    expect(relinked?.revertible).toBe(false);
    expect(await calls.revert(relinked), "the link is gone").toMatchObject(NOT_REVERTIBLE);
    await api.post(path);
    expect(await calls.revert(manualUnlink), "the link is there").toMatchObject(NOT_REVERTIBLE);
    await api.delete(path);
    const last = await newestOf(parent.apiPath, id);
    await api.delete(`/api/${child.apiPath}/${ids[other.column]}`);
    expect(
      (await changesOf(parent.apiPath, id)).find(({ change_id }) => change_id === last?.change_id)?.revertible,
    ).toBe(false);
    expect(await calls.revert(last), "an end is gone").toMatchObject(NOT_REVERTIBLE);
  });
});

it("changed values of a link cannot be undone once the link is gone", async () => {
  const [institution, project] = [await createInstitution(db()), await createProject(db())];
  const path = `/api/institutions/project/${institution}/${project}`;
  await api.post(path, { bis: "2026-01-01" });
  await api.put(path, { bis: "2026-12-31" });
  const change = await newestOf("institutions", institution);
  await api.delete(path);
  expect(await calls.revert(change)).toMatchObject(NOT_REVERTIBLE);
  expect(await calls.revert(change, { force: true })).toMatchObject(NOT_REVERTIBLE);
  expect(await api.put(path, { bis: null, was: { bis: "2026-12-31" } })).toMatchObject({ status: 404 });
});

describe("restored records", () => {
  it("a restored record has its links again, except those to deleted records, which are reported", async () => {
    const topic = await createThematicField(db());
    const [kept, deleted] = [await createProject(db()), await createProject(db(), { projekt_titel: "Vergangen" })];
    const institution = await createInstitution(db());
    const id = await calls.create("persons", { institution: [institution], themenfelder: [topic] });
    for (const project of [kept, deleted]) await api.post(`/api/persons/project/${id}/${project}`);
    const before = await calls.load(`persons/${id}`);
    await api.delete(`/api/persons/${id}`);
    const deletion = await newestOf("persons", id);
    await api.delete(`/api/projects/${deleted}`);
    const { json } = await calls.revert(deletion);
    expect(json.skipped).toEqual([{ kind: "projects", id: deleted, label: "Vergangen" }]);
    const after = await calls.load(`persons/${id}`);
    const projects = before.kooperationsprojekte as { projekt_id: number }[];
    expect(after).toEqual({
      ...before,
      kooperationsprojekte: projects.filter(({ projekt_id }) => projekt_id === kept),
    });
    const [restoration] = await changesOf("projects", kept);
    expect(restoration, "the project got its link back").toMatchObject({ action: "create", kind: "persons", id });
    expect((await calls.load(`projects/${kept}`)).personen).toHaveLength(1);
  });
});

describe("request bodies and ids", () => {
  it.each([
    ["nothing", undefined, {}, 200],
    ["nothing, as JSON", "", { "content-type": "application/json" }, 200],
    ["{}", "{}", { "content-type": "application/json" }, 200],
    ["force", '{"force": false}', { "content-type": "application/json" }, 200],
    ["no boolean", '{"force": "x"}', { "content-type": "application/json" }, 422],
    ["null", '{"force": null}', { "content-type": "application/json" }, 422],
    ["an unknown field", '{"force": true, "x": 1}', { "content-type": "application/json" }, 422],
    ["a list", "[]", { "content-type": "application/json" }, 400],
    ["half an object", "{", { "content-type": "application/json" }, 400],
    ["text", "{}", { "content-type": "text/plain" }, 415],
  ])("undo accepts or refuses the body: %s", async (_, raw, headers, status) => {
    const id = await calls.create("members");
    await api.put(`/api/members/${id}`, { vorname: "Neu" });
    const change = await newestOf("members", id);
    const answer = await api.post<Reverted>(`/api/history/${change?.change_id}/revert`, undefined, { raw, headers });
    expect(answer.status).toBe(status);
    expect(await calls.etag(`members/${id}`)).toBe(status === 200 ? '"3"' : '"2"');
  });

  it.each(["2147483647", "0", "-1", "x", "1.0", "99999999999"])("undo returns 404 for the change %s", async (id) => {
    expect(await api.post(`/api/history/${id}/revert`)).toMatchObject({
      status: 404,
      json: { message: "data_not_found" },
    });
  });

  it.each([randomUUID(), "x", "0"])("undo returns 404 for the batch %s", async (batch) => {
    expect(await api.post(`/api/history/batches/${batch}/revert`)).toMatchObject({
      status: 404,
      json: { message: "data_not_found" },
    });
  });
});
