import { beforeAll, describe, expect, it } from "vitest";
import { nameColumns } from "@/lib/model/reference-lists/reference-lists";
import { db } from "@/lib/store/database/client";
import { createInstitution, createMember, createPerson, createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { historyCalls } from "../../support/records/history";
import { errors, FORBIDDEN, names, referenceCalls, type Row } from "../../support/records/reference";

/* Contract §9, "Reference lists": inactive entries, replacement and reverts. */

let admin: Client;
let editor: Client;
let reader: Client;
let calls: ReturnType<typeof historyCalls>;
let lists: ReturnType<typeof referenceCalls>;
beforeAll(async () => {
  [admin, editor, reader] = [
    await loggedIn({ role: "admin" }),
    await loggedIn({ role: "editor" }),
    await loggedIn({ role: "reader" }),
  ];
  calls = historyCalls(admin);
  lists = referenceCalls(admin);
});

describe("inactive entries", () => {
  it("an inactive entry stays in records that have it, and is refused for others", async () => {
    const [titel, einrichtung] = [await lists.add("titel"), await lists.add("einrichtungen")];
    const user = await createMember(db(), { titel, einrichtungen: [einrichtung] });
    const other = await createMember(db());
    for (const [list, id] of [
      ["titel", titel],
      ["einrichtungen", einrichtung],
    ] as const) {
      expect((await lists.change(list, id, { active: false })).status).toBe(200);
    }
    const loaded = await calls.load(`members/${user}`);
    expect((await editor.put(`/api/members/${user}`, { ...loaded, telefon: "1" })).status).toBe(200);
    expect((await editor.put(`/api/members/${user}`, { einrichtungen: [-1, einrichtung] })).status).toBe(200);
    const refused = errors({ titel: ["exists"], einrichtungen: ["exists"] });
    const body = { titel, einrichtungen: [einrichtung] };
    expect(await editor.put(`/api/members/${other}`, body)).toMatchObject(refused);
    const values = await calls.load(`members/${other}`);
    expect(await editor.post("/api/members/new", { ...values, ...body })).toMatchObject(refused);
    expect(await editor.put("/api/members/999999", body), "whatever the record").toMatchObject({ status: 404 });
    expect((await editor.put(`/api/members/${user}`, { titel: -1 })).status).toBe(200);
    expect(await editor.put(`/api/members/${user}`, { titel })).toMatchObject(errors({ titel: ["exists"] }));
    expect(await lists.entry("titel", titel)).toMatchObject({ active: false, used: 0 });
    const { json } = await reader.get<{ titel: Row[] }>("/api/global");
    expect(
      json.titel.map((row) => row.titel_id),
      "its name is still known",
    ).toContain(titel);
  });

  it("an inactive entry is restored by reverts", async () => {
    const titel = await lists.add("titel");
    const [changed, deleted] = [await createMember(db(), { titel }), await createMember(db(), { titel })];
    await editor.put(`/api/members/${changed}`, { titel: -1 });
    await editor.delete(`/api/members/${deleted}`);
    await lists.change("titel", titel, { active: false });
    for (const id of [changed, deleted]) {
      const [last] = await calls.changes(`kind=members&id=${id}`);
      expect((await calls.revert(last)).status).toBe(200);
      expect(await calls.load(`members/${id}`)).toMatchObject({ titel });
    }
  });
});

describe("replacing an entry", () => {
  it("replacing an entry changes all records as one batch, which is reverted as a whole", async () => {
    const [old, by] = [await lists.add("einrichtungen"), await lists.add("einrichtungen")];
    const last = await lists.add("einrichtungen");
    const member = await createMember(db(), { einrichtungen: [old, -1] });
    const both = await createMember(db(), { einrichtungen: [old, by] });
    const project = await createProject(db(), { einrichtungen: [old] });
    const untouched = await createProject(db(), { einrichtungen: [-1] });
    const paths = [`members/${member}`, `members/${both}`, `projects/${project}`, `projects/${untouched}`];
    const all = async () => ({
      records: await Promise.all(paths.map((path) => calls.load(path))),
      entries: await lists.entriesOf("einrichtungen"),
    });
    const before = await all();

    const { status, json } = await lists.replace("einrichtungen", old, { by });
    expect([status, json]).toMatchObject([200, { success: true, message: "reference_replaced", changed: 3 }]);
    const after = await all();
    expect(after.records.map(({ einrichtungen }) => einrichtungen)).toEqual([[-1, by], [by], [by], [-1]]);
    expect(await lists.entry("einrichtungen", old)).toBeUndefined();
    expect(await lists.entry("einrichtungen", by)).toMatchObject({ used: 3 });
    expect(await Promise.all(paths.map((path) => calls.etag(path)))).toEqual(['"2"', '"2"', '"2"', '"1"']);
    const changes = await calls.changes(`batch=${json.batch}`);
    const changed = [...paths.slice(0, 3), `einrichtungen/${old}`];
    expect(changes.map(({ kind, id }) => `${kind}/${id}`).toSorted()).toEqual(changed.toSorted());
    expect(changes.find(({ kind }) => kind === "projects")?.fields).toEqual([
      { name: "einrichtungen", old: [old], new: [by] },
    ]);
    const [deletion] = await calls.changes(`kind=einrichtungen&id=${old}`);
    expect(deletion).toMatchObject({ action: "delete", batch: json.batch, revertible: true });
    expect(deletion?.user).toEqual(changes[0]?.user);

    const path = `/api/history/batches/${json.batch}/revert`;
    expect(await editor.post(path), "the entry is an admin's").toMatchObject(FORBIDDEN);
    expect((await calls.load(paths[0] ?? "")).einrichtungen, "and nothing was undone").toEqual([-1, by]);
    expect((await admin.post(path)).json).toEqual({ success: true, message: "reverted", changes: 4, skipped: [] });
    expect(await all()).toEqual(before);
    expect((await lists.idsOf("einrichtungen")).slice(-3), "at its place").toEqual([old, by, last]);
    expect(await admin.post(path)).toMatchObject({ status: 409, json: { message: "not_revertible" } });
    expect((await calls.changes(`kind=einrichtungen&id=${old}`))[0]).toMatchObject({ reverts: deletion?.change_id });
  });

  it.each([
    ["titel", () => lists.add("titel"), (titel: number) => createPerson(db(), { titel }), "persons", "titel"],
    [
      "organisationsformen",
      () => lists.add("organisationsformen"),
      (organisationsform: number) => createInstitution(db(), { organisationsform }),
      "institutions",
      "organisationsform",
    ],
    [
      "personenstatus",
      () => lists.add("personenstatus"),
      (status: number) => createMember(db(), { status: [status] }),
      "members",
      "status",
    ],
    [
      "zusammenarbeit",
      () => lists.add("zusammenarbeit"),
      (id: number) => createProject(db(), { zusammenarbeit_ende_nach_vertrag: id }),
      "projects",
      "zusammenarbeit_ende_nach_vertrag",
    ],
  ] as const)("replacing an entry works in %s", async (list, make, carry, path, field) => {
    const [old, by] = [await make(), await make()];
    const id = await carry(old);
    expect((await lists.replace(list, old, { by })).json).toMatchObject({ success: true, changed: 1 });
    expect([(await calls.load(`${path}/${id}`))[field]].flat()).toEqual([by]);
  });

  it("replacing an entry validates the records", async () => {
    const basis = await lists.add("vertragsgrundlagen");
    const id = await createProject(db(), { vertragsgrundlage: basis, projektbeginn: "2020-01-01", projektende: null });
    const before = await calls.load(`projects/${id}`);
    expect(await lists.replace("vertragsgrundlagen", basis, { by: 1 }), "it has no end").toMatchObject(
      errors({ by: ["unfit"] }),
    );
    expect(await calls.load(`projects/${id}`)).toEqual(before);
    const { json } = await lists.replace("vertragsgrundlagen", basis, { by: -1 });
    expect(json).toMatchObject({ success: true, changed: 1 });
    expect(await calls.load(`projects/${id}`)).toMatchObject({ vertragsgrundlage: -1, projektbeginn: null });
    expect((await admin.post(`/api/history/batches/${json.batch}/revert`)).json).toMatchObject({ success: true });
    expect(await calls.load(`projects/${id}`)).toEqual(before);
  });

  it("replacing an entry requires another active entry of the list", async () => {
    const [id, inactive] = [await lists.add("titel"), await lists.add("titel", { active: false })];
    for (const by of [id, inactive, 999_999]) {
      expect(await lists.replace("titel", id, { by }), String(by)).toMatchObject(errors({ by: ["exists"] }));
    }
    expect(await lists.replace("titel", id, {})).toMatchObject(errors({ by: ["required"] }));
    expect(await lists.replace("titel", id, { by: "1" })).toMatchObject(errors({ by: ["type"] }));
    expect(await lists.entry("titel", id)).toBeDefined();
  });
});

describe("the history of entries", () => {
  it("the history records renaming, deactivation, creation and deletion for admins, who can revert each", async () => {
    const id = await lists.add("fakultaeten");
    const before = await lists.entry("fakultaeten", id);
    await lists.change("fakultaeten", id, { fakultaet_name_de: "Neuer Name" });
    await lists.change("fakultaeten", id, { active: false });
    await lists.remove("fakultaeten", id);
    const [deletion, deactivation, renaming, creation] = await calls.changes(`kind=fakultaeten&id=${id}`);
    expect(creation).toMatchObject({ action: "create", source: "app" });
    expect(creation?.fields.map(({ name }) => name)).toEqual([...nameColumns("fakultaeten"), "active", "position"]);
    expect(renaming).toMatchObject({
      label: "Neuer Name",
      fields: [{ name: "fakultaet_name_de", old: before?.fakultaet_name_de, new: "Neuer Name" }],
    });
    expect(deactivation?.fields).toEqual([{ name: "active", old: true, new: false }]);
    expect(deletion).toMatchObject({ action: "delete", revertible: true });
    expect((await editor.get(`/api/history?kind=fakultaeten&id=${id}`)).status).toBe(403);

    for (const change of [deletion, deactivation, renaming]) {
      expect((await editor.post(`/api/history/${change?.change_id}/revert`)).status, "is not shown to him").toBe(404);
      expect((await calls.revert(change)).json).toMatchObject({ success: true, kind: "fakultaeten", id });
    }
    expect(await lists.entry("fakultaeten", id)).toEqual(before);
    expect(await calls.revert(deletion)).toMatchObject({ status: 409, json: { message: "not_revertible" } });
    expect((await calls.revert(creation)).json).toMatchObject({ success: true });
    expect(await lists.entry("fakultaeten", id)).toBeUndefined();
  });

  it("reverting a change of an entry is refused over later changes unless forced", async () => {
    const id = await lists.add("fakultaeten");
    await lists.change("fakultaeten", id, { fakultaet_name_de: "Zwischenname" });
    const [renaming, creation] = await calls.changes(`kind=fakultaeten&id=${id}`);
    await lists.change("fakultaeten", id, { fakultaet_name_de: "Spätname" });
    const changedSince = { status: 409, json: { message: "changed_since", fields: ["fakultaet_name_de"] } };
    expect(await calls.revert(renaming)).toMatchObject(changedSince);
    expect((await calls.revert(renaming, { force: true })).status).toBe(200);
    await createMember(db(), { fakultaet: id });
    expect(await calls.revert(creation)).toMatchObject({ status: 200, json: { message: "reference_in_use", used: 1 } });
  });

  it("a deleted entry whose name is taken is not restored", async () => {
    const entryNames = names("fakultaeten");
    const id = await lists.add("fakultaeten", entryNames);
    await lists.remove("fakultaeten", id);
    await lists.add("fakultaeten", entryNames);
    const [deletion] = await calls.changes(`kind=fakultaeten&id=${id}`);
    expect(await calls.revert(deletion)).toMatchObject({ status: 409, json: { message: "not_revertible" } });
  });
});
