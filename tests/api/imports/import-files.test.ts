import { writeXlsx } from "hucre";
import { beforeAll, describe, expect, it } from "vitest";
import { IMPORT_MAX_BYTES } from "@/lib/model/limits";
import { deleteExpired } from "@/lib/features/operations/server/housekeeping";
import { db } from "@/lib/store/database/client";
import { createThematicField } from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";
import { textCell, workbookOf, zipOf } from "../../support/records/archives";
import { csvOf, fileForm, importCalls } from "../../support/records/imports";

let api: Client;
let imports: ReturnType<typeof importCalls>;
beforeAll(async () => {
  api = await loggedIn();
  imports = importCalls(api);
});

const workbook = async (...rows: (string | number | Date | null)[][]) =>
  (await writeXlsx({ sheets: [{ name: "A", rows }] })) as Uint8Array<ArrayBuffer>;

const zipBomb = () =>
  zipOf({ "xl/worksheets/sheet1.xml": Buffer.alloc(300_000_000, "<c/>\n") }, { unpackedSize: 1_000 });
const numbered = (...rows: string[]) =>
  workbookOf(
    `<row r="1">${textCell("Name")}</row>${rows.map((row) => `<row r="${row}">${textCell("a")}</row>`).join("")}`,
  );
const oneTextOften = () => workbookOf('<row><c t="s"><v>0</v></c></row>'.repeat(20_000), ["x".repeat(4_000)]);
const compound = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array<number>(2_000).fill(0)]);

describe("unacceptable files", () => {
  it.each([
    ["empty", () => "", "empty"],
    ["of empty lines", () => "\r\n\r\n \r\n", "empty"],
    ["a picture", () => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), "unreadable"],
    ["half of a workbook", async () => (await workbook(["Name"], ["a"])).slice(0, 600), "unreadable"],
    ["an archive of something else", () => zipOf({ "a.txt": "a" }), "unreadable"],
    ["protected by a password", () => compound, "encrypted"],
    ["a zip bomb named .xlsx", zipBomb, "unpacked_size"],
    ["with one long text in 20,000 Excel cells", oneTextOften, "unpacked_size"],
    ["with a row number that is not numeric", () => numbered("2", "x"), "unreadable"],
    ["with a row number out of range", () => numbered("99999999999"), "unreadable"],
    ["with a duplicate row number", () => numbered("2", "2"), "unreadable"],
    ["of 50,001 rows", () => `Name\r\n${"a\r\n".repeat(50_001)}`, "too_many_rows"],
    ["of 200,000 rows", () => `Name\r\n${"a\r\n".repeat(200_000)}`, "too_many_rows"],
    ["of millions of rows", () => "a\n".repeat(10_000_000), "too_many_rows"],
    [
      "of 300 columns",
      () =>
        csvOf(
          Array.from({ length: 300 }, (_, at) => `S${at}`),
          Array.from({ length: 300 }, () => "a"),
        ),
      "too_many_columns",
    ],
    ["of 300 columns in Excel", () => workbook(Array.from({ length: 300 }, (_, at) => `S${at}`)), "too_many_columns"],
  ])("refuses a file: %s", async (_name, content, code) => {
    const { status, json } = await imports.upload("institutions", await content(), "Tabelle.xlsx");
    expect({ status, errors: json.errors }).toEqual({ status: 422, errors: { file: [code] } });
    expect(await db().import.count()).toBe(0);
  });

  it("refuses a file by its size before it is read, and by its content type", async () => {
    const large = fileForm(new Uint8Array(IMPORT_MAX_BYTES + 70_000));
    expect((await api.post("/api/imports?kind=members", undefined, { raw: large })).status).toBe(413);
    expect((await api.post("/api/imports?kind=members", {})).status).toBe(415);
    const emptyForm = new FormData();
    emptyForm.append("andere", "x");
    expect((await api.post("/api/imports?kind=members", undefined, { raw: emptyForm })).json.errors).toEqual({
      file: ["required"],
    });
    expect((await imports.upload("foreign", "Name\r\na")).json.errors).toEqual({ kind: ["unknown"] });
    expect((await call("POST", "/api/imports?kind=members", { raw: fileForm("a") })).status).toBe(401);
  });
});

