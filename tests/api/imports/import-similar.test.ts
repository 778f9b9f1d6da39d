import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/model/kinds/registry";
import { db } from "@/lib/store/database/client";
import { commandContext } from "@/lib/store/database/transaction";
import { findSimilarRows } from "@/lib/features/imports/server/similar-rows";
import { createInstitution, createPerson } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { csvOf, importCalls } from "../../support/records/imports";

/*
 * Imported rows that are probably duplicates of existing records (contract §12) are shown in the
 * preview, and the user decides about each row.
 */

let api: Client;
let imports: ReturnType<typeof importCalls>;
beforeAll(async () => {
  api = await loggedIn({ role: "editor" });
  imports = importCalls(api);
});
/** Deletes the imports of each test, because the number of imports per account is limited. */
afterEach(() => db().import.deleteMany());

type Institution = Record<string, unknown> & { name: string };
const institution = async (id: number) => (await api.get<{ data: Institution }>(`/api/institutions/${id}`)).json.data;
const totalOf = async (filter: string) =>
  (await api.get<{ total: number }>(`/api/institutions?filter=${encodeURIComponent(filter)}`)).json.total;
/**
 * Creates an institution, and a table to import with two rows: a variant of the institution's name,
 * and an institution that does not exist.
 */
async function createWithTable(city: string) {
  const values = { name: `Universität ${city}`, branchen: "Hochschule", telefon: "+49 1", kommentare: "Bleibt" };
  const id = await createInstitution(db(), values);
  const table = csvOf(
    ["Name", "Branchen", "Telefon"],
    [`University of ${city}`, "Forschung", ""],
    [`${city}er Sparkasse`, "Geld", ""],
  );
  return { id, table, before: await institution(id) };
}

describe("the preview of an import", () => {
  it("the preview returns for new rows the similar records with reasons and the changes of an update", async () => {
    const { id, table } = await createWithTable("Quirlau");
    const { json } = await imports.preview("institutions", table);
    expect(json).toMatchObject({ create: 2, update: 0, skip: 0, similar: 1, uncompared: 0 });
    expect(json.rows.map(({ action, similar }) => [action, similar.length])).toEqual([
      ["create", 1],
      ["create", 0],
    ]);
    expect(json.rows[0]?.similar[0]).toEqual({
      id,
      label: "Universität Quirlau",
      detail: expect.any(String),
      score: expect.any(Number),
      reasons: ["name"],
      differences: [],
      changes: [
        { name: "name", old: "Universität Quirlau", new: "University of Quirlau" },
        { name: "branchen", old: "Hochschule", new: "Forschung" },
        { name: "telefon", old: "+49 1", new: "" },
      ],
      errors: {},
    });
    expect(json.rows[0]?.similar[0]?.score).toBeGreaterThanOrEqual(0.6);
  });

  it("the preview can list only rows with similar records, at most three of them by descending score", async () => {
    for (const name of ["Kolleg Wirbelstein", "Kolleg Wirbelstein e. V.", "Wirbelstein-Kolleg", "College Wirbelstein"])
      await createInstitution(db(), { name });
    const table = csvOf(["Name", "Branchen"], ["Ganz neu hier", "x"], ["Kolleg Wirbelstein", "x"], ["Auch neu", "x"]);
    const { id } = await imports.preview("institutions", table);
    const { json } = await api.get<{ total: number; data: { row: number; similar: { score: number }[] }[] }>(
      `/api/imports/${id}/rows?similar=true`,
    );
    expect([json.total, json.data.map(({ row }) => row)]).toEqual([1, [3]]);
    const scores = json.data[0]?.similar.map(({ score }) => score) ?? [];
    expect(scores).toHaveLength(3);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    expect((await api.get(`/api/imports/${id}/rows?similar=false`)).json.errors).toEqual({ similar: ["type"] });
  });

  it("the preview returns no similar records for rows that are matched, unchanged or refused", async () => {
    const { id } = await createWithTable("Trudelow");
    const table = csvOf(
      ["ID", "Name", "Branchen"],
      [id, "Universität Trudelow", "Neu"],
      ["", "Univ. Trudelow", ""],
      [id + 9_000, "University of Trudelow", "x"],
    );
    const { json } = await imports.preview("institutions", table);
    expect(json.rows.map(({ action, similar }) => [action, similar])).toEqual([
      ["update", []],
      ["refused", []],
      ["refused", []],
    ]);
    expect(json).toMatchObject({ similar: 0, uncompared: 0 });
  });

  it("the preview recognizes similar persons by name and email", async () => {
    const id = await createPerson(db(), { vorname: "Jürgen", nachname: "Wendehals", email: "jw@wende.example" });
    const table = csvOf(["Vorname", "Nachname", "E-Mail"], ["J.", "Wendehals", "JW@wende.example"]);
    const { json } = await imports.preview("persons", table);
    expect(json.rows[0]?.similar).toMatchObject([{ id, reasons: ["name", "email"] }]);
  });

  it("the preview returns no result for rows that were not compared in time", async () => {
    const body = { name: "Universität Quirlau" };
    const newRow = {
      row: 2,
      action: "create",
      record_id: null,
      errors: {},
      changes: [],
      body,
      links: {},
      repeats: null,
      label: null,
      new_label: null,
      dropped: false,
      lacks_end: false,
      fixed_term: null,
    } as const;
    const found = (timeoutMs: number) =>
      findSimilarRows(commandContext(), definitionOf("institution"), [newRow], timeoutMs);
    expect([...(await found(5_000))].map(([row, similar]) => [row, similar.length > 0])).toEqual([[2, true]]);
    expect((await found(-1)).size).toBe(0);
  });
});

