import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { kinds, type KindName } from "@/lib/model/kinds/registry";
import { commandContext, inTransaction } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { editRecord } from "@/lib/store/records/edit-records";
import {
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
  memberValues,
  projectValues,
} from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { historyCalls, type Reverted } from "../../support/records/history";

/*
 * Contract §8, "Undo": batches are reverted as a whole, and some changes can no longer be reverted.
 */

let api: Client;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn();
  calls = historyCalls(api);
});

const NOT_REVERTIBLE = { status: 409, json: { success: false, message: "not_revertible" } };
const newestOf = async (path: string, id: number) => (await calls.changes(`kind=${path}&id=${id}`))[0];

type Step = { kind: KindName; id: number | null; body: AnyRow | "delete" };

/**
 * Saves several changes as one batch, as an import does.
 * @returns the id of the batch and the keys of the saved records
 */
async function saveAsBatch(steps: readonly Step[]) {
  const batch = randomUUID();
  const ids = await inTransaction({ ...commandContext(), batch }, async (unit) => {
    const savedIds: number[] = [];
    for (const { kind, id, body } of steps) {
      const definition = kinds[kind] as unknown as AnyDefinition;
      const isDelete = body === "delete";
      const saved = await editRecord(unit, definition, isDelete ? { id, remove: true } : { id, set: body });
      if (!isDelete) savedIds.push(saved.id);
    }
    return savedIds;
  });
  return { batch, ids };
}

type BatchReverted = Omit<Reverted, "kind" | "id"> & { changes: number };
const revertBatch = (batch: string, body?: object) =>
  api.post<BatchReverted>(`/api/history/batches/${batch}/revert`, body);

describe("batches", () => {
  it("a batch is reverted as a whole, newest change first", async () => {
    const topic = await createThematicField(db());
    const member = await createMember(db(), { vorname: "Vorher" });
    const deletedPerson = await createPerson(db(), { themenfelder: [topic] });
    const before = [await calls.load(`members/${member}`), await calls.load(`persons/${deletedPerson}`)];
    const { batch, ids } = await saveAsBatch([
      { kind: "member", id: member, body: { vorname: "Eins" } },
      { kind: "member", id: member, body: { vorname: "Zwei", telefon: "1" } },
      { kind: "project", id: null, body: projectValues({ themenfelder: [topic] }) },
      { kind: "person", id: deletedPerson, body: "delete" },
      { kind: "member", id: member, body: { vorname: "Drei" } },
    ]);
    const done = await calls.changes(`batch=${batch}`);
    expect(done).toHaveLength(6);
    for (const change of done) expect(change).toMatchObject({ batch, source: "command", user: null });
    const answer = await revertBatch(batch.toUpperCase());
    expect(answer.json).toEqual({ success: true, message: "reverted", changes: 6, skipped: [] });
    expect([await calls.load(`members/${member}`), await calls.load(`persons/${deletedPerson}`)]).toEqual(before);
    expect((await api.get(`/api/projects/${ids[2]}`)).status).toBe(404);
    expect((await calls.changes(`batch=${batch}`)).map(({ revertible }) => revertible)).toEqual(done.map(() => false));
    const revertChanges = (await calls.changes()).slice(0, 6);
    expect(revertChanges.map(({ reverts }) => reverts).toReversed(), "newest first").toEqual(
      done.map(({ change_id }) => change_id),
    );
    expect(await revertBatch(batch), "it is undone already").toMatchObject(NOT_REVERTIBLE);
    const again = revertChanges[0]?.batch ?? "";
    expect(again).not.toBe(batch);
    expect((await revertBatch(again)).json.changes, "the undoing is a batch, too").toBe(6);
    expect((await calls.load(`members/${member}`)).vorname).toBe("Drei");
  });

  it("a batch is not reverted at all when one of its changes cannot be", async () => {
    const [first, last] = [await createMember(db()), await createMember(db(), { vorname: "Alt" })];
    const { batch } = await saveAsBatch([
      { kind: "member", id: first, body: { vorname: "Neu" } },
      { kind: "member", id: last, body: { vorname: "Neu" } },
    ]);
    await api.put(`/api/members/${first}`, { vorname: "Kollege" });
    expect(await revertBatch(batch)).toMatchObject({
      status: 409,
      json: { message: "changed_since", fields: ["vorname"] },
    });
    expect((await calls.load(`members/${last}`)).vorname).toBe("Neu");
    expect(await calls.changes(`kind=members&id=${last}`), "nothing written").toHaveLength(2);
    expect((await revertBatch(batch, { force: true })).json.changes).toBe(2);
    expect((await calls.load(`members/${last}`)).vorname).toBe("Alt");
  });

  it("reverting a batch is refused when a creation cannot be deleted or a record no longer exists", async () => {
    const member = await createMember(db());
    const { batch, ids } = await saveAsBatch([
      { kind: "institution", id: null, body: { name: "Haus", organisationsform: 1, branchen: "x" } },
      { kind: "member", id: member, body: { vorname: "Neu" } },
    ]);
    const link = `/api/institutions/project/${ids[0]}/${await createProject(db())}`;
    await api.post(link);
    const refused = await revertBatch(batch, { force: true });
    expect([refused.status, refused.json]).toEqual([200, { success: false, message: "cannotdeletecontrains" }]);
    expect((await calls.load(`members/${member}`)).vorname).toBe("Neu");
    await api.delete(link);
    await api.delete(`/api/members/${member}`);
    expect(await revertBatch(batch, { force: true })).toMatchObject(NOT_REVERTIBLE);
    expect((await api.get(`/api/institutions/${ids[0]}`)).status).toBe(200);
  });

  it("reverting a batch skips changes that were reverted individually", async () => {
    const member = await createMember(db(), { vorname: "Alt" });
    const { batch } = await saveAsBatch([
      { kind: "member", id: member, body: { vorname: "Neu" } },
      { kind: "member", id: member, body: { telefon: "1" } },
    ]);
    const first = (await calls.changes(`batch=${batch}`))[1];
    await calls.revert(first);
    expect((await revertBatch(batch)).json.changes).toBe(1);
    expect(await calls.load(`members/${member}`)).toMatchObject({ vorname: "Alt", telefon: "" });
  });

  it("reverting a batch reports every link that could not be restored", async () => {
    const [project, person] = [await createProject(db(), { projekt_titel: "Weg" }), await createPerson(db())];
    await api.post(`/api/projects/persons/${person}/${project}`);
    const { batch } = await saveAsBatch([{ kind: "person", id: person, body: "delete" }]);
    await api.delete(`/api/projects/${project}`);
    expect((await revertBatch(batch)).json).toMatchObject({
      changes: 1,
      skipped: [{ kind: "projects", id: project, label: "Weg" }],
    });
  });

  it("a batch is reverted once by concurrent requests", async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => createMember(db())));
    const { batch } = await saveAsBatch(
      members.map((id) => ({ kind: "member" as const, id, body: { vorname: "Neu" } })),
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => revertBatch(batch, { force: true })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const revertChanges = (await calls.changes()).filter(({ reverts }) => reverts !== null);
    expect(new Set(revertChanges.map(({ reverts }) => reverts)).size).toBe(revertChanges.length);
    for (const id of members) expect(await calls.etag(`members/${id}`)).toBe('"3"');
  });
});

