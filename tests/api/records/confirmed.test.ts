import { beforeAll, describe, expect, it } from "vitest";
import type { Change, HistoryEntry } from "@/lib/features/history/history-answers";
import { isConfirmation } from "@/lib/features/history/confirmation-change";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { confirmableKinds } from "@/lib/features/rounds/round";
import { db } from "@/lib/store/database/client";
import { commandContext, inTransaction } from "@/lib/store/database/transaction";
import { expectDefined } from "@/lib/base/errors/invariant";
import { eraseConfirmer } from "@/lib/features/rounds/server/erase-confirmer";
import { momentsOf } from "@/lib/features/history/server/history";
import { confirmRecords } from "@/lib/store/records/confirm-records";
import { editRecord } from "@/lib/store/records/edit-records";
import { IS_CONFIRMATION } from "@/lib/store/sql/fragments";
import { ANY_ROUND } from "../../support/records/confirmations";
import { createAny, createMember, createPerson, createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { historyCalls, NAME_FIELD, type Body, type Reverted } from "../../support/records/history";
import { importCalls } from "../../support/records/imports";
import { csvRows } from "../../support/records/spreadsheets";
import { insertMany } from "../../support/databases/insert-many";

/* Contract §15: when and by whom a record was confirmed. */

type Rows = { total: number; data: Body[] };

const PATHS = confirmableKinds().map(({ apiPath }) => apiPath);
const MORNING = "2026-11-12T09:05:00.123Z";
const EVENING = "2026-11-12T18:00:00.000Z";
/** A moment that is a day later at the university than in UTC. */
const AFTER_MIDNIGHT = "2026-03-01T23:30:00.000Z";

let api: Client;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn();
  calls = historyCalls(api);
});

const kindOf = (path: string) => expectDefined(definitionOfPath(path), path);
const make = (path: string) => createAny(db(), kindOf(path));

const confirm = (path: string, ids: readonly number[], at: string, by = "Erika Muster", batch?: string) =>
  inTransaction({ ...commandContext(), batch }, (unit) =>
    confirmRecords(
      unit,
      kindOf(path),
      ids.map((id) => ({ id, at: new Date(at), by, round: ANY_ROUND })),
    ),
  );

/** Returns by whom and when a record was confirmed. */
async function confirmation(path: string, id: number) {
  const { bestaetigt_am, bestaetigt_von } = await calls.load(`${path}/${id}`);
  return [bestaetigt_am, bestaetigt_von];
}

const newest = async (path: string, id: number): Promise<Change> =>
  expectDefined((await calls.changes(`kind=${path}&id=${id}`))[0], "a change");
const listed = async (path: string, parameters: Record<string, string>) =>
  (await api.get<Rows>(`/api/${path}?${new URLSearchParams({ pageSize: "100", ...parameters })}`)).json.data;
const idsListed = async (path: string, parameters: Record<string, string>) =>
  (await listed(path, parameters)).map((row) => row[kindOf(path).key]);
const merge = (path: string, keep: number, drop: number) =>
  api.post<{ batch: string }>(`/api/${path}/${keep}/merge`, { drop });
const revertBatch = (batch: string) => api.post<Reverted>(`/api/history/batches/${batch}/revert`);

