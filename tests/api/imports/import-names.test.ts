import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { createInstitution, createThematicField } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { csvOf, importCalls } from "../../support/records/imports";
import { xlsxRows } from "../../support/records/spreadsheets";

let admin: Client;
let editor: Client;
let imports: ReturnType<typeof importCalls>;
beforeAll(async () => {
  [admin, editor] = await Promise.all([loggedIn({ role: "admin" }), loggedIn({ role: "editor" })]);
  imports = importCalls(editor);
});
let vienna: number;
beforeEach(async () => {
  await db().person.deleteMany();
  await db().institution.deleteMany();
  vienna = await createInstitution(db(), { name: "Universität Wien" });
});
afterEach(() => db().import.deleteMany());

type Person = { vorname: string; nachname: string; telefon: string; institutionen: { name: string }[] };
const persons = async () => {
  const all = await editor.get<{ data: (Person & { person_id: number })[] }>("/api/persons?pageSize=100");
  return all.json.data.map((row) => ({ ...row, institutionNames: row.institutionen.map(({ name }) => name) }));
};

const HEADERS = ["Titel", "Vorname", "Name", "Mail", "Institution"];
const row = (name: string, institution: string, title = "") => [title, "Eva", name, `${name}@example.org`, institution];
/** Uploads persons and requests the preview with decisions. */
const preview = (rows: string[][], decided: object = {}, api = imports) =>
  api.preview("persons", csvOf(HEADERS, ...rows), decided);

describe("the header row", () => {
  const table = csvOf(
    ["Kontakte", "", ""],
    ["", "Mai 2025", ""],
    ["Name", "Vorname", "Tel."],
    ["Adam", "Eva", "0711 1"],
  );

  it("the header row is found below a title; headers are known by synonyms", async () => {
    const { json } = await imports.upload("persons", table);
    expect(json).toMatchObject({
      header_row: 3,
      rows: 1,
      columns: [
        { header: "Name", field: "nachname", samples: ["Adam"] },
        { header: "Vorname", field: "vorname" },
        { header: "Tel.", field: "telefon" },
      ],
    });
  });

  it("the header row can be chosen, which infers the columns anew and keeps the rows below it", async () => {
    const unknown = csvOf(["Adam", "Eva"], ["Nachname", "Alias 1"], ["Berg", "B"]);
    const { json } = await imports.upload("persons", unknown);
    expect(json).toMatchObject({ header_row: 1, rows: 2 });
    const chosen = await editor.put(`/api/imports/${json.id}`, { header_row: 2 });
    expect(chosen.json).toMatchObject({ refused: 1, rows: [{ row: 3, cells: ["Berg", "B"] }] });
    expect((await editor.get(`/api/imports/${json.id}`)).json).toMatchObject({
      header_row: 2,
      rows: 1,
      first_rows: [{ row: 1, cells: ["Adam", "Eva"] }, { row: 2 }, { row: 3 }],
      columns: [
        { header: "Nachname", field: "nachname" },
        { header: "Alias 1", field: null },
      ],
    });
    expect(
      (await editor.put<{ rows: unknown[] }>(`/api/imports/${json.id}`, { header_row: 1 })).json.rows,
    ).toHaveLength(2);
  });

  it("a header row that does not exist is refused", async () => {
    const { json } = await imports.upload("persons", csvOf(["Name", "Vorname"], ["Adam", "Adam"]));
    const refused = await editor.put(`/api/imports/${json.id}`, { header_row: 7 });
    expect([refused.status, refused.json.errors]).toEqual([422, { header_row: ["unknown"] }]);
    expect((await editor.get(`/api/imports/${json.id}`)).json).toMatchObject({ header_row: 1, state: "uploaded" });
  });
});

