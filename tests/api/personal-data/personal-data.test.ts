import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import type { PersonalData } from "@/lib/features/personal-data/personal-data-answers";
import { createInstitution, createMember, createProject, createUser, personValues } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { rowsWith } from "../../support/every-text";
import { historyCalls, type Page } from "../../support/records/history";
import { csvOf, importCalls } from "../../support/records/imports";

/*
 * Personal data reports and erasure (contract §9). Permissions by role are in permissions.test.ts.
 */

let admin: Client;
beforeAll(async () => {
  admin = await loggedIn({ role: "admin", name: "Ada Admin" });
});

/** Unique names per test, so that tests do not find each other's persons. */
let SURNAME: string, MAIDEN: string, MAIL: string, NAME: string;
let count = 0;
beforeEach(() => {
  const letters = "abcdefghij"[count++];
  SURNAME = `Zwetschgenreiter${letters}`;
  MAIDEN = `Mädchenname${letters}`;
  MAIL = `ottilie.z${letters}@partner.example`;
  NAME = `Ottilie ${SURNAME}`;
});

/**
 * Creates a person with a long history: the person was renamed, linked, unlinked, linked to a
 * record that was then deleted, and was deleted and restored.
 */
async function personWithPast() {
  const calls = historyCalls(admin);
  const institution = await createInstitution(db());
  const [project, deletedProject] = [await createProject(db()), await createProject(db())];
  const id = await calls.create("persons", {
    ...personValues({ vorname: "Ottilie", nachname: MAIDEN, email: `alt.${MAIL}` }),
    institution: [institution],
  });
  await admin.put(`/api/persons/${id}`, { nachname: SURNAME, email: MAIL, kommentare: `Frau ${SURNAME} war hier` });
  await admin.post(`/api/persons/project/${id}/${project}`);
  await admin.post(`/api/projects/persons/${id}/${deletedProject}`);
  await admin.delete(`/api/persons/project/${id}/${project}`);
  await admin.post(`/api/projects/persons/${id}/${project}`);
  // The deletion of the project removes its link to the person, so the change in the history
  // contains the person's name.
  await admin.delete(`/api/projects/${deletedProject}`);
  await admin.delete(`/api/persons/${id}`);
  const [deleted] = await calls.changes(`kind=persons&id=${id}&action=delete`);
  await calls.revert(deleted);
  return { id, institution, project, goneProject: deletedProject };
}

const read = async (id: number) => (await admin.get<PersonalData>(`/api/persons/${id}/personal-data`)).json;
const erase = (id: number, confirm: unknown = NAME) => admin.post(`/api/persons/${id}/erase`, { confirm });
const everyRow = async () => (await Promise.all([SURNAME, MAIDEN, MAIL].map(rowsWith))).flat();

