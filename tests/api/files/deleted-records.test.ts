import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { allDefinitions, definitionOf } from "@/lib/model/kinds/registry";
import { expectDefined } from "@/lib/base/errors/invariant";
import { db } from "@/lib/store/database/client";
import { commandContext, inTransaction } from "@/lib/store/database/transaction";
import { editRecord } from "@/lib/store/records/edit-records";
import { createAny, createProject, createThematicField, projectValues } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { fileCalls, pdf, sha256 } from "../../support/records/files";
import { historyCalls } from "../../support/records/history";

/* Contract §18: deleting a record deletes its files in the same change, whose revert restores them. */

let api: Client;
let admin: Client;
let files: ReturnType<typeof fileCalls>;
let calls: ReturnType<typeof historyCalls>;
let id: number;
let project: string;
beforeAll(async () => {
  api = await loggedIn();
  admin = await loggedIn({ role: "admin" });
  files = fileCalls(api);
  calls = historyCalls(api);
});
beforeEach(async () => {
  id = await createProject(db(), { projekt_titel: "Lesen am Rhein" });
  project = `projects/${id}`;
});

const isFound = async (file: number) => (await api.get(`/api/files/${file}`)).status === 200;
/** The actions of the changes that a file's history shows, newest first. */
const actionsOf = async (file: number) =>
  (await calls.changes(`kind=files&id=${file}`)).map(({ action, kind }) => `${action} ${kind}`);
const newestOf = async (path: string, record: number) =>
  expectDefined((await calls.changes(`kind=${path}&id=${record}`))[0], "a change of the record");
const revertDeletion = async (path = "projects", record = id, client = api) =>
  historyCalls(client).revert(await newestOf(path, record));
const revertBatch = (batch: string | null) =>
  api.post<{ changes: number; skipped: object[] }>(`/api/history/batches/${batch}/revert`);
/** Makes a file look as if it had been deleted more than 30 days ago. */
const let30DaysPass = (file: number) =>
  db().$executeRaw`UPDATE files SET deleted_at = now() - interval '31 days' WHERE datei_id = ${file}`;