describe("tables", () => {
  it.each([
    ["with commas", 'Name,Branchen\n"Haus, am See",x', "Haus, am See"],
    ["with tabs", "Name\tBranchen\r\nHaus\tx", "Haus"],
    ["with semicolons and a byte order mark", "\uFEFFName;Branchen\r\nHäuser;x", "Häuser"],
    ["as Windows-1252", Uint8Array.from([...Buffer.from("Name;Branchen\r\nH\xe4user \x80;x", "latin1")]), "Häuser €"],
    ["with a control character", "Name;Branchen\r\nHaus\x01;x", "Haus\x01"],
    ["as UTF-16", new Uint8Array(Buffer.from("\uFEFFName;Branchen\r\nHäuser;x", "utf16le")), "Häuser"],
  ])("parses a table %s", async (_name, content, first) => {
    const { json } = await imports.upload("institutions", content);
    expect(json).toMatchObject({
      rows: 1,
      columns: [{ header: "Name", field: "name", samples: [first] }, { field: "branchen" }],
    });
  });

  it("parses Excel tables with dates, numbers, formulas, errors, unnamed columns and skipped rows", async () => {
    const day = new Date("2024-02-29T00:00:00Z");
    const rows = [["Projekttitel", "Projektbeginn", null], ["=1", day, 52062], [], ["x", "#N/A", 6_700_000]];
    const { json } = await imports.upload("projects", await workbook(...rows), "a.xlsx");
    expect(json.columns.map(({ header, samples }) => [header, samples])).toEqual([
      ["Projekttitel", ["=1", "x"]],
      ["Projektbeginn", ["2024-02-29", "#N/A"]],
      ["Spalte 3", ["52062", "6700000"]],
    ]);
    const answer = await api.put<{ rows: { row: number; errors: object }[] }>(`/api/imports/${json.id}`, {
      mapping: { Projekttitel: "projekt_titel", Projektbeginn: "projektbeginn" },
    });
    expect(answer.json.rows.map(({ row }) => row)).toEqual([2, 4]);
    expect(answer.json.rows[1]?.errors).toMatchObject({ projektbeginn: ["formula"] });
  });

  it("formulas without cached values are refused in their cells instead of emptying fields", async () => {
    const formula = (reference: string, attributes = "") => `<c r="${reference}"${attributes}`;
    const rows = [
      `<row r="1">${textCell("Name")}${textCell("Branchen")}${textCell("Ort")}</row>`,
      // Formulas with an empty value (as openpyxl writes them), without a value, with an empty
      // text, and with a text.
      `<row r="2">${formula("A2")}><f>B1</f><v></v></c>${formula("B2")}><f>A1&amp;"x"</f></c>${formula("C2", ' t="str"')}><f>A9</f><v></v></c></row>`,
      `<row r="3">${formula("A3", ' t="str"')}><f>A1</f><v>Haus</v></c>${formula("B3", ' s="1"')}/>${textCell("x")}</row>`,
    ].join("");
    const { json } = await imports.upload("institutions", workbookOf(rows), "a.xlsx");
    const answer = await api.put<{ rows: { errors: object; cells: string[] }[] }>(`/api/imports/${json.id}`, {
      mapping: { Name: "name", Branchen: "branchen", Ort: "kommentare" },
    });
    expect(answer.json.rows).toMatchObject([
      { errors: { name: ["formula"], branchen: ["formula"] }, cells: ["=", "=", ""] },
      { errors: {}, cells: ["Haus", "", "x"] },
    ]);
  });

  it("a table of Excel is read to its end across many empty rows", async () => {
    const empty = '<row><c s="1"/></row>'.repeat(60_000);
    const rows = `<row>${textCell("Name")}</row>${empty}<row>${textCell("Letztes Haus")}</row>`;
    const { json } = await imports.upload("institutions", workbookOf(rows), "a.xlsx");
    expect(json).toMatchObject({ rows: 1, columns: [{ header: "Name", samples: ["Letztes Haus"] }] });
  });

  it("invalid dates of a table are reported", async () => {
    const table = csvOf(
      ["Projekttitel", "Projektbeginn", "Vertragsgrundlage"],
      ["a", "01.01.20255", "unbefristet"],
      ["b", "31.2.2025", "unbefristet"],
    );
    const { json } = await imports.preview("projects", table);
    expect(json.rows.map(({ errors }) => errors.projektbeginn)).toEqual([["date"], ["date"]]);
  });

  it("columns are mapped by headers in both languages and by their values", async () => {
    const table = csvOf(
      ["SURNAME", "vor-name", "Post", "Netz", "Institut"],
      ...["a", "b", "c"].map((name) => [name, name, `${name}@example.org`, `www.example.org/${name}`, "k. A."]),
    );
    const { json } = await imports.upload("members", table);
    expect(json.columns.map(({ field }) => field)).toEqual(["nachname", "vorname", "email", "ph_webseite", "institut"]);
  });

  it("columns are mapped by known entry names, in any language and with several per cell", async () => {
    await createThematicField(db(), { themenfeld_de: "Akustik", themenfeld_en: "Acoustics" });
    await createThematicField(db(), { themenfeld_de: "Bildung", themenfeld_en: "Education" });
    const table = csvOf(
      ["Nachname", "Abt.", "Worüber", "Nr.", "Bemerkt", "Ort"],
      ["a", "institut für PSYCHOLOGIE", "Akustik | bildung", "07171 983-1", "k. A.", "73525"],
      ["b", "Institute of Early Childhood Education", "Acoustics", "+49 7171 9832", "k. A.", "73527"],
      ["c", "Institut fuer Fruhe Bildung", "Education; Akustik", "0717 1983/3", "k. A.", "73529"],
      ["d", "", "", "", "k. A.", "73530"],
    );
    const { json } = await imports.upload("members", table);
    expect(json.columns.map(({ field }) => field)).toEqual([
      ...["nachname", "institut", "themenfelder", "telefon"],
      // A name that occurs in several lists is ambiguous, and a postal code is neither a date nor a
      // phone number.
      ...[null, null],
    ]);
  });

  it("an uploaded table expires after a week", async () => {
    const { json } = await imports.upload("members", "Nachname\r\na");
    await db().$executeRaw`UPDATE imports SET created_at = now() - interval '8 days' WHERE import_id = ${json.id}`;
    expect((await api.get(`/api/imports/${json.id}`)).status).toBe(404);
    await deleteExpired();
    expect(await db().import.count({ where: { import_id: json.id } })).toBe(0);
    expect(await db().importRow.count({ where: { import_id: json.id } })).toBe(0);
  });
});