describe("creations", () => {
  it("a creation is reverted like DELETE, with the same refusals", async () => {
    const topic = await createThematicField(db());
    const institution = await createInstitution(db());
    const person = await calls.create("persons", { institution: [institution], themenfelder: [topic] });
    for (const [path, id, message] of [
      ["institutions", institution, "cannotdeletecontrains"],
      ["thematicfields", topic, "thematic_field_still_in_use"],
    ] as const) {
      const creation = (await calls.changes(`kind=${path}&id=${id}&action=create`)).at(-1);
      expect(creation).toMatchObject({ kind: path, id });
      const refused = await calls.revert(creation, { force: true });
      expect([refused.status, refused.json]).toEqual([200, { success: false, message }]);
      expect((await api.get(`/api/${path}/${id}`)).status).toBe(200);
    }
    expect((await calls.load(`persons/${person}`)).institutionen).toHaveLength(1);
    const creation = (await calls.changes(`kind=persons&id=${person}&action=create`))[0];
    expect((await calls.revert(creation)).status, "a person takes its links along").toBe(200);
  });
});

describe("changes that cannot be reverted", () => {
  const temporaryEntry = async () => {
    const [row] = await db().$queryRaw<[{ institut_id: number }]>`
      INSERT INTO institute (institut_name_de, institut_name_en) VALUES ('Kurzlebig', 'Short-lived') RETURNING institut_id`;
    return {
      id: row.institut_id,
      remove: () => db().$executeRaw`DELETE FROM institute WHERE institut_id = ${row.institut_id}`,
    };
  };

  it("a change that refers to a deleted reference entry is not reverted", async () => {
    const entry = await temporaryEntry();
    const [changed, deleted] = [
      await createMember(db(), { institut: entry.id }),
      await createMember(db(), { institut: entry.id }),
    ];
    await api.put(`/api/members/${changed}`, { institut: 1, telefon: "1" });
    await api.delete(`/api/members/${deleted}`);
    await entry.remove();
    const update = await newestOf("members", changed);
    expect(await calls.revert(update)).toMatchObject(NOT_REVERTIBLE);
    expect(await calls.revert(update, { force: true })).toMatchObject(NOT_REVERTIBLE);
    expect((await calls.load(`members/${changed}`)).telefon, "nothing of it").toBe("1");
    expect(await calls.revert(await newestOf("members", deleted))).toMatchObject(NOT_REVERTIBLE);
    expect((await api.get(`/api/members/${deleted}`)).status).toBe(404);
  });

  it("a change is not reverted when this would violate the record's rules or set a hidden field", async () => {
    const dates = { vertragsgrundlage: 1, projektbeginn: "2026-01-01", projektende: "2026-06-30" };
    const id = await calls.create("projects", dates);
    await api.put(`/api/projects/${id}`, { projektende: "2026-12-31" });
    const endChange = await newestOf("projects", id);
    await api.put(`/api/projects/${id}`, { projektbeginn: "2026-08-01" });
    expect(await calls.revert(endChange), "it would end before it begins").toMatchObject(NOT_REVERTIBLE);
    await api.put(`/api/projects/${id}`, { vertragsgrundlage: -1 });
    expect(await calls.revert(endChange)).toMatchObject({ status: 409, json: { fields: ["projektende"] } });
    expect(await calls.revert(endChange, { force: true }), "the date is hidden").toMatchObject(NOT_REVERTIBLE);
    expect(await calls.load(`projects/${id}`)).toMatchObject({ projektende: null });
  });

  it("a deletion is not reverted when the record's id is in use again", async () => {
    const id = await calls.create("members", memberValues());
    await api.delete(`/api/members/${id}`);
    const deletion = await newestOf("members", id);
    await db().$executeRaw`
      INSERT INTO members (ph_id, titel, vorname, nachname, email, fakultaet, institut) VALUES (${id}, 1, 'A', 'B', 'a@b.de', 1, 1)`;
    expect(await calls.revert(deletion)).toMatchObject(NOT_REVERTIBLE);
    expect((await calls.load(`members/${id}`)).vorname).toBe("A");
  });
});