describe("unknown names", () => {
  it("unknown names are listed once each, with the number of their rows and similar ones", async () => {
    const { json } = await preview([
      row("Adam", "Uni Wien", "Professor Dr."),
      row("Berg", "Uni Wien", "Prof. Dr."),
      row("Cham", "Universität Wien; Zqwerk", "Professor Dr."),
    ]);
    expect(json).toMatchObject({ create: 0, refused: 3 });
    expect(json.unknown_names).toEqual([
      {
        header: "Titel",
        text: "Professor Dr.",
        rows: 2,
        similar: expect.arrayContaining([{ id: 2, label: "Prof. Dr." }]),
      },
      { header: "Institution", text: "Uni Wien", rows: 2, similar: [{ id: vienna, label: "Universität Wien" }] },
      { header: "Institution", text: "Zqwerk", rows: 1, similar: [] },
    ]);
  });

  it("an unknown name may be similar to the entry for no information", async () => {
    const { json } = await preview([row("Adam", "", "k. A. !")]);
    expect(json.unknown_names[0]?.similar).toContainEqual({ id: -1, label: "k. A." });
  });

  it("an unknown name can be mapped to an existing entry or record, or to nothing", async () => {
    const names = {
      Titel: { "Professor Dr.": { id: 2 } },
      Institution: { "Uni Wien": { id: vienna }, Zqwerk: "leave" },
    };
    const rows = [row("Adam", "Uni Wien; Zqwerk", "Professor Dr."), row("Berg", "Zqwerk")];
    const { id, json } = await preview(rows, { names });
    expect(json).toMatchObject({ create: 2, refused: 0, unknown_names: [{}, {}, {}] });
    expect((await editor.get(`/api/imports/${id}`)).json).toMatchObject({ names });
    expect(await imports.run(id)).toMatchObject({ state: "done", done: 2 });
    expect(await persons()).toMatchObject([
      { nachname: "Adam", titel: 2, institutionNames: ["Universität Wien"] },
      { nachname: "Berg", titel: -1, institutionNames: [] },
    ]);
  });

  it("mapped names become aliases of their records, by which the next import finds these", async () => {
    const names = { Institution: { "Uni Wien": { id: vienna, alias: true } } };
    const { id } = await preview([row("Adam", "Uni Wien")], { names });
    await imports.run(id);
    expect((await editor.get(`/api/institutions/${vienna}/aliases`)).json).toMatchObject({ aliases: ["Uni Wien"] });
    const next = await preview([row("Berg", "uni wien")]);
    expect(next.json).toMatchObject({ create: 1, unknown_names: [] });
    // A label takes precedence over another record's alias.
    const label = await createInstitution(db(), { name: "Uni Wien" });
    const { id: last } = await preview([row("Cham", "Uni Wien")]);
    await imports.run(last);
    const [found] = await db().$queryRaw<[{ id: number }]>`
      SELECT partner_institution_id AS id FROM institution_persons JOIN persons USING (person_id) WHERE nachname = 'Cham'`;
    expect(found.id).toBe(label);
  });

  it("unknown institutions are created with one sector for all, in the batch of the import", async () => {
    const names = { Institution: { Zqwerk: "create", Zqamt: "create" } };
    const rows = [row("Adam", "Zqwerk"), row("Berg", "zqwerk; Zqamt")];
    const { id, json } = await preview(rows, {
      names: { Institution: { ...names.Institution, zqwerk: "create" } },
      create_with: { branchen: "Behörde" },
    });
    expect(json).toMatchObject({ create: 2, refused: 0 });
    const { batch } = await imports.run(id);
    expect((await persons()).map(({ institutionNames }) => institutionNames)).toEqual([
      ["Zqwerk"],
      ["Zqamt", "Zqwerk"],
    ]);
    const created = await db().institution.findFirst({ where: { name: "Zqamt" } });
    expect(created?.branchen).toBe("Behörde");
    expect((await editor.post(`/api/history/batches/${batch}/revert`)).json.success).toBe(true);
    expect([await db().person.count(), await db().institution.count()]).toEqual([0, 1]);
  });

  it("unknown reference entries are created by admins only", async () => {
    const rows = [row("Adam", "", "Zqgrad")];
    const names = { Titel: { Zqgrad: "create" } };
    const refused = await preview(rows, { names });
    expect([refused.status, refused.json]).toMatchObject([403, { message: "forbidden" }]);
    const { id, json } = await preview(rows, { names }, importCalls(admin));
    expect(json).toMatchObject({ create: 1, refused: 0 });
    await importCalls(admin).run(id);
    const entry = await db().titel.findFirst({ where: { titel_de: "Zqgrad" } });
    expect(await persons()).toMatchObject([{ nachname: "Adam", titel: entry?.titel_id }]);
  });

  it.each([
    ["a record that does not exist", { names: { Institution: { A: { id: 2_000_000_000 } } } }, { names: ["exists"] }],
    ["an unknown header", { names: { Ort: { A: "leave" } } }, { names: ["unknown"] }],
    ["a column without names", { names: { Vorname: { A: "leave" } } }, { names: ["unknown"] }],
    ["an alias of an entry", { names: { Titel: { A: { id: 2, alias: true } } } }, { names: ["unknown"] }],
    ["an institution without a sector", { names: { Institution: { A: "create" } } }, { create_with: ["required"] }],
    ["another value for what is created", { create_with: { name: "x" } }, { create_with: ["unknown"] }],
  ])("decisions about unknown names are refused for %s", async (_, decided, errors) => {
    const { status, json } = await preview([row("Adam", "Uni Wien")], decided);
    expect([status, json]).toMatchObject([422, { errors }]);
  });

  it("unknown names cannot be created as persons", async () => {
    const names = { Partnerpersonen: { "Eva Adam": "create" } };
    const table = csvOf(["Name", "Branchen", "Partnerpersonen"], ["Haus", "x", "Eva Adam"]);
    const { status, json } = await imports.preview("institutions", table, { names });
    expect([status, json]).toMatchObject([422, { errors: { names: ["unknown"] } }]);
  });

  it("unknown thematic fields are created by `unknown`", async () => {
    await createThematicField(db(), { themenfeld_de: "Zqda", themenfeld_en: "Zqthere" });
    const table = csvOf(["Name", "Branchen", "Themenfelder"], ["Haus", "x", "Zqda | Zqneu"]);
    const { id, json } = await imports.preview("institutions", table, { unknown: "create" });
    expect(json).toMatchObject({ create: 1, unknown_names: [{ header: "Themenfelder", text: "Zqneu", rows: 1 }] });
    await imports.run(id);
    expect(await db().thematicField.count({ where: { themenfeld_de: "Zqneu" } })).toBe(1);
  });
});