describe.each(PATHS)("confirmations of %s", (path) => {
  it("a new record is not confirmed", async () => {
    expect(await confirmation(path, await make(path))).toEqual([null, null]);
  });

  it("a confirmation is part of a record and of list rows", async () => {
    const id = await make(path);
    await confirm(path, [id], MORNING);
    expect(await confirmation(path, id)).toEqual([MORNING, "Erika Muster"]);
    const [row] = await listed(path, { ids: String(id) });
    expect(row).toMatchObject({ bestaetigt_am: MORNING, bestaetigt_von: "Erika Muster" });
  });

  it("a confirmation does not change the version, so that edits have no conflict with it", async () => {
    const id = await make(path);
    const etag = await calls.etag(`${path}/${id}`);
    await confirm(path, [id], MORNING);
    expect(await calls.etag(`${path}/${id}`)).toBe(etag);
    const edited = await api.put(
      `/api/${path}/${id}`,
      { kommentare: "Geändert" },
      { headers: { "if-match": String(etag) } },
    );
    expect(edited.status).toBe(200);
    expect(await confirmation(path, id)).toEqual([MORNING, "Erika Muster"]);
  });

  it("the later of two confirmations is kept", async () => {
    const id = await make(path);
    await confirm(path, [id], EVENING, "Zweite");
    await confirm(path, [id], MORNING, "Erste");
    expect(await confirmation(path, id)).toEqual([EVENING, "Zweite"]);
    expect((await calls.changes(`kind=${path}&id=${id}&action=update`)).length).toBe(1);
  });

  it("bodies cannot set the confirmation", async () => {
    const sent = { bestaetigt_am: EVENING, bestaetigt_von: "Ich" };
    const id = await calls.create(path, sent);
    expect(await confirmation(path, id)).toEqual([null, null]);
    await confirm(path, [id], MORNING);
    const loaded = await calls.load(`${path}/${id}`);
    for (const body of [{ ...loaded, ...sent }, sent, { bestaetigt_am: null, bestaetigt_von: 7 }]) {
      expect((await api.put(`/api/${path}/${id}`, body)).status).toBe(200);
    }
    expect(await confirmation(path, id)).toEqual([MORNING, "Erika Muster"]);
  });

  it("an export contains the confirmation, and its file can be imported again", async () => {
    const id = await make(path);
    await confirm(path, [id], AFTER_MIDNIGHT);
    const { bytes } = await api.get(`/api/${path}/export?format=csv&ids=${id}`);
    const [headers = [], cells = []] = csvRows(bytes);
    const cell = (header: string) => cells[headers.indexOf(header)];
    expect([cell("Zuletzt bestätigt"), cell("Bestätigt von")]).toEqual(["02.03.2026", "Erika Muster"]);
    const { json, status } = await importCalls(api).preview(path, bytes.slice());
    expect([status, json.same, json.refused]).toEqual([200, 1, 0]);
    const uploaded = await importCalls(api).upload(path, bytes.slice());
    const importedColumns = uploaded.json.columns.filter(({ field }) => field?.startsWith("bestaetigt"));
    expect(importedColumns).toEqual([]);
  });

  it("a restored record has its confirmation again", async () => {
    const id = await make(path);
    await confirm(path, [id], MORNING);
    await api.delete(`/api/${path}/${id}`);
    const deletion = await newest(path, id);
    expect(deletion.fields).toContainEqual({ name: "bestaetigt_am", old: MORNING, new: null });
    expect((await calls.revert(deletion)).status).toBe(200);
    expect(await confirmation(path, id)).toEqual([MORNING, "Erika Muster"]);
  });

  it("a past state does not show a later confirmation", async () => {
    const id = await make(path);
    const { at } = await newest(path, id);
    await confirm(path, [id], MORNING);
    const { json } = await api.get<{ data: Body }>(`/api/${path}/${id}?at=${at}`);
    expect(json.data).toMatchObject({ bestaetigt_am: null, bestaetigt_von: null });
  });

  it("a past state shows the confirmation that a record had before it was deleted", async () => {
    const id = await make(path);
    const unconfirmed = await make(path);
    await confirm(path, [id], MORNING);
    const { at } = await newest(path, id);
    await api.delete(`/api/${path}/${id}`);
    await api.delete(`/api/${path}/${unconfirmed}`);
    const past = async (recordId: number) =>
      (await api.get<{ data: Body }>(`/api/${path}/${recordId}?at=${at}`)).json.data;
    expect(await past(id)).toMatchObject({ bestaetigt_am: MORNING, bestaetigt_von: "Erika Muster" });
    expect(await past(unconfirmed)).toMatchObject({ bestaetigt_am: null, bestaetigt_von: null });
  });

  it("a merge keeps the later confirmation, and its revert restores both", async () => {
    const [keep, drop] = [await make(path), await make(path)];
    await confirm(path, [keep], MORNING, "Früh");
    await confirm(path, [drop], EVENING, "Spät");
    const { json } = await merge(path, keep, drop);
    expect(await confirmation(path, keep)).toEqual([EVENING, "Spät"]);
    expect((await revertBatch(json.batch)).status).toBe(200);
    expect(await confirmation(path, keep)).toEqual([MORNING, "Früh"]);
    expect(await confirmation(path, drop)).toEqual([EVENING, "Spät"]);
  });

  it("a merge keeps the kept record's confirmation if this is the later one", async () => {
    const [keep, drop] = [await make(path), await make(path)];
    await confirm(path, [keep], EVENING, "Spät");
    await confirm(path, [drop], MORNING, "Früh");
    await merge(path, keep, drop);
    expect(await confirmation(path, keep)).toEqual([EVENING, "Spät"]);
  });
});