describe("the personal data report", () => {
  it("the report contains the record, its links, its changes, and mentions in other records", async () => {
    const { id, institution, project } = await personWithPast();
    const member = await createMember(db(), { kommentare: `Kennt Frau ${SURNAME.toUpperCase()} gut` });
    const partner = await createInstitution(db(), { kontaktperson: NAME, email: MAIL });
    const former = await createInstitution(db(), { kontaktperson: `Frau ${MAIDEN}` });
    await admin.put(`/api/institutions/${former}`, { kontaktperson: "Herr Nachfolger" });
    const { id: account } = await createUser(db(), { name: NAME, email: "z@ph.example" });
    const found = await read(id);
    expect(found).toMatchObject({ kind: "persons", id, label: NAME, deleted: false, mentions_complete: true });
    expect(found.record).toMatchObject({ person_id: id, nachname: SURNAME, email: MAIL });
    expect(found.links.map(({ kind, id: other }) => [kind, other])).toEqual([
      ["institutions", institution],
      ["projects", project],
    ]);
    expect(found.changes).toHaveLength(found.changes_total);
    expect(found.changes_total).toBeGreaterThan(7);
    const mentioned = found.mentions.map(({ kind, id: other, fields, past_fields }) => [
      ...[kind, other, fields.toSorted(), past_fields.toSorted()],
    ]);
    expect(mentioned).toEqual([
      ["members", member, ["kommentare"], ["kommentare"]],
      ["institutions", partner, ["email", "kontaktperson"], ["email", "kontaktperson"]],
      ["users", account, ["name"], ["name"]],
      ["institutions", former, [], ["kontaktperson"]],
    ]);
    await db().user.delete({ where: { id: account } });
  });

  it("the report includes merged records and aliases", async () => {
    const calls = historyCalls(admin);
    const keep = await calls.create("persons", personValues({ vorname: "Ottilie", nachname: SURNAME }));
    const drop = await calls.create("persons", personValues({ vorname: "Ottilie", nachname: MAIDEN, email: MAIL }));
    const former = await createInstitution(db(), { kontaktperson: `Frau ${MAIDEN}` });
    await admin.post(`/api/persons/${keep}/merge`, { drop });
    const { record, changes, changes_total, mentions } = await read(keep);
    expect(record.aliases).toEqual([`Ottilie ${MAIDEN}`]);
    const own = (id: number) => changes.filter((change) => change.id === id).map(({ action }) => action);
    expect(own(drop)).toEqual(["delete", "create"]);
    expect(own(keep)).toContain("create");
    expect(changes_total).toBe(changes.length);
    expect(mentions).toMatchObject([{ kind: "institutions", id: former, fields: ["kontaktperson"] }]);
  });

  it("the report covers a deleted record as of its deletion, and is 404 for an unknown one", async () => {
    const { id, institution, project } = await personWithPast();
    await admin.delete(`/api/persons/${id}`);
    const found = await read(id);
    expect(found).toMatchObject({ deleted: true, label: NAME, record: { nachname: SURNAME } });
    expect(found.links.map(({ id: other }) => other)).toEqual([institution, project]);
    expect(await admin.get("/api/persons/999999/personal-data")).toMatchObject({ status: 404 });
  });

  it("the report finds a short name only at the start of a word", async () => {
    const id = await historyCalls(admin).create("persons", { vorname: "Bo", nachname: "Li", email: "bo@x.example" });
    const named = await createMember(db(), { kommentare: "Treffen mit Li" });
    const other = await createMember(db(), { kommentare: "Treffen mit Kalinka" });
    const ids = (await read(id)).mentions.filter(({ kind, fields }) => kind === "members" && fields.length > 0);
    expect(ids.map((mention) => mention.id)).toContain(named);
    expect(ids.map((mention) => mention.id)).not.toContain(other);
  });
});