describe("several rows of one record", () => {
  const rows = [
    row("Adam", ""),
    ["", "Éva", "ADAM", "", ""],
    ["", "Eva", "Adam", "eva2@example.org", ""],
    row("Berg", ""),
  ];
  rows[1]![3] = "adam@example.org";

  it("two rows of one record are flagged, unless their e-mail addresses differ", async () => {
    const { json } = await preview(rows);
    expect(json.rows.map(({ repeats }) => repeats)).toEqual([null, 2, null, null]);
    expect(json.repeated).toBe(1);
  });

  it("two rows of one record are written once if the user chooses to skip repeated ones", async () => {
    const { id } = await preview(rows);
    expect(await imports.run(id, { repeated: "skip" })).toMatchObject({ done: 3, result: { create: 3, skip: 1 } });
    expect(await db().person.count()).toBe(3);
  });
});

it("refused rows can be downloaded as xlsx, whose cells are texts without an apostrophe", async () => {
  const { id } = await preview([["", "Eva", "=Adam", "keine", "+43 1"]]);
  const file = await editor.get(`/api/imports/${id}/refused?format=xlsx`);
  const [headers, cells] = await xlsxRows(file.bytes as Uint8Array<ArrayBuffer>);
  expect(headers).toEqual([...HEADERS, "Grund"]);
  expect(cells?.slice(3, 5)).toEqual(["keine", "+43 1"]);
  expect((await editor.get(`/api/imports/${id}/refused?format=pdf`)).status).toBe(422);
});