describe("a deleted record", () => {
  it.each(allDefinitions)("takes its files along, and brings them back: $apiPath", async (definition) => {
    const { apiPath } = definition;
    const record = await createAny(db(), definition);
    const bytes = pdf();
    const file = await files.add(`${apiPath}/${record}`, bytes, "a.pdf", { bezeichnung: "Vertrag" });
    await files.addVersion(file, pdf("zwei"));
    const before = [await files.ofRecord(`${apiPath}/${record}`), await files.versions(file)];
    await api.delete(`/api/${apiPath}/${record}`);
    expect(await isFound(file)).toBe(false);
    expect(await actionsOf(file)).toEqual([`delete ${apiPath}`, "update files", "create files"]);
    expect((await revertDeletion(apiPath, record)).json).toMatchObject({ success: true, skipped: [] });
    expect([await files.ofRecord(`${apiPath}/${record}`), await files.versions(file)]).toEqual(before);
    expect(sha256((await files.content(file, "?fassung=1")).bytes)).toBe(sha256(bytes));
  });

  it("answers calls of its files as not found", async () => {
    const file = await files.add(project);
    await api.delete(`/api/${project}`);
    const answers = [
      await api.get(`/api/${project}/files`),
      await files.upload(project),
      await api.get(`/api/files/${file}`),
      await api.put(`/api/files/${file}`, { bezeichnung: "Neu" }),
      await api.delete(`/api/files/${file}`),
      await files.content(file),
      await files.addVersion(file),
      await api.get(`/api/files/${file}/versions`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  });

  it("is one change with its files", async () => {
    await files.add(project);
    const file = await files.add(project);
    await api.delete(`/api/${project}`);
    const deletion = await newestOf("projects", id);
    expect(deletion).toMatchObject({ action: "delete", kind: "projects", batch: null });
    expect((await calls.changes(`kind=files&id=${file}`))[0]).toEqual(deletion);
  });

  it("is restored in one change with its files", async () => {
    const file = await files.add(project);
    await api.delete(`/api/${project}`);
    await revertDeletion();
    expect(await actionsOf(file)).toEqual(["create projects", "delete projects", "create files"]);
  });

  it("leaves files deleted that were deleted before it", async () => {
    const [deleted, file] = [await files.add(project), await files.add(project)];
    await api.delete(`/api/files/${deleted}`);
    await api.delete(`/api/${project}`);
    await revertDeletion();
    expect((await files.ofRecord(project)).map(({ datei_id }) => datei_id)).toEqual([file]);
    expect(await actionsOf(deleted)).toEqual(["delete files", "create files"]);
  });

  it("brings back files that can be deleted and restored again", async () => {
    const file = await files.add(project);
    for (let round = 0; round < 2; round += 1) {
      await api.delete(`/api/${project}`);
      await revertDeletion();
    }
    await api.delete(`/api/files/${file}`);
    await files.revert((await files.newestChange(file)).change_id);
    expect((await files.ofRecord(project)).map(({ datei_id }) => datei_id)).toEqual([file]);
  });

  it("takes files along that its deleter does not see", async () => {
    const hidden = fileCalls(admin);
    const file = await hidden.add(project, pdf(), "a.pdf", { sichtbar: "admin" });
    await api.delete(`/api/${project}`);
    expect((await admin.get(`/api/files/${file}`)).status).toBe(404);
    expect((await calls.changes(`kind=files&id=${file}`)).length, "no trace").toBe(0);
    expect((await historyCalls(admin).changes(`kind=files&id=${file}`))[0]).toMatchObject({ kind: "projects" });
    expect((await revertDeletion()).status).toBe(200);
    expect((await hidden.ofRecord(project)).map(({ datei_id }) => datei_id)).toEqual([file]);
  });

  it("takes its files along when it is deleted by SQL", async () => {
    const file = await files.add(project);
    await db().$executeRaw`DELETE FROM projects WHERE projekt_id = ${id}`;
    expect(await isFound(file)).toBe(false);
    expect(await actionsOf(file)).toEqual(["delete projects", "create files"]);
    expect((await revertDeletion()).json).toMatchObject({ success: true, skipped: [] });
    expect(await isFound(file)).toBe(true);
  });

  it("has its values as they were before, also at a time when it had files", async () => {
    const topic = await createThematicField(db());
    await api.post(`/api/thematicfields/project/${topic}/${id}`);
    const file = await files.add(project);
    await api.put(`/api/files/${file}`, { bezeichnung: "Vertrag" });
    const before = await calls.load(project);
    const { at } = await newestOf("projects", id);
    await api.delete(`/api/${project}`);
    expect(await calls.load(`${project}?at=${at}`)).toMatchObject({
      projekt_titel: before.projekt_titel,
      themenfelder: before.themenfelder,
      hochschulmitglieder: [],
    });
  });
});

describe("a record that is restored after more than 30 days", () => {
  it("names the files that are gone", async () => {
    const [gone, kept] = [
      await files.add(project, pdf(), "a.pdf", { bezeichnung: "Vertrag" }),
      await files.add(project),
    ];
    await api.delete(`/api/${project}`);
    await let30DaysPass(gone);
    const { status, json } = await revertDeletion();
    expect([status, json]).toEqual([
      200,
      {
        ...{ success: true, message: "reverted", kind: "projects", id },
        skipped: [{ kind: "files", id: gone, label: "Vertrag" }],
      },
    ]);
    expect((await files.ofRecord(project)).map(({ datei_id }) => datei_id)).toEqual([kept]);
  });

  it("is not said to have been restored with them", async () => {
    const gone = await files.add(project);
    await api.delete(`/api/${project}`);
    await let30DaysPass(gone);
    await revertDeletion();
    expect(await actionsOf(gone)).toEqual(["delete projects", "create files"]);
  });

  it("names no file that the account does not see", async () => {
    const hidden = await fileCalls(admin).add(project, pdf(), "Geheim.pdf", { sichtbar: "admin" });
    await api.delete(`/api/${project}`);
    await let30DaysPass(hidden);
    expect((await revertDeletion()).json).toMatchObject({ success: true, skipped: [] });
  });

  it("names every file to who sees it", async () => {
    const hidden = await fileCalls(admin).add(project, pdf(), "Geheim.pdf", { sichtbar: "admin" });
    await api.delete(`/api/${project}`);
    await let30DaysPass(hidden);
    expect((await revertDeletion("projects", id, admin)).json).toMatchObject({
      skipped: [{ kind: "files", id: hidden, label: "Geheim.pdf" }],
    });
  });
});

describe("the revert of a batch", () => {
  it("restores the files of records that were deleted together", async () => {
    const ids = [id, await createProject(db()), await createProject(db())];
    const added: number[] = [];
    for (const each of ids) added.push(await files.add(`projects/${each}`));
    const { json } = await api.post<{ batch: string }>("/api/projects/bulk", { ids, delete: true });
    expect(await Promise.all(added.map(isFound))).toEqual([false, false, false]);
    await let30DaysPass(added[2] ?? 0);
    expect((await revertBatch(json.batch)).json).toMatchObject({
      changes: 3,
      skipped: [{ kind: "files", id: added[2] }],
    });
    expect(await Promise.all(added.map(isFound))).toEqual([true, true, false]);
    for (const [at, each] of ids.slice(0, 2).entries())
      expect((await files.ofRecord(`projects/${each}`)).map(({ datei_id }) => datei_id)).toEqual([added[at]]);
  });

  it("deletes the files of records that the batch has created, and its own revert restores them", async () => {
    const batch = randomUUID();
    const definition: AnyDefinition = definitionOf("project");
    const created = await inTransaction({ ...commandContext(), source: "import", batch }, async (unit) => {
      const first = await editRecord(unit, definition, { id: null, set: projectValues() });
      await editRecord(unit, definition, { id: null, set: projectValues() });
      return first.id;
    });
    const file = await files.add(`projects/${created}`);
    expect((await revertBatch(batch)).json).toMatchObject({ changes: 2, skipped: [] });
    expect(await isFound(file)).toBe(false);
    const deletion = await newestOf("projects", created);
    expect(deletion).toMatchObject({ action: "delete" });
    expect((await revertBatch(deletion.batch)).json).toMatchObject({ changes: 2, skipped: [] });
    expect((await files.ofRecord(`projects/${created}`)).map(({ datei_id }) => datei_id)).toEqual([file]);
  });

  it("deletes the files of a record whose creation is reverted", async () => {
    const file = await files.add(project);
    const creation = (await calls.changes(`kind=projects&id=${id}&action=create`)).at(-1);
    expect((await calls.revert(creation)).status).toBe(200);
    expect(await isFound(file)).toBe(false);
    await revertDeletion();
    expect(await isFound(file)).toBe(true);
  });
});
