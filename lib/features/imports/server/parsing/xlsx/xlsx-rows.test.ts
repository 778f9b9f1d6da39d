import { describe, expect, it } from "vitest";
import { HEADER_ROWS } from "../../../header-row";
import { zipOf } from "@/tests/support/records/archives";
import { workbookWith, type SheetXml, type WorkbookXml } from "@/tests/support/records/workbooks";
import type { ReadOptions } from "../read-table";
import { FileRefused, SHEET_ROWS } from "../table-rows";
import { xlsxRows } from "./xlsx-rows";
import { FIRST_ROWS } from "./xlsx-sheet";

const KNOWN: ReadOptions = { knownHeaders: new Set(["name", "projekttitel", ""]) };

const text = (content: string, attributes = "") => `<c t="inlineStr"${attributes}><is><t>${content}</t></is></c>`;
const row = (...cells: string[]) => `<row>${cells.join("")}</row>`;
const texts = (...contents: string[]) => row(...contents.map((content) => text(content)));
const number = (value: number | string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const repeated = (count: number, xml: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => xml(at)).join("");

const read = (workbook: WorkbookXml, options: Partial<ReadOptions> = {}) =>
  xlsxRows(workbookWith(workbook), { ...KNOWN, ...options });
const readSheet = (sheet: SheetXml, workbook: Partial<WorkbookXml> = {}) => read({ sheets: [sheet], ...workbook });

/** Reads the cells of a workbook's rows. */
async function cellsOf(rows: string, workbook: Partial<WorkbookXml> = {}) {
  const table = await readSheet({ rows }, workbook);
  return table.rows.firstRows(100).map(({ cells }) => cells);
}

/** Returns the code with which a file is refused, or nothing. */
const refusal = (reading: Promise<unknown>) =>
  reading.then(
    () => undefined,
    (error: unknown) => (error instanceof FileRefused ? error.code : error),
  );

describe("cells", () => {
  it("reads cells as German Excel shows them", async () => {
    const formats = [0, 9, '#,##0.00\\ "€"', "0000000000", '0\\ "Monate"', 14];
    const values = number(44_470, 5) + number(0.25, 1) + number(1_234_567.8, 2) + number(3, 4) + number(221_470_123, 3);
    expect(await cellsOf(row(values), { formats })).toEqual([
      [
        { text: "01.10.2021", day: "2021-10-01", number: "44470" },
        { text: "25 %", number: "0.25" },
        { text: "1.234.567,80 €", number: "1234567.8" },
        { text: "3 Monate", number: "3" },
        { text: "0221470123", number: "221470123" },
      ],
    ]);
  });

  it.each([
    [3, 1_234.5, "1.235"],
    [4, -1_234.5, "-1.234,50"],
    [6, -1_234, "-1.234 €"],
    [10, 0.256, "25,60 %"],
    [15, 44_470, "01. Okt 21"],
    [17, 44_470, "Okt 21"],
    [20, 0.25, "06:00"],
    [22, 44_470.25, "01.10.2021 06:00"],
    [40, -1_234.5, "-1.234,50"],
    [44, 1_234.5, "1.234,50 €"],
    [46, 1.5, "36:00:00"],
    [49, 1.5, "1,5"],
    [59, 1.5, "1,5"],
    [999, 1.5, "1,5"],
  ])("reads cells of the built-in format %i by its German code", async (id, value, shown) => {
    const [[cell] = []] = await cellsOf(row(number(value, 1)), { formats: [0, id] });
    expect(cell).toMatchObject({ text: shown });
  });

  it("reads cells of a style that the workbook does not have as general", async () => {
    expect(await cellsOf(row(number(1.5, 7)))).toEqual([[{ text: "1,5", number: "1.5" }]]);
  });

  it.each(["1", "true"])("counts the days of cells from 1904 if date1904 is %s", async (date1904) => {
    const workbook = { properties: `date1904="${date1904}"`, formats: [0, 14] };
    expect(await cellsOf(row(number(43_008), number(43_008, 1)), workbook)).toEqual([
      [
        { text: "43008", day: "2021-10-01" },
        { text: "01.10.2021", day: "2021-10-01", number: "43008" },
      ],
    ]);
  });

  it("reads cells by their types", async () => {
    const cells = [
      '<c t="str"><v> _x0041_b </v></c>',
      '<c t="b"><v>1</v></c>',
      '<c t="b"><v>false</v></c>',
      '<c t="e"><v>#N/A</v></c>',
      '<c t="e"><v>#SPILL!</v></c>',
      '<c t="n"><v>7</v></c>',
      '<c t="d"><v>2021-10-01T00:00:00</v></c>',
      '<c t="d"><v>2021-13-01</v></c>',
      "<c><v>1,5</v></c>",
      "<c><v>1e999</v></c>",
      "<c><v><![CDATA[8]]></v></c>",
      '<c t="inlineStr"><is><t>#NV</t></is></c>',
    ];
    expect(await cellsOf(row(...cells))).toEqual([
      [
        "Ab",
        "WAHR",
        "FALSCH",
        { formula: "#N/A" },
        { formula: "#SPILL!" },
        "7",
        { text: "01.10.2021", day: "2021-10-01" },
        "2021-13-01",
        "1,5",
        "1e999",
        "8",
        { formula: "#NV" },
      ],
    ]);
  });

  it("reads the text of all runs of a cell, without phonetic readings and with escapes decoded", async () => {
    const runs = '<r><rPr><b/></rPr><t xml:space="preserve">a </t></r><r><t>b_x0021_</t></r>';
    const phonetic = "<rPh><t>reading</t></rPh><phoneticPr/>";
    const strings = [runs + phonetic, "<t> plain\n</t>", "<t>a_x005F_x0041_ &amp; \n b</t>", "<t>_x0000_</t>"];
    const shared = repeated(4, (at) => `<c t="s"><v>${at}</v></c>`);
    const inline = `<c t="inlineStr"><is>${runs}${phonetic}</is></c>`;
    expect(await cellsOf(row(shared, inline), { strings })).toEqual([
      ["a b!", "plain", "a_x0041_ & \n b", { unreadable: "\uFFFD" }, "a b!"],
    ]);
  });

  it("adds the text section of a format to the text of a cell", async () => {
    expect(await cellsOf(row(text("7", ' s="1"'), text("x", ' s="2"')), { formats: [0, '"Nr. "@', ";;;@"] })).toEqual([
      ["Nr. 7", "x"],
    ]);
  });

  it("reads cells without a cached value as formulas, except those with an empty text", async () => {
    const cells = [
      "<c><f>B1</f><v></v></c>",
      "<c><f>A1</f></c>",
      '<c><f t="shared" si="0"/></c>',
      '<c t="str"><f>A9</f><v></v></c>',
      '<c t="str"><f>A1</f><v>Haus</v></c>',
      "<c><f>1+1</f><v>2</v></c>",
      '<c t="b"><f>A1</f></c>',
      '<c s="1"/>',
      text("x"),
    ];
    const formula = { formula: "=" };
    expect(await cellsOf(row(...cells))).toEqual([[formula, formula, formula, "", "Haus", "2", formula, "", "x"]]);
  });

  it("places cells without a reference after the previous cell", async () => {
    const cells = [text("a"), `<c r="D9"><v>1</v></c>`, text("b"), `<c r="B1"><v>2</v></c>`];
    expect(await cellsOf(row(...cells))).toEqual([["a", "2", "", "1", "b"]]);
  });

  it("finds cells in elements with any prefix", async () => {
    const sheet = `<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c></x:row></x:sheetData><x:mergeCells><x:mergeCell ref="A1:B1"/></x:mergeCells></x:worksheet>`;
    const table = await readSheet(
      {},
      {
        parts: {
          "xl/workbook.xml": `<x:workbook xmlns:x="m" xmlns:y="r"><x:sheets><x:sheet name="A" y:id="rId1"/></x:sheets></x:workbook>`,
          "xl/sharedStrings.xml": `<x:sst xmlns:x="m"><x:si><x:r><x:t>Name</x:t></x:r></x:si></x:sst>`,
          "xl/worksheets/sheet1.xml": sheet,
        },
      },
    );
    expect(table.rows.firstRows(9)).toEqual([{ row: 1, cells: ["Name"] }]);
    expect(table.groups).toEqual([{ row: 1, firstColumn: 0, lastColumn: 1, text: "Name" }]);
  });

  it("keeps row numbers, and numbers rows without a number after the previous one", async () => {
    const { rows } = await readSheet({ rows: `<row r="3">${text("a")}</row><row/>${row(text("b"))}` });
    expect(rows.firstRows(9).map((each) => each.row)).toEqual([3, 5]);
  });
});

describe("parts of a workbook", () => {
  const sheet = `<worksheet><sheetData>${texts("Name")}</sheetData></worksheet>`;
  const OFFICE = "http://purl.oclc.org/ooxml/officeDocument/relationships";
  const related = (...targets: [string, string][]) =>
    `<Relationships>${targets.map(([type, target], at) => `<Relationship Id="r${at}" Type="${OFFICE}/${type}" Target="${target}"/>`).join("")}</Relationships>`;
  const workbook = '<workbook><sheets><sheet name="A" r:id="r0"/></sheets></workbook>';

  it.each([
    ["an absolute path", "/sheets/a.xml"],
    ["a relative path", "../sheets/./a.xml"],
  ])("finds parts of a workbook in other folders by %s", async (_how, target) => {
    const parts = { "_rels/.rels": related(["officeDocument", "book/main.xml"]), "book/main.xml": workbook };
    const targets = { "book/_rels/main.xml.rels": related(["worksheet", target]), "sheets/a.xml": sheet };
    const { rows } = await xlsxRows(zipOf({ ...parts, ...targets }), KNOWN);
    expect(rows.count).toBe(1);
  });

  it("does not list charts as sheets", async () => {
    const sheets = [
      { name: "Diagramm", type: "chartsheet" },
      { name: "Daten", rows: texts("Name") },
    ];
    expect((await read({ sheets })).sheets).toEqual([{ name: "Daten", hidden: false, rows: 1 }]);
  });

  it("reads several sheets with the same part as one sheet", async () => {
    const sheets = [{ rows: texts("Name") }, { target: "worksheets/sheet1.xml" }];
    expect((await read({ sheets })).sheets).toEqual([{ name: "Tabelle1", hidden: false, rows: 1 }]);
  });

  it("refuses a workbook without its required parts", async () => {
    const missing = (type: string) =>
      readSheet({ rows: texts("Name") }, { parts: { "xl/_rels/workbook.xml.rels": related([type, "missing.xml"]) } });
    expect(await refusal(xlsxRows(zipOf({ "a.txt": "a" }), KNOWN))).toBe("unreadable");
    expect(await refusal(missing("sharedStrings"))).toBe("unreadable");
    expect(await refusal(missing("styles"))).toBe("unreadable");
    expect(await refusal(readSheet({ rows: texts("Name"), target: "worksheets/other.xml" }))).toBe("unreadable");
  });
});

describe("sheet selection", () => {
  const table = { name: "Partner", rows: texts("Name", "Branchen") + texts("Uni", "Bildung") };
  const cover = { name: "Deckblatt", rows: texts("Partnerliste") + row() + texts("Stand 1.10.2026") };

  it("reads the first visible sheet with a known header", async () => {
    const hidden = { ...table, name: "alt", state: "hidden" };
    const veryHidden = { ...table, name: "sehr alt", state: "veryHidden" };
    const other = { ...table, name: "Weitere" };
    const { rows, ...result } = await read({ sheets: [hidden, veryHidden, cover, table, other] });
    expect(result).toEqual({
      encoding: null,
      sheet: "Partner",
      sheets: [
        { name: "alt", hidden: true, rows: 2 },
        { name: "sehr alt", hidden: true, rows: 2 },
        { name: "Deckblatt", hidden: false, rows: 2 },
        { name: "Partner", hidden: false, rows: 2 },
        { name: "Weitere", hidden: false, rows: 2 },
      ],
      groups: [],
    });
    expect(rows.count).toBe(2);
  });

  it("selects a sheet by a header in its first filled rows only", async () => {
    expect(FIRST_ROWS).toBe(HEADER_ROWS);
    const titles = (count: number) => ({ name: String(count), rows: repeated(count, () => row() + texts("Titel")) });
    const below = (count: number) => ({ ...titles(count), rows: titles(count).rows + texts("", "NAME:") });
    expect((await read({ sheets: [cover, below(19)] })).sheet).toBe("19");
    expect((await read({ sheets: [cover, below(20)] })).sheet).toBe("Deckblatt");
    expect((await read({ sheets: [below(20), below(19)] })).sheet).toBe("19");
  });

  it("does not select a sheet by a header that is empty when folded", async () => {
    expect((await read({ sheets: [cover, { name: "-", rows: texts("-") }] })).sheet).toBe("Deckblatt");
  });

  it("reads the first visible sheet with a row if no header is known", async () => {
    const empty = { name: "leer", rows: row(text(" ")) };
    const { sheet, rows } = await read({
      sheets: [empty, { ...cover, state: "hidden" }, cover, { ...cover, name: "b" }],
    });
    expect({ sheet, count: rows.count }).toEqual({ sheet: "Deckblatt", count: 2 });
  });

  it("reads no sheet if no visible one has a row", async () => {
    const { sheet, rows, sheets } = await read({ sheets: [{}, { ...table, state: "hidden" }] });
    expect({ sheet, count: rows.count, rows: sheets.map((each) => each.rows) }).toEqual({
      ...{ sheet: null, count: 0, rows: [0, 2] },
    });
  });

  it("reads the requested sheet, which may be hidden", async () => {
    const hidden = { ...table, name: "A & B", state: "hidden" };
    const { sheet, rows, sheets } = await read({ sheets: [cover, hidden, table] }, { sheet: "A & B" });
    expect({ sheet, count: rows.count, rows: sheets.map((each) => each.rows) }).toEqual({
      ...{ sheet: "A & B", count: 2, rows: [2, 2, 2] },
    });
  });

  it("refuses a requested sheet that the workbook does not have", async () => {
    expect(await refusal(read({ sheets: [table] }, { sheet: "partner" }))).toBe("unknown_sheet");
  });

  const wide = repeated(201, () => text("x"));
  it.each([
    ["too many columns", row(wide) + texts("a"), 2, "too_many_columns"],
    ["too many rows", texts("a").repeat(50_002), 50_002, "too_many_rows"],
    ["invalid XML", `${texts("a")}<row></c>`, 1, "unreadable"],
    ["a repeated row number", `<row r="1">${text("a")}</row><row r="1"/>`, 1, "unreadable"],
  ])("reads another sheet than one with %s", async (_what, rows, count, code) => {
    const broken = { name: "kaputt", rows };
    const { sheet, sheets } = await read({ sheets: [broken, table, { ...broken, state: "hidden" }] });
    expect({ sheet, counts: sheets.map((each) => each.rows) }).toEqual({ sheet: "Partner", counts: [count, 2, count] });
    expect(await refusal(read({ sheets: [broken, { name: "b", rows: texts("b") }] }))).toBe(code);
    expect(await refusal(read({ sheets: [table, broken] }, { sheet: "kaputt" }))).toBe(code);
  });

  it.each([
    ["in the row that exceeds it", row(text("Name"), wide)],
    ["below the row that exceeds it", row(wide) + texts("x", "Name")],
  ])("refuses a sheet with known headers that exceeds a limit, %s", async (_where, rows) => {
    expect(await refusal(read({ sheets: [cover, { name: "a", rows }, table] }))).toBe("too_many_columns");
  });

  it("counts only rows that show a value", async () => {
    const rows =
      row(number(5, 1)) + row(text("  ")) + row('<c t="s"><v>0</v></c>', text("x")) + row("<c><f>A1</f></c>");
    const hidden = { name: "b", state: "hidden", rows };
    const { sheets } = await read({ sheets: [{ rows }, hidden], formats: [0, ";;;"], strings: ["<t> </t>"] });
    expect(sheets.map((each) => each.rows)).toEqual([2, 2]);
  });
});

describe("merged areas", () => {
  it("a merged area gives its value to each of its rows", async () => {
    const rows = texts("Projekttitel", "Partner") + texts("P1", "Uni") + texts("P2") + texts("P3");
    const table = await readSheet({ rows, merged: ["B2:B4"] });
    expect(table.rows.firstRows(9).map(({ cells }) => cells)).toEqual([
      ...[
        ["Projekttitel", "Partner"],
        ["P1", "Uni"],
        ["P2", "Uni"],
        ["P3", "Uni"],
      ],
    ]);
    expect(table.groups).toEqual([]);
  });

  it("a merged area groups the headers below it", async () => {
    const rows = texts("Institution", "", "Ansprechperson") + texts("Name", "Branchen", "Name", "E-Mail");
    const { groups } = await readSheet({ rows, merged: ["A1:B1", "C1:D1"] });
    expect(groups).toEqual([
      { row: 1, firstColumn: 0, lastColumn: 1, text: "Institution" },
      { row: 1, firstColumn: 2, lastColumn: 3, text: "Ansprechperson" },
    ]);
  });

  it("a merged area of several rows groups the headers below the last one", async () => {
    const rows = texts("Institution") + texts("", "", "x") + texts("Name", "Branchen");
    const { groups } = await readSheet({ rows, merged: ["A1:B2"] });
    expect(groups).toEqual([{ row: 2, firstColumn: 0, lastColumn: 1, text: "Institution" }]);
  });

  it.each([
    ["is empty", "B1:C1"],
    ["has one column", "A1:A2"],
    ["ends below the first filled rows", "A20:B21"],
    ["is above a table of fewer rows", "A1:B22"],
    ["is invalid", "A1"],
    ["is no reference", "A1:"],
  ])("a merged area is no group if the area %s", async (_what, area) => {
    const { groups } = await readSheet({ rows: texts("Titel").repeat(21), merged: [area] });
    expect(groups).toEqual([]);
  });

  it("a merged area of the whole width ends at the last column of an import", async () => {
    const { groups } = await readSheet({ rows: texts("Titel") + texts("Name"), merged: ["A1:XFD1"] });
    expect(groups).toEqual([{ row: 1, firstColumn: 0, lastColumn: 199, text: "Titel" }]);
  });

  it.each([
    ["100,000 areas", repeated(100_000, (at) => `<mergeCell ref="A${at + 1}:B${at + 1}"/>`)],
    ["100,000 equal areas of the whole sheet", '<mergeCell ref="A1:XFD1048576"/>'.repeat(100_000)],
    ["100,000 overlapping areas", repeated(100_000, (at) => `<mergeCell ref="A${at + 1}:XFD1048576"/>`)],
  ])("handles merged areas in a sheet of %s", async (_what, areas) => {
    const rows = texts("Name", "", "x").repeat(2_000);
    const sheet = `<worksheet><sheetData>${rows}</sheetData><mergeCells>${areas}</mergeCells></worksheet>`;
    const table = await readSheet({}, { parts: { "xl/worksheets/sheet1.xml": sheet } });
    expect(table.rows.count).toBe(2_000);
    expect(table.groups.length).toBeLessThanOrEqual(FIRST_ROWS);
  });

  it("refuses more than a quarter of a million merged areas", async () => {
    const areas = '<mergeCell ref="A1:B1"/>'.repeat(250_001);
    const sheet = `<worksheet><sheetData>${texts("Name")}</sheetData><mergeCells>${areas}</mergeCells></worksheet>`;
    expect(await refusal(readSheet({}, { parts: { "xl/worksheets/sheet1.xml": sheet } }))).toBe("too_complex");
  });
});

describe("malicious or damaged workbooks", () => {
  it("refuses a workbook with a filled cell beyond the last column of an import", async () => {
    expect(await refusal(readSheet({ rows: `<row><c r="GR1"><v>1</v></c></row>` }))).toBeUndefined();
    expect(await refusal(readSheet({ rows: `<row><c r="GS1"><v>1</v></c></row>` }))).toBe("too_many_columns");
    expect(await refusal(readSheet({ rows: `<row><c r="GS1"><f>A1</f></c></row>` }))).toBe("too_many_columns");
  });

  it("accepts empty cells in the last column of a sheet", async () => {
    const xml = repeated(20_000, (at) => `<row>${text("a")}<c r="XFD${at + 1}" s="1"/></row>`);
    const { rows } = await readSheet({ rows: xml });
    expect({ count: rows.count, first: rows.firstRows(1) }).toEqual({
      ...{ count: 20_000, first: [{ row: 1, cells: ["a"] }] },
    });
  });

  it.each([
    ["a row number that is not numeric", `<row r="x">${text("a")}</row>`],
    ["a row number that is no integer", `<row r="1.5">${text("a")}</row>`],
    ["a row number out of range", `<row r="${SHEET_ROWS + 1}">${text("a")}</row>`],
    ["a repeated row number", `<row r="2">${text("a")}</row><row r="2">${text("b")}</row>`],
    ["decreasing row numbers", `<row r="2">${text("a")}</row><row r="1">${text("b")}</row>`],
    ["more rows than a sheet", "<row/>".repeat(SHEET_ROWS + 1)],
    ["a column out of range", `<row><c r="XFE1"/></row>`],
    ["a long reference", `<row><c r="${"A".repeat(1_000)}1"/></row>`],
    ["a reference without a column", `<row><c r="1"/></row>`],
    ["more cells than a sheet has columns", `<row>${"<c/>".repeat(16_385)}</row>`],
    ["a shared string that does not exist", `<row><c t="s"><v>7</v></c></row>`],
    ["an element that is not closed", `<row>${text("a")}`],
    ["an unknown entity", texts("&a;")],
    ["a character that XML forbids", texts("\u0001")],
  ])("refuses a workbook with %s", async (_what, rows) => {
    expect(await refusal(readSheet({ rows }))).toBe("unreadable");
  });

  it("refuses a workbook with entities of a document type", async () => {
    const sheet = `<!DOCTYPE a [<!ENTITY a "b"><!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet><sheetData>${texts("&x;")}</sheetData></worksheet>`;
    expect(await refusal(readSheet({}, { parts: { "xl/worksheets/sheet1.xml": sheet } }))).toBe("unreadable");
  });

  it("refuses a workbook with bytes that are not UTF-8", async () => {
    const sheet = Buffer.from(`<worksheet><sheetData>${texts("K\xf6ln")}</sheetData></worksheet>`, "latin1");
    expect(await refusal(readSheet({}, { parts: { "xl/worksheets/sheet1.xml": sheet } }))).toBe("unreadable");
  });

  it("refuses a workbook with deeply nested elements", async () => {
    expect(await refusal(readSheet({ rows: "<a>".repeat(1_000_000) }))).toBe("too_complex");
    expect(await refusal(readSheet({}, { strings: ["<a>".repeat(1_000)] }))).toBe("too_complex");
  });

  it("refuses a workbook if half of the archive is missing", async () => {
    const bytes = workbookWith({ sheets: [{ rows: texts("Name") }] });
    expect(await refusal(xlsxRows(bytes.slice(0, bytes.length / 2), KNOWN))).toBe("unreadable");
    expect(await refusal(xlsxRows(bytes.fill(7, 40, 60), KNOWN))).toBe("unreadable");
  });

  const MIB = 1_000_000;
  it.each([
    ["an attribute", `<a b="${"x".repeat(MIB)}"/>`],
    ["an attribute of line breaks", `<a b="${"\n".repeat(MIB)}"/>`],
    ["an attribute of entities", `<a b="${"&lt;".repeat(MIB / 4)}"/>`],
    ["many attributes", `<a ${repeated(80_000, (at) => `a${at}="" `)}/>`],
    ["a comment", `<!--${"- ".repeat(MIB / 2)}-->`],
    ["a CDATA section", `<a><![CDATA[${"]".repeat(MIB)}]]></a>`],
    ["an instruction", `<?a ${"? ".repeat(MIB / 2)}?>`],
    ["a name", `<${"a".repeat(MIB)}/>`],
    ["a text of line breaks", texts("\r\n".repeat(MIB / 2))],
    ["a text of entities", texts("&lt;".repeat(MIB / 4))],
    ["a text of escapes", texts("_x0041_".repeat(MIB / 7))],
    ["a million tags", '<a b="c"/>'.repeat(MIB)],
  ])("reads a workbook with %s of a megabyte in linear time", async (_what, xml) => {
    const startedAt = performance.now();
    await readSheet({ rows: xml + texts("Name") });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