describe("the history of a confirmation", () => {
  it("a confirmation is recorded as an update without a user from a round, which cannot be reverted", async () => {
    const id = await createMember(db());
    await confirm("members", [id], MORNING);
    const change = await newest("members", id);
    expect(change).toMatchObject({
      action: "update",
      user: null,
      source: "round",
      revertible: false,
      fields: [
        { name: "bestaetigt_am", old: null, new: MORNING },
        { name: "bestaetigt_von", old: null, new: "Erika Muster" },
      ],
    });
    const { status, json } = await calls.revert(change);
    expect([status, json.message]).toEqual([409, "not_revertible"]);
  });

  it("a confirmation is recorded without a user even where an editor accepts proposals", async () => {
    const id = await createMember(db());
    await inTransaction(
      { ...commandContext(), actor: { id: 1, name: "Redaktion", role: "editor" }, source: "app" },
      (unit) =>
        confirmRecords(unit, kindOf("members"), [{ id, at: new Date(MORNING), by: "Erika Muster", round: ANY_ROUND }]),
    );
    expect(await newest("members", id)).toMatchObject({ user: null, source: "round" });
  });

  it("SQL and the API recognize the same changes as confirmations", async () => {
    const id = await createMember(db());
    await confirm("members", [id], MORNING);
    await api.put(`/api/members/${id}`, { telefon: "1" });
    const actor = { id: 1, name: "Redaktion", role: "editor" as const };
    await inTransaction({ ...commandContext(), actor, source: "round" }, (unit) =>
      editRecord(unit, kindOf("members"), { id, set: { telefon: "2" } }),
    );
    await confirm("members", [id], EVENING);
    const changes = await calls.changes(`kind=members&id=${id}`);
    const stored = await db().$queryRaw<{ is_confirmation: boolean }[]>`
      SELECT ${IS_CONFIRMATION} AS is_confirmation FROM changes c
      WHERE c.kind = 'members' AND c.id = ${id} ORDER BY c.change_id DESC`;
    const expected = [true, false, false, true];
    expect(changes.map(isConfirmation).slice(0, 4)).toEqual(expected);
    expect(stored.map((row) => row.is_confirmation).slice(0, 4)).toEqual(expected);
  });

  it("confirming deleted records records no change", async () => {
    const id = await createMember(db());
    await api.delete(`/api/members/${id}`);
    await confirm("members", [id], MORNING);
    expect((await newest("members", id)).action).toBe("delete");
  });

  it("a confirmation stays when its batch is reverted", async () => {
    const id = await createMember(db(), { nachname: "Vorher" });
    const batch = crypto.randomUUID();
    await confirm("members", [id], MORNING, "Erika Muster", batch);
    const revert = await revertBatch(batch);
    expect([revert.status, revert.json.message]).toEqual([409, "not_revertible"]);
    const changed = await api.post<{ batch: string }>("/api/members/bulk", { ids: [id], set: { nachname: "Nachher" } });
    await confirm("members", [id], EVENING, "Erika Muster", changed.json.batch);
    expect((await revertBatch(changed.json.batch)).status).toBe(200);
    expect((await calls.load(`members/${id}`)).nachname).toBe("Vorher");
    expect(await confirmation("members", id)).toEqual([EVENING, "Erika Muster"]);
  });

  it("the history names who confirmed a record again", async () => {
    const id = await createMember(db());
    await confirm("members", [id], MORNING);
    await confirm("members", [id], EVENING);
    expect((await newest("members", id)).fields).toEqual([
      { name: "bestaetigt_am", old: MORNING, new: EVENING },
      { name: "bestaetigt_von", old: "Erika Muster", new: "Erika Muster" },
    ]);
  });

  it("the history summarizes confirmations as such", async () => {
    const ids = [await createMember(db()), await createMember(db())];
    const batch = crypto.randomUUID();
    await confirm("members", ids, MORNING, "Erika Muster", batch);
    const { json } = await api.get<{ data: HistoryEntry[] }>(`/api/history/entries?batch=${batch}`);
    expect(json.data[0]?.batch).toMatchObject({
      revertible: false,
      summary: { story: "records", action: "update", isConfirmation: true, records: 2 },
    });
  });

  it("a confirmation is not shown as the last change of a record", async () => {
    const id = await createMember(db(), { nachname: "Unveraendert" });
    await confirm("members", [id], MORNING);
    const { at } = expectDefined((await calls.changes(`kind=members&id=${id}&action=create`))[0], "the creation");
    const changed = await momentsOf(commandContext(), "members", id);
    expect(changed.changed?.at).toBe(at);
  });

  it("a change before a confirmation can still be reverted", async () => {
    const id = await createMember(db(), { nachname: "Vorher" });
    await api.put(`/api/members/${id}`, { nachname: "Nachher" });
    const change = await newest("members", id);
    await confirm("members", [id], MORNING);
    expect((await calls.revert(change)).status).toBe(200);
    expect(await confirmation("members", id)).toEqual([MORNING, "Erika Muster"]);
  });

  it("reverting a merge keeps a confirmation that came after it", async () => {
    const [keep, drop] = [await createMember(db()), await createMember(db())];
    await confirm("members", [drop], MORNING, "Früh");
    const { json } = await merge("members", keep, drop);
    await confirm("members", [keep], EVENING, "Spät");
    expect((await revertBatch(json.batch)).status).toBe(200);
    expect(await confirmation("members", keep)).toEqual([EVENING, "Spät"]);
    expect(await confirmation("members", drop)).toEqual([MORNING, "Früh"]);
  });

  it("the history contains confirmations by SQL, in UTC and without a new version", async () => {
    const id = await createProject(db());
    const etag = await calls.etag(`projects/${id}`);
    await db().$executeRaw`
      UPDATE projects SET bestaetigt_am = ${AFTER_MIDNIGHT}::timestamptz, bestaetigt_von = 'SQL' WHERE projekt_id = ${id}`;
    expect(await newest("projects", id)).toMatchObject({
      action: "update",
      fields: [
        { name: "bestaetigt_am", old: null, new: AFTER_MIDNIGHT },
        { name: "bestaetigt_von", old: null, new: "SQL" },
      ],
    });
    expect(await calls.etag(`projects/${id}`)).toBe(etag);
    await db().$executeRaw`DELETE FROM projects WHERE projekt_id = ${id}`;
    expect((await calls.revert(await newest("projects", id))).status).toBe(200);
    expect(await confirmation("projects", id)).toEqual([AFTER_MIDNIGHT, "SQL"]);
  });

  it("the history of a new record does not contain its empty confirmation", async () => {
    const id = await createPerson(db());
    const { fields } = await newest("persons", id);
    expect(fields.map(({ name }) => name)).not.toContain("bestaetigt_am");
  });
});

