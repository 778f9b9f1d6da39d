import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { createInstitution, createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { textCell, workbookOf } from "../../support/records/archives";
import { csvOf, importCalls, type Preview } from "../../support/records/imports";
import { csvRows } from "../../support/records/spreadsheets";

/*
 * Files from third parties (contract §10): each value is stored as a reader of the file understands it,
 * or its row is refused with the reason.
 */

let api: Client;
let imports: ReturnType<typeof importCalls>;
beforeAll(async () => {
  api = await loggedIn();
  imports = importCalls(api);
});
afterEach(() => db().import.deleteMany());

const lines = (...all: string[]) => all.join("\r\n");
const latin = (text: string) =>
  Uint8Array.from(text, (character) => character.charCodeAt(0)) as Uint8Array<ArrayBuffer>;
const utf16be = (text: string) =>
  new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le").swap16()) as Uint8Array<ArrayBuffer>;

/** Returns the texts that a preview shows for a field, by row. */
const shown = ({ rows }: Preview, field: string) => rows.map(({ texts }) => texts[field]?.new);
/** Returns the values that an import would store in a field, by row. */
const stored = ({ rows }: Preview, field: string) =>
  rows.map(({ changes }) => changes.find(({ name }) => name === field)?.new);
const errorsOf = ({ rows }: Preview) => rows.map(({ errors }) => errors);

describe("encodings of csv files", () => {
  const names = async (content: BlobPart) => {
    const { json } = await imports.preview("institutions", content);
    return stored(json, "name");
  };

  it.each([
    ["Mac Roman", latin("Name;Branchen\r\nUniversit\x8At K\x9Aln;Bildung\r\n"), "macintosh", "Universität Köln"],
    ["MS-DOS", latin("Name;Branchen\r\nUniversit\x84t K\x94ln;Bildung\r\n"), "ibm850", "Universität Köln"],
    [
      "Windows-1250",
      latin("Name;Branchen\r\nUniwersytet \xA3\xF3dzki;Bildung\r\n"),
      "windows-1250",
      "Uniwersytet Łódzki",
    ],
    ["Windows-1252", latin("Name;Branchen\r\nUniversit\xE4t K\xF6ln \x80;B\r\n"), "windows-1252", "Universität Köln €"],
    ["ISO 8859-15", latin("Name;Branchen\r\nUniversit\xE4t K\xF6ln \xA4;B\r\n"), "iso-8859-15", "Universität Köln €"],
    [
      "UTF-16 with the high byte first",
      utf16be("Name;Branchen\r\nUniversität Köln;B\r\n"),
      "utf-16",
      "Universität Köln",
    ],
    ["UTF-8", "Name;Branchen\r\nUniversität Köln;B\r\n", "utf-8", "Universität Köln"],
  ])("the encoding of a csv file is recognized: %s", async (_name, content, encoding, name) => {
    const { json } = await imports.upload("institutions", content);
    expect(json).toMatchObject({ encoding, sheet: null, sheets: null });
    expect(json.encodings).toEqual([
      ...["utf-8", "windows-1252", "iso-8859-15", "windows-1250", "macintosh", "ibm850"],
    ]);
    expect((await api.get(`/api/imports/${json.id}`)).json).toMatchObject({ encoding, encodings: json.encodings });
    expect(await names(content)).toEqual([name]);
  });

  it("the encoding can be chosen by uploading the file again", async () => {
    const { json } = await imports.upload("institutions", latin("Name;Branchen\r\nK\x9Aln;B"), "a.csv", {
      encoding: "macintosh",
    });
    expect(json).toMatchObject({ encoding: "macintosh", columns: [{ samples: ["Köln"] }, { samples: ["B"] }] });
  });

  it.each(["latin1", "utf-16", ""])("refuses an encoding that is not one of the six: %j", async (encoding) => {
    const { status, json } = await imports.upload("institutions", "Name\r\na", "a.csv", { encoding });
    expect([status, json.errors]).toEqual([422, { encoding: ["exists"] }]);
  });

  it("a row with a wrong byte in UTF-8 is refused with this byte, and all other rows are read", async () => {
    const content = Buffer.concat([
      Buffer.from("Name;Branchen;Adresse\r\nUniversität Köln;Bildung;Straße 1\r\nFH Z"),
      Buffer.from([0xfc]),
      Buffer.from("rich;Bildung;\r\n"),
    ]);
    const { json } = await imports.preview("institutions", content);
    expect(stored(json, "name")).toEqual(["Universität Köln", undefined]);
    expect(errorsOf(json)).toEqual([{}, { name: ["unreadable"] }]);
  });

  it("a row with a wrong byte in a column without a field is refused under its header", async () => {
    const content = Buffer.concat([
      Buffer.from("Name;Branchen;Ablage\r\nÄöü;B;ß"),
      Buffer.from([0xfc]),
      Buffer.from("\r\n"),
    ]);
    const { json } = await imports.preview("institutions", content, { mapping: { Ablage: null } });
    expect(errorsOf(json)).toEqual([{ Ablage: ["unreadable"] }]);
  });

  it("the last row of a file that is cut within a letter is refused", async () => {
    const whole = Buffer.from("Name;Branchen\r\nUni Köln;B\r\nUni Ähren;Schönes ü");
    const { json } = await imports.preview("institutions", whole.subarray(0, -1));
    expect(errorsOf(json)).toEqual([{}, { branchen: ["unreadable"] }]);
  });
});

describe("cells of csv files", () => {
  it("cells are read with mixed line endings", async () => {
    const { json } = await imports.preview("institutions", "Name;Branchen\r\nEins;a\r\nZwei;b\nDrei;c\rVier;d\r\n");
    expect(stored(json, "name")).toEqual(["Eins", "Zwei", "Drei", "Vier"]);
    expect(stored(json, "branchen")).toEqual(["a", "b", "c", "d"]);
  });

  it("cells keep what follows a closing quote, and quotes within a text", async () => {
    const table = lines(
      "Name;Branchen;Kommentare",
      'Eins;a;"Campus" Nord',
      "Zwei;b;b",
      'Drei;c;"c; d"',
      'Vier;d;4" hoch',
    );
    const { json } = await imports.preview("institutions", table);
    expect(stored(json, "kommentare")).toEqual(["Campus Nord", "b", "c; d", '4" hoch']);
  });

  it("a file with a quote that is never closed is refused with the line of the quote", async () => {
    const { status, json } = await imports.upload("institutions", 'Name;Branchen\r\nEins;a\r\n"Zwei;b\r\nDrei;c');
    expect([status, json.errors, json.line]).toEqual([422, { file: ["unclosed_quote"] }, 3]);
  });

  it("a row with cells beyond the last header is refused, and refused again when downloaded and uploaded", async () => {
    const table = lines("Name,Branchen,Adresse", "University of California, Berkeley,Bildung,Weg 1", "Uni B,Bildung");
    const { id, json } = await imports.preview("institutions", table);
    expect(errorsOf(json)).toEqual([{ "": ["more_values"] }, {}]);
    const [headers, row] = csvRows((await api.get(`/api/imports/${id}/refused`)).bytes);
    expect(headers).toEqual(["Name", "Branchen", "Adresse", "Grund"]);
    expect(row).toEqual(["University of California", " Berkeley", "Bildung", expect.any(String), "Weg 1"]);
  });
});

describe("headers of tables", () => {
  it("columns without a header are named by their position", async () => {
    const { json } = await imports.upload("institutions", lines("Uni A;Bildung;Köln", "Uni B;Bildung;Bonn"));
    await api.put(`/api/imports/${json.id}`, { header_row: 0 });
    const { json: found } = await api.get<{ columns: { header: string }[] }>(`/api/imports/${json.id}`);
    expect(found).toMatchObject({ header_row: 0, rows: 2 });
    expect(found.columns.map(({ header }) => header)).toEqual(["Spalte 1", "Spalte 2", "Spalte 3"]);
    const mapping = { "Spalte 1": "name", "Spalte 2": "branchen" };
    const preview = await api.put<Preview>(`/api/imports/${json.id}`, { header_row: 0, mapping });
    expect(stored(preview.json, "name")).toEqual(["Uni A", "Uni B"]);
  });

  it("columns without a header are named in the language of the request", async () => {
    const raw = new FormData();
    raw.append("file", new File(["Name;;Branchen\r\na;b;c"], "a.csv"));
    const { json } = await api.post<{ columns: { header: string }[] }>("/api/imports?kind=institutions", undefined, {
      raw,
      headers: { "accept-language": "en" },
    });
    expect(json.columns.map(({ header }) => header)).toEqual(["Name", "Column 2", "Branchen"]);
  });

  it("equal headers are numbered, and only the first is mapped automatically", async () => {
    const { json } = await imports.upload(
      "institutions",
      lines("Name;Branchen;Telefon;Telefon", "Uni A;B;0221 1;0221 2"),
    );
    expect(json.columns.map(({ header, field }) => [header, field])).toEqual([
      ["Name", "name"],
      ["Branchen", "branchen"],
      ["Telefon", "telefon"],
      ["Telefon (2)", null],
    ]);
  });

  it("columns that fill one text field together are joined in the order of the file", async () => {
    const table = csvOf(
      ["Name", "Branchen", "Straße", "PLZ", "Ort", "Tel 1", "Tel 2"],
      ["A", "B", "Weg 1", "50923", "Köln", "1", "2"],
    );
    const mapping = { Straße: "adresse", PLZ: "adresse", Ort: "adresse", "Tel 1": "telefon", "Tel 2": "telefon" };
    const { json } = await imports.preview("institutions", table, { mapping });
    expect([stored(json, "adresse"), stored(json, "telefon")]).toEqual([["Weg 1, 50923 Köln"], ["1 2"]]);
  });

  it.each([
    [["Weg 1", "", "Köln"], "Weg 1, Köln"],
    [["Weg 1", "1010", "Wien"], "Weg 1, 1010 Wien"],
    [["Weg 1", "50923", "Köln 41"], "Weg 1, 50923, Köln 41"],
    [["", "50923", "Köln"], "50923 Köln"],
  ])("columns that fill an address are joined in the usual format: %j", async (cells, address) => {
    const table = csvOf(["Name", "Branchen", "a", "b", "c"], ["A", "B", ...cells]);
    const { json } = await imports.preview("institutions", table, {
      mapping: { a: "adresse", b: "adresse", c: "adresse" },
    });
    expect(stored(json, "adresse")).toEqual([address]);
  });
});

describe("columns called ID", () => {
  const numbered = (header: string, ids: readonly number[], names: readonly string[]) =>
    csvOf([header, "Name", "Branchen"], ...ids.map((id, at) => [id, names[at] ?? "", "Bildung"]));
  const keyField = async (content: BlobPart) => (await imports.upload("institutions", content)).json.columns[0]?.field;

  it("an ID column with a numbering of its own is not the key", async () => {
    const ids = [
      await createInstitution(db(), { name: "Haus Eins" }),
      await createInstitution(db(), { name: "Haus Zwei" }),
    ];
    expect(await keyField(numbered("id", ids, ["Universidad Ejemplo", "Universidad Muestra"]))).toBeNull();
  });

  it("an ID column is the key where one in five values is in a row with a name or alias of its record", async () => {
    const ids = await Promise.all([1, 2, 3, 4, 5].map((at) => createInstitution(db(), { name: `Fünftel ${at}` })));
    await db()
      .$executeRaw`UPDATE institutions SET aliases = ARRAY['Zweitname'] WHERE partner_institution_id = ${ids[0]}`;
    expect(await keyField(numbered("Id", ids, ["ZWEITNAME", "x1", "x2", "x3", "x4"]))).toBe("partner_institution_id");
    expect(await keyField(numbered("Id", [...ids, 2_000_000_000], ["FUENFTEL 1", "x1", "x2", "x3", "x4"]))).toBe(
      "partner_institution_id",
    );
    expect(await keyField(numbered("Id", ids, ["y", "x1", "x2", "x3", "x4"]))).toBeNull();
  });

  it("an ID column is the key where the file has no column for the name", async () => {
    const id = await createInstitution(db(), { name: "Ohne Namen" });
    expect(await keyField(csvOf(["id", "Telefon"], [id, "0221 1"]))).toBe("partner_institution_id");
  });

  it("an ID column is the key in a file with the headers of an export, even where all names are new", async () => {
    const id = await createInstitution(db(), { name: "Alter Name" });
    expect(await keyField(numbered("ID", [id], ["Ganz anders"]))).toBe("partner_institution_id");
  });

  it("an ID column is not the key where none of its values is a known id", async () => {
    expect(await keyField(csvOf(["ID", "Telefon"], [2_000_000_000, "0221 1"]))).toBeNull();
  });
});

describe("renamed records", () => {
  const renaming = async () => {
    const ids = [
      await createInstitution(db(), { name: "Haus Berg" }),
      await createInstitution(db(), { name: "Haus Tal" }),
    ];
    const table = csvOf(
      ["ID", "Name", "Branchen"],
      [ids[0] ?? 0, "Universidad", "Neu"],
      [ids[1] ?? 0, "HAUS TAL", "Neu"],
    );
    return { ids, ...(await imports.preview("institutions", table)) };
  };

  it("the preview counts and lists records that would be renamed, except for equal folded names", async () => {
    const { ids, json } = await renaming();
    expect(json).toMatchObject({
      update: 2,
      renames: 1,
      pairs: [{ id: ids[0], old: "Haus Berg", new: "Universidad" }],
    });
    expect(json.rows.map(({ action, label }) => [action, label])).toEqual([
      ["update", "Haus Berg"],
      ["update", "Haus Tal"],
    ]);
  });

  it("a run that would rename records is refused without consent, and nothing is written", async () => {
    const { id, ids } = await renaming();
    const { status, json } = await api.post(`/api/imports/${id}/run`);
    expect([status, json]).toEqual([
      409,
      {
        success: false,
        message: "import_renames",
        renames: 1,
        pairs: [{ id: ids[0], old: "Haus Berg", new: "Universidad" }],
      },
    ]);
    expect(await imports.read(id)).toMatchObject({ state: "mapped" });
    expect((await api.get(`/api/institutions/${ids[0]}`)).json).toMatchObject({ data: { name: "Haus Berg" } });
  });

  it("records are renamed by a run with consent", async () => {
    const { id, ids } = await renaming();
    expect(await imports.run(id, { renames: true })).toMatchObject({ state: "done", done: 2 });
    expect((await api.get(`/api/institutions/${ids[0]}`)).json).toMatchObject({ data: { name: "Universidad" } });
  });

  it("renamed records include rows that are chosen to update a similar record", async () => {
    const id = await createInstitution(db(), { name: "Universität Klagenheim" });
    const table = csvOf(["Name", "Branchen"], ["University of Klagenheim", "Neu"]);
    const { id: run, json } = await imports.preview("institutions", table);
    expect(json).toMatchObject({ create: 1, renames: 0, similar: 1 });
    const pairs = [{ id, old: "Universität Klagenheim", new: "University of Klagenheim" }];
    for (const chosen of [{ similar: "update" }, { choices: [{ row: 2, action: "update", id }] }]) {
      const { status, json: refused } = await api.post(`/api/imports/${run}/run`, chosen);
      expect([status, refused]).toEqual([409, { success: false, message: "import_renames", renames: 1, pairs }]);
    }
    expect(await imports.run(run, { similar: "update", renames: true })).toMatchObject({ done: 1 });
  });
});

/** Returns a workbook of one sheet of institutions or projects with styled cells. */
const numberCell = (value: number) => `<c><v>${value}</v></c>`;

describe("dates", () => {
  const projects = (...days: string[]) =>
    lines(
      "Projekttitel;Vertragsgrundlage;Einrichtungen;Projektbeginn;Projektende",
      ...days.map((day, at) => `Tag ${at};befristet;International Office;${day};31.12.2099`),
    );
  const begins = async (...days: string[]) => {
    const { json } = await imports.preview("projects", projects(...days));
    return json.rows.map(
      ({ changes, errors }) => errors.projektbeginn?.[0] ?? changes.find(({ name }) => name === "projektbeginn")?.new,
    );
  };

  it("dates are read in usual notations, or refused", async () => {
    const year = new Date().getFullYear() % 100;
    expect(
      await begins(
        "01.10.98",
        "20101005",
        "201012",
        "10125",
        "01.10.0021",
        "1. Okt. 2021",
        "March 3, 2021",
        "31.12.1899",
        `1.1.${year + 20}`,
        `1.1.${year + 21}`,
      ),
    ).toEqual([
      ...["1998-10-01", "2010-10-05", "date", "date", "date", "2021-10-01", "2021-03-03", "date"],
      ...[`20${year + 20}-01-01`, `19${year + 21}-01-01`],
    ]);
  });

  it("dates with an offset are days in Berlin, others are days as written", async () => {
    expect(await begins("2026-09-30T22:00:00.000Z", "2026-09-30T22:00:00")).toEqual(["2026-10-01", "2026-09-30"]);
  });

  it("all dates of a column are month-first if some of them can only be month-first", async () => {
    expect(await begins("05/06/2021", "05/16/2021", "12/31/2021")).toEqual(["2021-05-06", "2021-05-16", "2021-12-31"]);
  });

  it("ambiguous dates are refused in a column with both orders", async () => {
    expect(await begins("05/06/2021", "05/16/2021", "31/12/2021", "07/07/2021", "05.06.2021")).toEqual([
      ...["ambiguous_date", "2021-05-16", "2021-12-31", "2021-07-07", "2021-06-05"],
    ]);
  });

  it("the changes of a similar record show dates in the order of the column, too", async () => {
    const id = await createProject(db(), {
      projekt_titel: "Brückenschlag Ostsee",
      vertragsgrundlage: 1,
      projektbeginn: "2020-01-01",
      projektende: "2099-12-31",
    });
    const table = lines(
      "Projekttitel;Vertragsgrundlage;Einrichtungen;Projektbeginn;Projektende",
      "Brückenschlag Ostsee;befristet;International Office;05/06/2021;31.12.2099",
      "Ganz anderes Vorhaben;befristet;International Office;05/16/2021;31.12.2099",
    );
    const { json } = await imports.preview("projects", table);
    const [row] = json.rows;
    expect(row?.similar.find((one) => one.id === id)?.changes).toContainEqual({
      name: "projektbeginn",
      old: "2020-01-01",
      new: "2021-05-06",
    });
  });

  it("dates outside of 1900 to 2199 are unchanged where the record has them", async () => {
    const id = await createProject(db(), {
      projekt_titel: "Aus alter Zeit",
      vertragsgrundlage: 1,
      projektbeginn: "1850-05-01",
      projektende: "9999-12-31",
    });
    const table = csvOf(
      ["ID", "Projekttitel", "Projektbeginn", "Projektende"],
      [id, "Aus alter Zeit", "01.05.1850", "31.12.9999"],
    );
    expect((await imports.preview("projects", table)).json).toMatchObject({ same: 1 });
  });

  it("numbers are dates only in a workbook", async () => {
    const headers = ["Projekttitel", "Vertragsgrundlage", "Einrichtungen", "Projektbeginn", "Projektende"];
    const texts = ["A", "befristet", "International Office"].map(textCell).join("");
    const rows = `<row>${headers.map(textCell).join("")}</row><row>${texts}${numberCell(44470)}${numberCell(45565)}</row><row>${texts}${textCell("44470")}${textCell("31.12.2025")}</row>`;
    const { json } = await imports.preview("projects", workbookOf(rows));
    expect(stored(json, "projektbeginn")[0]).toBe("2021-10-01");
    expect(errorsOf(json)[1]).toEqual({ projektbeginn: ["date"] });
  });
});

describe("telephone numbers in exponent notation", () => {
  it("a telephone number in exponent notation is refused in csv", async () => {
    const { json } = await imports.preview("institutions", lines("Name;Branchen;Telefon", "Uni A;B;4,92215E+11"));
    expect(errorsOf(json)).toEqual([{ telefon: ["exponent"] }]);
  });

  it("a telephone number in exponent notation is refused in a workbook", async () => {
    const rows = `<row>${["Name", "Branchen", "Telefon"].map(textCell).join("")}</row><row>${textCell("A")}${textCell("B")}${numberCell(492215123456)}</row>`;
    const { json } = await imports.preview("institutions", workbookOf(rows));
    expect(errorsOf(json)).toEqual([{ telefon: ["exponent"] }]);
  });
});

describe("values that do not apply to a record", () => {
  const table = lines(
    "Projekttitel;Vertragsgrundlage;Einrichtungen;Projektbeginn;Projektende",
    "A;unbefristet;International Office;01.10.2020;30.09.2027",
    "B;k. A.;International Office;01.10.2020;30.09.2027",
    "C;befristet;International Office;01.10.2020;30.09.2027",
  );

  it("a row with a value that does not apply to its record is refused", async () => {
    const { json } = await imports.preview("projects", table);
    expect(errorsOf(json)).toEqual([
      { projektende: ["not_applicable"] },
      { projektbeginn: ["not_applicable"], projektende: ["not_applicable"] },
      {},
    ]);
    expect(json).toMatchObject({ create: 1, refused: 2, dropped: 0 });
  });

  it("values that do not apply are dropped from all these rows on request, which are counted", async () => {
    const { id, json } = await imports.preview("projects", table, { not_applicable: "drop" });
    expect(json).toMatchObject({ create: 3, refused: 0, dropped: 2 });
    expect(stored(json, "projektende")).toEqual([null, null, "2027-09-30"]);
    expect((await api.get(`/api/imports/${id}`)).json).toMatchObject({ not_applicable: "drop" });
    expect(await imports.run(id)).toMatchObject({ state: "done", done: 3 });
  });

  it("a value that does not apply refuses even a row that is unchanged otherwise", async () => {
    const values = { vertragsgrundlage: 0, projektbeginn: "2020-01-01", projektende: null };
    const id = await createProject(db(), { projekt_titel: "Unbefristet", ...values });
    const table = (end: string) => csvOf(["ID", "Projekttitel", "Projektende"], [id, "Unbefristet", end]);
    expect((await imports.preview("projects", table(""))).json).toMatchObject({ same: 1 });
    const { json } = await imports.preview("projects", table("30.09.2028"));
    expect(errorsOf(json)).toEqual([{ projektende: ["not_applicable"] }]);
    const dropped = await imports.preview("projects", table("30.09.2028"), { not_applicable: "drop" });
    expect(dropped.json).toMatchObject({ same: 1, dropped: 1 });
  });

  it("a treatment of such values other than refuse and drop is an error", async () => {
    const { json } = await imports.upload("projects", table);
    const refused = await api.put(`/api/imports/${json.id}`, { not_applicable: "ignore" });
    expect([refused.status, refused.json.errors]).toEqual([422, { not_applicable: ["type"] }]);
  });
});

describe("values in the preview", () => {
  it("the preview shows new and stored values as words", async () => {
    const id = await createInstitution(db(), { name: "Haus am See", branchen: "Alt", organisationsform: -1 });
    const table = csvOf(["ID", "Name", "Branchen", "Organisationsform"], [id, "Haus am See", " Neu ", "hochschule"]);
    const { json } = await imports.preview("institutions", table);
    expect(json.rows).toMatchObject([
      {
        label: "Haus am See",
        changes: [
          { name: "organisationsform", old: -1 },
          { name: "branchen", old: "Alt", new: "Neu" },
        ],
        texts: {
          branchen: { old: "Alt", new: "Neu" },
          organisationsform: { old: "k. A.", new: "Hochschule" },
        },
      },
    ]);
  });

  it("the preview names linked records", async () => {
    const institution = await createInstitution(db(), { name: "Partnerhaus Nord" });
    const table = csvOf(
      ["Projekttitel", "Vertragsgrundlage", "Einrichtungen", "Projektbeginn", "Partnerinstitutionen"],
      ["A", "unbefristet", "International Office", "01.10.2020", "partnerhaus nord"],
    );
    const { json } = await imports.preview("projects", table);
    expect(json.rows[0]?.changes).toContainEqual({ name: "institutionen", old: null, new: [institution] });
    expect(shown(json, "institutionen")).toEqual(["Partnerhaus Nord"]);
  });
});
