import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Change } from "@/lib/features/history/history-answers";
import { expectDefined } from "@/lib/base/errors/invariant";
import { db } from "@/lib/store/database/client";
import { createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { fileCalls, pdf, sha256 } from "../../support/records/files";
import { historyCalls, type Body } from "../../support/records/history";
import { referenceCalls } from "../../support/records/reference";

/* Contract §18, "History": changes of files are reverted. */

const NOT_REVERTIBLE = { status: 409, json: { success: false, message: "not_revertible" } };

let api: Client;
let admin: Client;
let files: ReturnType<typeof fileCalls>;
let calls: ReturnType<typeof historyCalls>;
let project: string;
beforeAll(async () => {
  api = await loggedIn();
  admin = await loggedIn({ role: "admin" });
  files = fileCalls(api);
  calls = historyCalls(api);
});
beforeEach(async () => {
  project = `projects/${await createProject(db())}`;
});

const change = (id: number, values: object) => api.put(`/api/files/${id}`, values);
const remove = (id: number) => api.delete(`/api/files/${id}`);
/** The changes of a file and of its record's deletion, newest first. */
const changesOf = (id: number) => calls.changes(`kind=files&id=${id}`);
const newestOf = async (id: number): Promise<Change> => expectDefined((await changesOf(id))[0], "a change");
const revertNewest = async (id: number, body?: Body) => calls.revert(await newestOf(id), body);
const isFound = async (id: number) => (await api.get(`/api/files/${id}`)).status === 200;

/** What the API says about a file, with the digests of the bytes of all its versions. */
async function stateOf(id: number) {
  const versions = await files.versions(id);
  const digests: string[] = [];
  for (const { fassung } of versions) digests.push(sha256((await files.content(id, `?fassung=${fassung}`)).bytes));
  return { file: await files.read(id), versions, digests };
}

/** Makes what was deleted or reverted until now older than it can be restored. */
async function let30DaysPass() {
  await db().$executeRaw`UPDATE files SET deleted_at = deleted_at - interval '31 days'`;
  await db().$executeRaw`UPDATE file_versions SET removed_at = removed_at - interval '31 days'`;
}

describe("the revert of an upload", () => {
  it("deletes the file", async () => {
    const id = await files.add(project);
    const { status, json } = await revertNewest(id);
    expect([status, json]).toEqual([200, { success: true, message: "reverted", kind: "files", id, skipped: [] }]);
    expect([await isFound(id), await files.ofRecord(project)]).toEqual([false, []]);
  });

  it("is a deletion in the history, which names what it reverts", async () => {
    const id = await files.add(project);
    const upload = await newestOf(id);
    await calls.revert(upload);
    expect(await changesOf(id)).toMatchObject([
      { action: "delete", reverts: upload.change_id, revertible: true },
      { action: "create", reverts: null, revertible: false },
    ]);
  });

  it("is reverted itself: the file comes back under its id, with its metadata and versions", async () => {
    const id = await files.add(project);
    const upload = await newestOf(id);
    await change(id, { bezeichnung: "Rahmenvertrag", gueltig_bis: "2027-01-31", dateiart: 2 });
    await files.addVersion(id, pdf("zwei"), "Zwei.pdf");
    const before = await stateOf(id);
    await calls.revert(upload);
    expect(await isFound(id)).toBe(false);
    expect((await revertNewest(id)).status).toBe(200);
    expect(await stateOf(id)).toEqual(before);
  });

  it("happens once", async () => {
    const id = await files.add(project);
    const upload = await newestOf(id);
    await calls.revert(upload);
    await revertNewest(id);
    expect(await calls.revert(upload)).toMatchObject(NOT_REVERTIBLE);
    expect(await isFound(id)).toBe(true);
  });
});

describe("the revert of changed metadata", () => {
  it("restores the old values", async () => {
    const id = await files.add(project, pdf(), "a.pdf", { gueltig_ab: "2026-01-01" });
    const before = await stateOf(id);
    await change(id, { bezeichnung: "Neu", dateiart: 1, gueltig_ab: "2026-02-01", gueltig_bis: "2026-03-01" });
    expect((await revertNewest(id)).status).toBe(200);
    expect(await stateOf(id)).toEqual(before);
  });

  it("leaves other values as they are now", async () => {
    const id = await files.add(project);
    await change(id, { bezeichnung: "Neu" });
    const renaming = await newestOf(id);
    await change(id, { dateiart: 3 });
    expect((await calls.revert(renaming)).status).toBe(200);
    expect(await files.read(id)).toMatchObject({ bezeichnung: "", dateiart: 3 });
  });

  it("is refused with the fields that have changed since", async () => {
    const id = await files.add(project);
    await change(id, { bezeichnung: "Eins", dateiart: 2 });
    const first = await newestOf(id);
    await change(id, { bezeichnung: "Zwei" });
    const { status, json } = await calls.revert(first);
    expect([status, json]).toEqual([409, { success: false, message: "changed_since", fields: ["bezeichnung"] }]);
    expect(await files.read(id)).toMatchObject({ bezeichnung: "Zwei", dateiart: 2 });
  });

  it("restores fields that have changed since when it is forced", async () => {
    const id = await files.add(project);
    await change(id, { bezeichnung: "Eins", dateiart: 2 });
    const first = await newestOf(id);
    await change(id, { bezeichnung: "Zwei" });
    expect((await calls.revert(first, { force: true })).status).toBe(200);
    expect(await files.read(id)).toMatchObject({ bezeichnung: "", dateiart: -1 });
  });

  it("is refused where the days would be in the wrong order", async () => {
    const id = await files.add(project, pdf(), "a.pdf", { gueltig_bis: "2026-06-30" });
    await change(id, { gueltig_bis: "2026-12-31" });
    const longer = await newestOf(id);
    await change(id, { gueltig_ab: "2026-08-01" });
    expect(await calls.revert(longer, { force: true })).toMatchObject(NOT_REVERTIBLE);
    expect(await files.read(id)).toMatchObject({ gueltig_ab: "2026-08-01", gueltig_bis: "2026-12-31" });
  });

  it("is refused where the kind of file does not exist any more", async () => {
    const lists = referenceCalls(admin);
    const temporary = await lists.add("dateiarten");
    const id = await files.add(project, pdf(), "a.pdf", { dateiart: String(temporary) });
    await change(id, { dateiart: 1 });
    expect((await lists.remove("dateiarten", temporary)).status).toBe(200);
    expect(await revertNewest(id)).toMatchObject(NOT_REVERTIBLE);
    expect(await files.read(id)).toMatchObject({ dateiart: 1 });
  });
});

describe("the revert of a new version", () => {
  it("removes the version: content, name and number are as before", async () => {
    const id = await files.add(project, pdf("eins"), "Eins.pdf");
    const before = await stateOf(id);
    await files.addVersion(id, Uint8Array.from(Buffer.from("Zwei")), "zwei.txt");
    expect((await revertNewest(id)).status).toBe(200);
    expect(await stateOf(id)).toEqual(before);
    expect((await files.content(id, "?fassung=2")).status).toBe(404);
  });

  it("frees the number for the next version", async () => {
    const id = await files.add(project);
    await files.addVersion(id);
    await revertNewest(id);
    const bytes = pdf("wieder zwei");
    expect((await files.addVersion(id, bytes)).json).toMatchObject({ fassung: 2 });
    expect((await files.versions(id)).map(({ fassung }) => fassung)).toEqual([2, 1]);
    expect(sha256((await files.content(id)).bytes)).toBe(sha256(bytes));
  });

  it("is refused while there is a newer one", async () => {
    const id = await files.add(project);
    await files.addVersion(id);
    const second = await newestOf(id);
    await files.addVersion(id);
    const before = await stateOf(id);
    expect(await calls.revert(second, { force: true })).toMatchObject(NOT_REVERTIBLE);
    expect(await stateOf(id)).toEqual(before);
  });

  it("works once the newer one is reverted", async () => {
    const id = await files.add(project);
    const before = await stateOf(id);
    await files.addVersion(id);
    const second = await newestOf(id);
    await files.addVersion(id);
    await revertNewest(id);
    expect((await calls.revert(second)).status).toBe(200);
    expect(await stateOf(id)).toEqual(before);
  });

  it("is reverted itself: the version comes back", async () => {
    const id = await files.add(project);
    await files.addVersion(id, pdf("zwei"), "Zwei.pdf");
    const before = await stateOf(id);
    await revertNewest(id);
    expect((await revertNewest(id)).status).toBe(200);
    expect(await stateOf(id)).toEqual(before);
  });

  it("is not reverted itself once its number is given again", async () => {
    const id = await files.add(project);
    await files.addVersion(id);
    await revertNewest(id);
    const removal = await newestOf(id);
    await files.addVersion(id);
    const before = await stateOf(id);
    expect(await calls.revert(removal, { force: true })).toMatchObject(NOT_REVERTIBLE);
    expect(await stateOf(id)).toEqual(before);
  });

  it("brings back the version that it has removed, not another one with the same bytes", async () => {
    const id = await files.add(project, pdf(), "Eins.pdf");
    const bytes = pdf("zwei");
    await files.addVersion(id, bytes, "Zwei.pdf");
    await revertNewest(id);
    const removal = await newestOf(id);
    await files.addVersion(id, bytes, "Anders.pdf");
    await revertNewest(id);
    expect((await calls.revert(removal)).status).toBe(200);
    expect(await files.read(id)).toMatchObject({ fassung: 2, name: "Zwei.pdf", sha256: sha256(bytes) });
  });

  it("restores the metadata that were changed with it", async () => {
    const id = await files.add(project, pdf(), "a.pdf", { bezeichnung: "Entwurf", dateiart: "2" });
    const before = await stateOf(id);
    await files.addVersion(id, pdf(), "b.pdf", { bezeichnung: "Vertrag", dateiart: "1", gueltig_ab: "2026-01-01" });
    const after = await stateOf(id);
    await revertNewest(id);
    expect(await stateOf(id)).toEqual(before);
    await revertNewest(id);
    expect(await stateOf(id)).toEqual(after);
  });

  it("asks before it overwrites metadata that have changed since", async () => {
    const id = await files.add(project);
    await files.addVersion(id, pdf(), "b.pdf", { bezeichnung: "Vertrag" });
    const version = await newestOf(id);
    await change(id, { bezeichnung: "Rahmenvertrag" });
    expect(await calls.revert(version)).toMatchObject({
      status: 409,
      json: { message: "changed_since", fields: ["bezeichnung"] },
    });
    expect((await calls.revert(version, { force: true })).status).toBe(200);
    expect(await files.read(id)).toMatchObject({ fassung: 1, bezeichnung: "" });
  });

  it("is not offered by force where there is a newer one and metadata have changed", async () => {
    const id = await files.add(project);
    await files.addVersion(id, pdf(), "b.pdf", { bezeichnung: "Vertrag" });
    const version = await newestOf(id);
    await files.addVersion(id, pdf(), "c.pdf", { bezeichnung: "Rahmenvertrag" });
    expect(await calls.revert(version)).toMatchObject(NOT_REVERTIBLE);
  });
});

describe("the revert of a deletion", () => {
  it("restores metadata and all versions", async () => {
    const id = await files.add(project, pdf("eins"), "Eins.pdf", { bezeichnung: "Vertrag", gueltig_ab: "2026-01-01" });
    await files.addVersion(id, pdf("zwei", 300_000), "Zwei.pdf", { sichtbar: "bearbeiter" });
    await files.addVersion(id, pdf("drei"), "Drei.pdf");
    const before = await stateOf(id);
    await remove(id);
    expect((await revertNewest(id)).status).toBe(200);
    expect(await stateOf(id)).toEqual(before);
  });

  it("is possible for 30 days", async () => {
    const id = await files.add(project);
    await remove(id);
    await let30DaysPass();
    expect(await newestOf(id)).toMatchObject({ action: "delete", revertible: false });
    expect(await revertNewest(id, { force: true })).toMatchObject(NOT_REVERTIBLE);
    expect(await isFound(id)).toBe(false);
  });

  it("gives the file the default kind where its own was deleted", async () => {
    const lists = referenceCalls(admin);
    const temporary = await lists.add("dateiarten");
    const id = await files.add(project, pdf(), "a.pdf", { dateiart: String(temporary) });
    await remove(id);
    await lists.remove("dateiarten", temporary);
    expect((await revertNewest(id)).status).toBe(200);
    expect(await files.read(id)).toMatchObject({ dateiart: -1 });
  });
});

describe("the list of changes", () => {
  it("does not offer to bring back a version that was removed more than 30 days ago", async () => {
    const id = await files.add(project);
    await files.addVersion(id);
    await revertNewest(id);
    await let30DaysPass();
    const removal = await newestOf(id);
    expect(await calls.revert(removal)).toMatchObject(NOT_REVERTIBLE);
    expect(removal.revertible).toBe(false);
  });

  it("offers the reverts that are not refused, and no others", async () => {
    const id = await files.add(project);
    await change(id, { bezeichnung: "Eins" });
    await files.addVersion(id, pdf(), "b.pdf", { dateiart: "1" });
    await files.addVersion(id);
    await change(id, { bezeichnung: "Zwei" });
    await remove(id);
    // Each round reverts the oldest revertible change, which makes others revertible or not.
    for (let round = 0; round < 12; round += 1) {
      const all = await changesOf(id);
      for (const refused of all.filter(({ revertible }) => !revertible))
        expect(await calls.revert(refused, { force: true }), `change ${refused.change_id}`).toMatchObject(
          NOT_REVERTIBLE,
        );
      const offered = all.filter(({ revertible }) => revertible);
      const chosen = round % 2 === 0 ? offered.at(-1) : offered[0];
      expect((await calls.revert(chosen, { force: true })).status, `${chosen?.action} in round ${round}`).toBe(200);
    }
  });

  it("offers no change of a file whose record is deleted", async () => {
    const id = await files.add(project);
    await change(id, { bezeichnung: "Neu" });
    const [renaming, upload] = await changesOf(id);
    await api.delete(`/api/${project}`);
    const [deletion, ...others] = await changesOf(id);
    expect(deletion).toMatchObject({ kind: "projects", action: "delete", revertible: true });
    expect(others.map(({ revertible }) => revertible)).toEqual([false, false]);
    expect(await calls.revert(renaming)).toMatchObject(NOT_REVERTIBLE);
    expect(await calls.revert(upload)).toMatchObject(NOT_REVERTIBLE);
  });

  it("offers no deletion of a file whose record was deleted later", async () => {
    const id = await files.add(project);
    await remove(id);
    const deletion = await newestOf(id);
    await api.delete(`/api/${project}`);
    expect(await newestOf(id)).toMatchObject({ change_id: deletion.change_id, revertible: false });
    expect(await calls.revert(deletion)).toMatchObject(NOT_REVERTIBLE);
  });
});

describe("who may revert changes of files", () => {
  it("a reader may not", async () => {
    const id = await files.add(project);
    const reader = historyCalls(await loggedIn({ role: "reader" }));
    expect((await reader.revert(await newestOf(id))).status).toBe(403);
    expect(await isFound(id)).toBe(true);
  });

  it("an account that does not see the file does not find its changes", async () => {
    const id = await fileCalls(admin).add(project, pdf(), "a.pdf", { sichtbar: "admin" });
    const [upload] = await historyCalls(admin).changes(`kind=files&id=${id}`);
    expect(upload).toMatchObject({ revertible: true });
    const { status, json } = await calls.revert(upload);
    expect([status, json]).toEqual([404, { success: false, message: "data_not_found" }]);
    expect((await admin.get(`/api/files/${id}`)).status).toBe(200);
  });

  it("an account does not find older changes of a file that it does not see any more", async () => {
    const id = await files.add(project);
    const upload = await newestOf(id);
    await admin.put(`/api/files/${id}`, { sichtbar: "admin" });
    expect((await calls.revert(upload)).status).toBe(404);
  });

  it("an account cannot hide a file from itself by a revert", async () => {
    const id = await fileCalls(admin).add(project, pdf(), "a.pdf", { sichtbar: "admin" });
    await admin.put(`/api/files/${id}`, { sichtbar: "alle" });
    expect(await revertNewest(id, { force: true })).toMatchObject(NOT_REVERTIBLE);
    expect(await files.read(id)).toMatchObject({ sichtbar: "alle" });
  });
});

describe("the revert of a replaced kind of files", () => {
  /** Replaces a new kind of files, which some files have, by another one. */
  async function replaced(count: number) {
    const lists = referenceCalls(admin);
    const old = await lists.add("dateiarten", { dateiart_de: `Alt ${project}`, dateiart_en: `Old ${project}` });
    const ids: number[] = [];
    for (let at = 0; at < count; at += 1) ids.push(await files.add(project, pdf(), "a.pdf", { dateiart: String(old) }));
    const { json } = await lists.replace("dateiarten", old, { by: 7 });
    const revert = (body: object = {}) => admin.post(`/api/history/batches/${String(json.batch)}/revert`, body);
    return { old, ids, revert };
  }
  const kindsOf = async (ids: readonly number[]) => {
    const kinds: unknown[] = [];
    for (const id of ids) kinds.push((await files.read(id)).dateiart);
    return kinds;
  };

  it("leaves out files that were deleted since", async () => {
    const { old, ids, revert } = await replaced(3);
    const [deleted = 0, ...others] = ids;
    await remove(deleted);
    expect((await revert()).status).toBe(200);
    expect(await kindsOf(others)).toEqual([old, old]);
    expect(await isFound(deleted)).toBe(false);
  });

  it("leaves out files that were deleted with their record since", async () => {
    const { old, revert } = await replaced(1);
    await api.delete(`/api/${project}`);
    expect((await revert()).status).toBe(200);
    expect(await referenceCalls(admin).entry("dateiarten", old)).toBeDefined();
  });

  it("includes files that have got another version", async () => {
    const { old, ids, revert } = await replaced(2);
    await files.addVersion(ids[0] ?? 0);
    expect((await revert()).status).toBe(200);
    expect(await kindsOf(ids)).toEqual([old, old]);
    expect(await files.read(ids[0] ?? 0)).toMatchObject({ fassung: 2 });
  });

  it("asks before it overwrites another kind", async () => {
    const { old, ids, revert } = await replaced(2);
    await change(ids[1] ?? 0, { dateiart: 1 });
    expect(await revert()).toMatchObject({ status: 409, json: { message: "changed_since", fields: ["dateiart"] } });
    expect((await revert({ force: true })).status).toBe(200);
    expect(await kindsOf(ids)).toEqual([old, old]);
  });
});