describe("lists of confirmed records", () => {
  const listFilter = { filter: "Bestaetigungsliste" };
  let [never, early, late]: number[] = [];
  beforeAll(async () => {
    const member = () => createMember(db(), { nachname: "Bestaetigungsliste" });
    [never, early, late] = [await member(), await member(), await member()];
    await confirm("members", [early], AFTER_MIDNIGHT);
    await confirm("members", [late], EVENING);
  });

  it.each<[string, string, () => (number | undefined)[]]>([
    ["from", "2026-03-02", () => [early, late]],
    ["from", "2026-03-03", () => [late]],
    ["to", "2026-03-01", () => []],
    ["to", "2026-03-02", () => [early]],
    ["before", "2026-03-02", () => [never]],
    ["before", "2026-03-03", () => [never, early]],
    ["before", "2027-01-01", () => [never, early, late]],
    ["empty", "true", () => [never]],
    ["empty", "false", () => [early, late]],
  ])("lists are filtered by confirmation %s=%s in the university's days", async (operator, value, expected) => {
    const ids = await idsListed("members", { ...listFilter, [`where[bestaetigt_am][${operator}]`]: value });
    expect(ids.toSorted()).toEqual(expected().toSorted());
  });

  it.each(["asc", "desc"])("lists are sorted by confirmation %s with unconfirmed records last", async (sortOrder) => {
    const ids = await idsListed("members", { ...listFilter, sortBy: "bestaetigt_am", sortOrder });
    expect(ids).toEqual(sortOrder === "asc" ? [early, late, never] : [late, early, never]);
  });

  it("lists are filtered by who confirmed the records", async () => {
    const ids = await idsListed("members", { ...listFilter, "where[bestaetigt_von][contains]": "muster" });
    expect(ids.toSorted()).toEqual([early, late].toSorted());
    expect(await idsListed("members", { ...listFilter, "where[bestaetigt_von][empty]": "true" })).toEqual([never]);
  });

  it("list filters by confirmation refuse invalid days", async () => {
    const { status, json } = await api.get<{ errors: Body }>("/api/members?where[bestaetigt_am][before]=gestern");
    expect(status).toBe(422);
    expect(json.errors).toEqual({ "where[bestaetigt_am][before]": ["date"] });
  });

  it("bulk changes ignore the confirmation", async () => {
    const { status, json } = await api.post<Body>("/api/members/bulk", {
      ids: [early],
      set: { bestaetigt_am: null, bestaetigt_von: "Ich" },
    });
    expect([status, json.changed, json.same]).toEqual([200, 0, 1]);
    expect(await confirmation("members", Number(early))).toEqual([AFTER_MIDNIGHT, "Erika Muster"]);
  });

  it("merges refuse to take values of the confirmation", async () => {
    const body = { drop: late, take: ["bestaetigt_am"], dry_run: true };
    expect((await api.post(`/api/members/${never}/merge`, body)).status).toBe(422);
  });

  it("lists have no column of the confirmation by default", async () => {
    expect(kindOf("members").columns.map(({ name }) => name)).not.toContain("bestaetigt_am");
    const columns = { members: ["nachname", "bestaetigt_am", "bestaetigt_von"] };
    expect((await api.put("/api/user/preferences", { columns })).status).toBe(200);
  });
});