describe("choices for similar rows", () => {
  it("a new record is created by default for a row with similar records", async () => {
    const { id, table, before } = await createWithTable("Strudelheim");
    const { id: run } = await imports.preview("institutions", table);
    expect(await imports.run(run)).toMatchObject({ state: "done", done: 2, result: { create: 2, update: 0, skip: 0 } });
    expect(await totalOf("Strudelheim")).toBe(3);
    expect(await institution(id)).toEqual(before);
  });

  it("the choice `update` writes the row's values to the record, and reverting the batch restores them", async () => {
    const { id, table, before } = await createWithTable("Kreiselberg");
    const { id: run } = await imports.preview("institutions", table);
    const choices = [{ row: 2, action: "update", id }];
    const { batch, ...done } = await imports.run(run, { choices, renames: true });
    expect(done).toMatchObject({ state: "done", done: 2, total: 2, result: { create: 1, update: 1, skip: 0 } });
    // As in rows that are matched by key, an empty cell clears the field; fields without a column
    // stay unchanged.
    expect(await institution(id)).toMatchObject({
      name: "University of Kreiselberg",
      branchen: "Forschung",
      telefon: "",
      kommentare: "Bleibt",
    });
    expect(await totalOf("Kreiselberg")).toBe(2);
    const history = await api.get<{ data: { source: string; action: string }[] }>(`/api/history?batch=${batch}`);
    expect(history.json.data.map(({ source, action }) => `${source} ${action}`).sort()).toEqual([
      "import create",
      "import update",
    ]);
    expect((await api.post(`/api/history/batches/${batch}/revert`)).json).toMatchObject({ success: true, changes: 2 });
    expect(await totalOf("Kreiselberg")).toBe(1);
    expect(await institution(id)).toEqual(before);
  });

  it("the choice `skip` writes nothing and counts the row as skipped", async () => {
    const { id, table, before } = await createWithTable("Drehfurt");
    const { id: run } = await imports.preview("institutions", table);
    const done = await imports.run(run, { choices: [{ row: 2, action: "skip" }] });
    expect(done).toMatchObject({ done: 1, total: 1, result: { create: 1, skip: 1 } });
    expect(await totalOf("Drehfurt")).toBe(2);
    expect(await institution(id)).toEqual(before);
    const { json } = await api.get<{ data: object[] }>(`/api/imports/${run}/rows?action=skip`);
    expect(json.data).toMatchObject([{ row: 2, id: null }]);
  });

  it("a choice can be made for all similar rows, with exceptions", async () => {
    const [one, other, third] = [
      await createWithTable("Rollwitz"),
      await createWithTable("Wendlitz"),
      await createWithTable("Kurvenau"),
    ];
    const table = csvOf(
      ["Name", "Branchen"],
      ["University of Rollwitz", "x"],
      ["University of Wendlitz", "x"],
      ["University of Kurvenau", "x"],
      ["Rollwitzer Sparkasse", "x"],
    );
    const { id: run } = await imports.preview("institutions", table);
    const choices = [
      { row: 3, action: "skip" },
      { row: 4, action: "create" },
    ];
    const done = await imports.run(run, { similar: "update", choices, renames: true });
    expect(done).toMatchObject({ done: 3, result: { create: 2, update: 1, skip: 1 } });
    expect((await institution(one.id)).name).toBe("University of Rollwitz");
    expect(await institution(other.id)).toEqual(other.before);
    expect(await institution(third.id)).toEqual(third.before);
  });

  it("a choice overrides later matches, and a deleted or repeated target refuses only its row", async () => {
    const [one, deletedTarget] = [await createWithTable("Schleifen"), await createWithTable("Bogenau")];
    const table = csvOf(
      ["Name", "Branchen"],
      ["University of Schleifen", "x"],
      ["Universitas Schleifen", "x"],
      ["University of Bogenau", "x"],
      ["Bogenauer Sparkasse", "x"],
    );
    const { id: run } = await imports.preview("institutions", table, { match: ["name"] });
    await api.delete(`/api/institutions/${deletedTarget.id}`);
    const choices = [
      { row: 2, action: "update", id: one.id },
      { row: 3, action: "update", id: one.id },
      { row: 4, action: "update", id: deletedTarget.id },
      { row: 5, action: "update", id: 2_000_000_000 },
    ];
    expect(await imports.run(run, { choices, renames: true })).toMatchObject({
      done: 1,
      result: { update: 1, refused: 3 },
    });
    const { json } = await api.get<{ data: object[] }>(`/api/imports/${run}/rows?action=refused`);
    expect(json.data).toMatchObject([
      { row: 3, errors: { name: ["repeated"] } },
      { row: 4, errors: { partner_institution_id: ["exists"] } },
      { row: 5, errors: { partner_institution_id: ["exists"] } },
    ]);
    const refusedCsv = new TextDecoder().decode((await api.get(`/api/imports/${run}/refused`)).bytes);
    expect(refusedCsv).toContain(";ID: Diesen Eintrag gibt es nicht mehr\r\n");
  });

  it("a choice is kept when a stopped import is resumed", async () => {
    const { id, table } = await createWithTable("Zirkelbach");
    const { id: run } = await imports.preview("institutions", table);
    await imports.run(run, { similar: "update", renames: true });
    await db().$executeRaw`UPDATE import_rows SET written = false WHERE import_id = ${run}`;
    await db().$executeRaw`UPDATE imports SET state = 'failed' WHERE import_id = ${run}`;
    expect((await api.post(`/api/imports/${run}/run`, { similar: "skip" })).status).toBe(409);
    await api.put(`/api/institutions/${id}`, { name: "Universität Zirkelbach" });
    expect(await imports.run(run)).toMatchObject({ result: { update: 1 } });
    expect((await institution(id)).name).toBe("University of Zirkelbach");
  });

  it("a choice is deleted with its row when the chosen record is erased", async () => {
    const values = { vorname: "Ilse", nachname: "Strudelwurm", email: "is@wurm.example" };
    const id = await createPerson(db(), values);
    const table = csvOf(
      ["Vorname", "Nachname", "E-Mail"],
      ["I.", "Strudelwurm", values.email],
      ["Ganz", "Neu", "n@n.example"],
    );
    const { id: run } = await imports.preview("persons", table);
    // Sets the state that a queued run would have.
    await db()
      .$executeRaw`UPDATE import_rows SET choice = 'update', choice_id = ${id} WHERE import_id = ${run} AND row = 2`;
    const admin = await loggedIn({ role: "admin" });
    expect((await admin.post(`/api/persons/${id}/erase`, { confirm: "Ilse Strudelwurm" })).status).toBe(200);
    expect((await api.get<{ data: object[] }>(`/api/imports/${run}/rows`)).json.data).toMatchObject([{ row: 3 }]);
  });

  it("a choice is accepted only for rows that the last preview lists as new", async () => {
    const { id, table } = await createWithTable("Spiralow");
    const { id: run, json } = await imports.preview("institutions", table);
    expect(json.similar).toBe(1);
    const mapping = { Name: null, Branchen: "name", Telefon: "telefon" };
    const again = await api.put<{ similar: number }>(`/api/imports/${run}`, { mapping });
    expect(again.json).toMatchObject({ refused: 2, similar: 0, uncompared: 0 });
    expect((await api.post(`/api/imports/${run}/run`, { choices: [{ row: 2, action: "update", id }] })).status).toBe(
      422,
    );
  });

  it.each([
    [{ similar: "merge" }, { similar: ["type"] }],
    [{ choices: {} }, { choices: ["type"] }],
    [{ choices: [{ row: 2, action: "delete" }] }, { choices: ["type"] }],
    [{ choices: [{ row: 2, action: "update" }] }, { choices: ["required"] }],
    [{ choices: [{ row: 2, action: "update", id: "1" }] }, { choices: ["type"] }],
    [{ choices: [{ row: 2, action: "skip", id: 1 }] }, { choices: ["unknown"] }],
    [{ choices: [{ row: 99, action: "skip" }] }, { choices: ["unknown"] }],
    [{ choices: [{ row: 3, action: "skip" }] }, { choices: ["unknown"] }],
    [
      {
        choices: [
          { row: 2, action: "skip" },
          { row: 2, action: "create" },
        ],
      },
      { choices: ["repeated"] },
    ],
  ])("invalid choices are refused, and the import does not start: %j", async (body, errors) => {
    const table = csvOf(["Name", "Branchen"], ["Haus ohne Wahl", "x"], ["", "refused"]);
    const { id } = await imports.preview("institutions", table);
    const answer = await api.post(`/api/imports/${id}/run`, body);
    expect({ status: answer.status, errors: answer.json.errors }).toEqual({ status: 422, errors });
    expect(await imports.read(id)).toMatchObject({ state: "mapped", done: 0 });
  });

  it("choices of readers and of other accounts are refused", async () => {
    const { id, table, before } = await createWithTable("Kehrwitz");
    const { id: run } = await imports.preview("institutions", table);
    const chosen = { similar: "update" };
    const other = await loggedIn({ role: "admin" });
    expect((await other.post(`/api/imports/${run}/run`, chosen)).status).toBe(404);
    const reader = await loggedIn({ role: "reader" });
    expect((await reader.post(`/api/imports/${run}/run`, chosen)).status).toBe(403);
    expect((await reader.get(`/api/imports/${run}/rows?similar=true`)).status).toBe(404);
    expect(await institution(id)).toEqual(before);
  });
});