describe("erasing a person", () => {
  it("erasure removes every value from the database, except mentions in texts, which the report lists", async () => {
    const log = vi.spyOn(console, "log");
    const { id, project } = await personWithPast();
    await createMember(db(), { kommentare: `Kennt Frau ${SURNAME}` });
    const { mentions } = await read(id);
    const lastLine = () => JSON.parse(String(log.mock.calls.at(-1)?.[0])) as object;
    expect(lastLine()).toMatchObject({ event: "personal_data_read", by: expect.any(Number), reason: `persons/${id}` });
    const before = await historyCalls(admin).changes(`kind=persons&id=${id}`);
    expect((await everyRow()).length).toBeGreaterThan(10);
    expect(await erase(id)).toMatchObject({ status: 200, json: { success: true, message: "data_erased" } });
    expect(lastLine()).toMatchObject({ event: "person_erased", by: expect.any(Number), reason: `persons/${id}` });

    const remaining = await everyRow();
    const belongsToMention = ({ table, row }: (typeof remaining)[number]) =>
      mentions.some(({ kind, id: other }) =>
        table === "changes" ? row.kind === kind && row.id === other : table === kind && row.ph_id === other,
      );
    expect(remaining.filter((row) => !belongsToMention(row))).toEqual([]);

    // The changes in the history keep their user, time and action, but lose their values.
    const after = await historyCalls(admin).changes(`kind=persons&id=${id}`);
    const metadata = ({ change_id, at, user, action }: Page["data"][number]) => ({ change_id, at, user, action });
    expect(after.slice(1).map(metadata)).toEqual(before.map(metadata));
    expect(after[0]).toMatchObject({ action: "delete", user: { name: "Ada Admin" }, label: "" });
    const own = after.filter(({ kind }) => kind === "persons");
    for (const { fields, label, revertible } of own) {
      expect({ label, revertible }).toEqual({ label: "", revertible: false });
      for (const { old, new: now } of fields) expect([old, now]).toEqual([null, null]);
    }
    for (const { related } of after.filter(({ kind }) => kind !== "persons")) expect(related?.label ?? "").toBe("");
    expect(JSON.stringify(log.mock.calls)).not.toContain(SURNAME);
    expect((await admin.get<{ data: object }>(`/api/projects/${project}`)).json.data).toMatchObject({ personen: [] });
  });

  it("erasure deletes only the import rows that created or match the person", async () => {
    const { id } = await personWithPast();
    const imports = importCalls(admin);
    const table = csvOf(["ID", "Nachname", "E-Mail"], [id, SURNAME, MAIL], ["", "Andere", "andere@partner.example"]);
    const { id: open } = await imports.preview("persons", table);
    const other = await imports.preview("members", csvOf(["ID", "Nachname"], [id, "Andere"]));
    expect(await erase(id)).toMatchObject({ status: 200 });
    expect((await admin.get<{ data: object[] }>(`/api/imports/${open}/rows`)).json.data).toMatchObject([{ row: 3 }]);
    expect((await admin.get<{ total: number }>(`/api/imports/${other.id}/rows`)).json.total).toBe(1);
  });

  it("erasure deletes the decisions of imports that map a name to the person", async () => {
    const { id } = await personWithPast();
    const table = csvOf(["Name", "Branchen", "Partnerpersonen"], ["Haus", "x", "O. Z."]);
    const names = { Partnerpersonen: { "O. Z.": { id } } };
    const { id: open } = await importCalls(admin).preview("institutions", table, { names });
    expect((await admin.get(`/api/imports/${open}`)).json).toMatchObject({ names });
    expect(await erase(id)).toMatchObject({ status: 200 });
    expect((await admin.get(`/api/imports/${open}`)).json).toMatchObject({ names: {} });
  });

  it("erasure deletes only the import rows that list the person as similar", async () => {
    const { id } = await personWithPast();
    const imports = importCalls(admin);
    const table = csvOf(
      ["Vorname", "Nachname", "E-Mail"],
      ["Ottilie", SURNAME, "anders@partner.example"],
      ["Ganz", "Andere", "ganz.andere@partner.example"],
    );
    const { id: open, json } = await imports.preview("persons", table);
    expect(json.rows[0]).toMatchObject({ action: "create" });
    expect(json.rows[0]?.similar.map((similar) => similar.id)).toContain(id);
    expect(await erase(id)).toMatchObject({ status: 200 });
    const rows = await db().$queryRaw<{ row: number; text: string }[]>`
      SELECT row, to_jsonb(r)::text AS text FROM import_rows r WHERE import_id = ${open} ORDER BY row`;
    // The header row and the other row.
    expect(rows.map(({ row }) => row)).toEqual([1, 3]);
    expect(JSON.stringify(rows)).not.toContain(SURNAME);
    expect((await admin.get(`/api/imports/${open}`)).json).toMatchObject({ rows: 1, total: 1, result: { create: 1 } });
    expect(await imports.run(open)).toMatchObject({ state: "done", result: { create: 1 } });
  });

  it("erasure requires the person's name as confirmation, ignoring whitespace and Unicode form", async () => {
    const { id } = await personWithPast();
    for (const [confirm, errors] of [
      [`Ottilie ${MAIDEN}`, ["mismatch"]],
      [SURNAME, ["mismatch"]],
      [undefined, ["required"]],
      ["", ["mismatch"]],
      [7, ["type"]],
    ] as const) {
      const answer = await admin.post(`/api/persons/${id}/erase`, { confirm });
      expect(answer).toMatchObject({ status: 422, json: { errors: { confirm: errors } } });
    }
    expect(await read(id)).toMatchObject({ deleted: false, label: NAME });
    expect(await erase(id, `  Ottilie   ${SURNAME.normalize("NFD")} `)).toMatchObject({ status: 200 });
  });

  it("erasure works once by id for a deleted record", async () => {
    const { id } = await personWithPast();
    await admin.delete(`/api/persons/${id}`);
    const changes = await db().change.count();
    expect(await erase(id)).toMatchObject({ status: 200 });
    expect(await db().change.count()).toBe(changes);
    expect(await erase(id)).toMatchObject({ status: 404, json: { message: "data_not_found" } });
    expect(await admin.get(`/api/persons/${id}/personal-data`)).toMatchObject({ status: 404 });
  });

  it("erasure cannot be undone by reverting a change or batch, and past states do not show the person", async () => {
    const { id, project, goneProject: deletedProject } = await personWithPast();
    const moment = new Date().toISOString();
    const calls = historyCalls(admin);
    const batch = crypto.randomUUID();
    const other = await createMember(db());
    await erase(id);
    const own = await calls.changes(`kind=persons&id=${id}`);
    for (const change of own.filter(({ kind }) => kind === "persons")) {
      expect(await calls.revert(change, { force: true })).toMatchObject({ status: 409 });
    }
    expect(await admin.get(`/api/persons/${id}?at=${moment}`)).toMatchObject({ status: 404 });
    const past = (await admin.get<{ data: Record<string, unknown> }>(`/api/projects/${project}?at=${moment}`)).json
      .data;
    expect(past).toMatchObject({ personen: [] });
    // A project that was deleted while it was linked to the person is restored without that link.
    const [deletion] = await calls.changes(`kind=projects&id=${deletedProject}&action=delete`);
    const reverted = await calls.revert(deletion);
    expect(reverted).toMatchObject({ status: 200, json: { skipped: [{ kind: "persons", id, label: "" }] } });
    // Puts changes of the person and of another record into one batch. The batch is reverted
    // without the person.
    await db().$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT set_config('cooperation.rule', 'test', true)`;
      await transaction.$executeRaw`UPDATE changes SET batch = ${batch}::uuid
        WHERE (kind = 'persons' AND id = ${id}) OR (kind = 'members' AND id = ${other})`;
    });
    const revert = await admin.post<{ changes: number }>(`/api/history/batches/${batch}/revert`);
    expect(revert).toMatchObject({ status: 200, json: { changes: 1 } });
    expect(await everyRow().then((rows) => rows.filter(({ row }) => row.kind === "persons"))).toEqual([]);
  });

  it("erasure waits for a concurrent restore of the record and erases it afterwards", async () => {
    const { id } = await personWithPast();
    await admin.delete(`/api/persons/${id}`);
    const [deleted] = await historyCalls(admin).changes(`kind=persons&id=${id}&action=delete`);
    await Promise.all([historyCalls(admin).revert(deleted), erase(id)]);
    expect(await admin.get(`/api/persons/${id}`)).toMatchObject({ status: 404 });
    expect((await rowsWith(MAIL)).filter(({ row }) => row.kind === "persons" || row.person_id === id)).toEqual([]);
  });

  it("erasure works for members, too", async () => {
    const id = await createMember(db(), { vorname: "Ottilie", nachname: "Mitgliederling" });
    expect(await admin.post(`/api/members/${id}/erase`, { confirm: "Ottilie Mitgliederling" })).toMatchObject({
      status: 200,
    });
    expect(await rowsWith("Mitgliederling")).toEqual([]);
  });
});

describe("the export of the own account", () => {
  it("the export of the own account contains its sessions, tokens and changes, but no secrets", async () => {
    const client = await loggedIn({ role: "editor", name: "Eda Editor" });
    const { token } = (
      await client.post<{ token: string }>("/api/user/tokens", { name: "Skript", scope: "read", days: 3 })
    ).json;
    await importCalls(client).upload("members", csvOf(["Nachname"], ["Geheimwert"]), "Liste.csv");
    const id = await createMember(db(), { vorname: "Geheimwert" });
    await client.put(`/api/members/${id}`, { vorname: "Anderer" });
    const { json } = await client.get<Record<string, Record<string, unknown>[]>>("/api/user/export");
    expect(json.account).toMatchObject({
      name: "Eda Editor",
      role: "editor",
      has_password: true,
      language: "de",
      recovery_codes: 0,
    });
    expect(json.sessions).toHaveLength(1);
    expect(json.tokens).toMatchObject([{ name: "Skript", scope: "read" }]);
    expect(json.imports).toMatchObject([{ kind: "members", file_name: "Liste.csv", state: "uploaded" }]);
    expect(json.changes).toMatchObject([{ action: "update", kind: "members", id }]);
    expect(json.changes_total).toBe(1);
    expect(json.account_changes).toMatchObject([{ action: "create" }]);
    const text = JSON.stringify(json);
    for (const secret of [token, client.token, "$2b$", 'hash":', "Geheimwert"]) expect(text).not.toContain(secret);
  });
});