describe("many confirmations", () => {
  it("2,000 confirmations take as many statements as two", async () => {
    await insertMany`
      INSERT INTO members (vorname, nachname, email, institut, fakultaet, titel)
      SELECT 'Viel', 'Bestaetigt ' || n, 'viel' || n || '@example.org', -1, -1, -1 FROM generate_series(1, 2000) AS n`;
    const rows = await db().$queryRaw<{ ph_id: number }[]>`SELECT ph_id FROM members WHERE vorname = 'Viel'`;
    const ids = rows.map(({ ph_id }) => ph_id);
    const countOf = async (selectedIds: readonly number[]) => {
      let count = 0;
      await inTransaction(commandContext(), (unit) => {
        const { connection } = unit;
        const counting = new Proxy(connection, {
          get(target, name, receiver) {
            const value: unknown = Reflect.get(target, name, receiver);
            if (typeof value !== "function") return value;
            return (...args: unknown[]) => {
              count += 1;
              return Reflect.apply(value, target, args) as unknown;
            };
          },
        });
        const confirmed = selectedIds.map((id) => ({
          id,
          at: new Date(MORNING),
          by: "Erika Muster",
          round: ANY_ROUND,
        }));
        return confirmRecords({ ...unit, connection: counting }, kindOf("members"), confirmed);
      });
      return count;
    };
    const countOfTwo = await countOf(ids.slice(0, 2));
    expect(countOfTwo).toBeGreaterThan(0);
    expect(await countOf(ids.slice(2))).toBe(countOfTwo);
    const [{ count }] = await db().$queryRaw<[{ count: number }]>`
      SELECT count(*)::int AS count FROM members WHERE vorname = 'Viel' AND bestaetigt_am = ${MORNING}::timestamptz`;
    expect(count).toBe(2000);
  });
});

describe("erasing the names of confirmers", () => {
  const erase = (...names: string[]) =>
    inTransaction(commandContext(), ({ connection }) => eraseConfirmer(connection, names));

  it("erasing a confirmer keeps the time, and removes the name from the record and its history", async () => {
    const [id, deletedId, other] = [await createMember(db()), await createMember(db()), await createMember(db())];
    await confirm("members", [id, deletedId], MORNING, "Gerda Löschmich");
    await confirm("members", [other], MORNING, "Gerda Bleibt");
    await api.delete(`/api/members/${deletedId}`);
    await erase("gerda löschmich");
    expect(await confirmation("members", id)).toEqual([MORNING, null]);
    expect(await confirmation("members", other)).toEqual([MORNING, "Gerda Bleibt"]);
    for (const path of [`members/${id}`, `members/${deletedId}`]) {
      const changes = await calls.changes(`kind=members&id=${path.split("/")[1]}`);
      expect(JSON.stringify(changes)).not.toContain("Löschmich");
    }
    expect((await calls.revert(await newest("members", deletedId))).status).toBe(200);
    expect(await confirmation("members", deletedId)).toEqual([MORNING, null]);
  });

  it("erasing a confirmer keeps the names of others who share an address", async () => {
    const id = await createMember(db());
    await confirm("members", [id], MORNING, "Anna Bleibt, Gerhard Löschmich, Zoe Bleibt");
    await erase("Gerhard Löschmich");
    expect(await confirmation("members", id)).toEqual([MORNING, "Anna Bleibt, Zoe Bleibt"]);
    expect((await newest("members", id))?.fields.map((field) => field.new)).toContain("Anna Bleibt, Zoe Bleibt");
  });

  it("erasing a confirmer recognizes a name with a comma among those who share an address", async () => {
    const id = await createMember(db());
    await confirm("members", [id], MORNING, "Anna Bleibt, Gerta Löschmich, M.A., Zoe Bleibt");
    await erase("Gerta Löschmich, M.A.");
    expect(await confirmation("members", id)).toEqual([MORNING, "Anna Bleibt, Zoe Bleibt"]);
  });

  it("erasing a confirmer matches the characters of a name literally", async () => {
    const [one, other] = [await createMember(db()), await createMember(db())];
    await confirm("members", [one], MORNING, "G. (Gil) Löschmich*");
    await confirm("members", [other], MORNING, "Gi Gil Löschmich");
    await erase("G. (Gil) Löschmich*", "G. Gil Löschmich");
    expect(await confirmation("members", one)).toEqual([MORNING, null]);
    expect(await confirmation("members", other)).toEqual([MORNING, "Gi Gil Löschmich"]);
  });

  it("erasing a confirmer leaves a merge revertible", async () => {
    const [keep, drop] = [await createMember(db()), await createMember(db())];
    await confirm("members", [drop], MORNING, "Gustav Löschmich");
    const { json } = await merge("members", keep, drop);
    await erase("Gustav Löschmich");
    expect((await revertBatch(json.batch)).status).toBe(200);
    expect(await confirmation("members", keep)).toEqual([null, null]);
    expect(await confirmation("members", drop)).toEqual([MORNING, null]);
  });

  it("erasing a confirmer does nothing without a name", async () => {
    const id = await createMember(db());
    await confirm("members", [id], MORNING);
    await erase("", " ");
    expect(await confirmation("members", id)).toEqual([MORNING, "Erika Muster"]);
  });
});

describe("the label field", () => {
  it.each(PATHS)("the label field of %s does not change when only the confirmation changes", async (path) => {
    const id = await make(path);
    const field = expectDefined(NAME_FIELD[path], path);
    const before = (await calls.load(`${path}/${id}`))[field];
    await confirm(path, [id], MORNING);
    expect((await calls.load(`${path}/${id}`))[field]).toBe(before);
  });
});
