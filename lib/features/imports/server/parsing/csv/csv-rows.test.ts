import { describe, expect, it } from "vitest";
import { csvRows } from "./csv-rows";
import type { ImportCell } from "../table-rows";

const utf8 = (text: string) => new TextEncoder().encode(text);
const rowsOf = (bytes: Uint8Array) => csvRows(bytes, {}).rows.firstRows(100);
const cellsOf = (text: string) => rowsOf(utf8(text)).map(({ cells }) => cells);

describe("csvRows", () => {
  it.each<[string, string, ImportCell[][]]>([
    [
      "different line ends in one file",
      "Name;Branchen;Kommentare\r\nUni Eins;Bildung;a\r\nUni Zwei;Bildung;b\nUni Drei;Bildung;c\r\n",
      [
        ["Name", "Branchen", "Kommentare"],
        ["Uni Eins", "Bildung", "a"],
        ["Uni Zwei", "Bildung", "b"],
        ["Uni Drei", "Bildung", "c"],
      ],
    ],
    [
      "text after a closing quote",
      'Name;Branchen;Kommentare\r\nUni Eins;Bildung;"Campus" Nord\r\nUni Zwei;Bildung;"c; d"\r\n',
      [
        ["Name", "Branchen", "Kommentare"],
        ["Uni Eins", "Bildung", "Campus Nord"],
        ["Uni Zwei", "Bildung", "c; d"],
      ],
    ],
    [
      "a row with more cells than the header",
      "Name,Branchen,Adresse\r\nUniversity of California, Berkeley,Bildung,Weg 1\r\nUni B,Bildung,Weg 2\r\n",
      [
        ["Name", "Branchen", "Adresse"],
        ["University of California", " Berkeley", "Bildung", "Weg 1"],
        ["Uni B", "Bildung", "Weg 2"],
      ],
    ],
    [
      "rows without a header",
      "Uni A;Bildung;Köln\r\nUni B;Bildung;Bonn\r\n",
      [
        ["Uni A", "Bildung", "Köln"],
        ["Uni B", "Bildung", "Bonn"],
      ],
    ],
    [
      "a number in exponent notation",
      "Name;Telefon\r\nUni A;4,92215E+11\r\n",
      [
        ["Name", "Telefon"],
        ["Uni A", "4,92215E+11"],
      ],
    ],
    [
      "equal headers",
      "Name;Telefon;Telefon\r\nUni A;0221 1;0221 2\r\n",
      [
        ["Name", "Telefon", "Telefon"],
        ["Uni A", "0221 1", "0221 2"],
      ],
    ],
    [
      "a name in brackets",
      "Name;Branchen\r\n(Hamburg);Bildung\r\n",
      [
        ["Name", "Branchen"],
        ["(Hamburg)", "Bildung"],
      ],
    ],
    [
      "texts with soft hyphens and zero-width signs without these",
      '\uFEFFName;Branchen\r\nUni\u00ADversität;Bildung\r\nZero\u200BWidth;Bildung\r\n\u200B"Campus"\u200B Nord;\u00AD=1\r\n',
      [
        ["Name", "Branchen"],
        ["Universität", "Bildung"],
        ["ZeroWidth", "Bildung"],
        ["Campus Nord", { formula: "=1" }],
      ],
    ],
  ])("reads %s", (_case, text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  it("returns an encoding, but no sheets and merged cells", () => {
    expect(csvRows(utf8("a;b"), {})).toMatchObject({ encoding: "utf-8", sheet: null, sheets: null, groups: [] });
  });

  it("numbers rows as in the file and leaves out empty ones", () => {
    expect(rowsOf(utf8('\r\nName;Ort\n\n;\n" "\r"a\nb";c'))).toEqual([
      { row: 2, cells: ["Name", "Ort"] },
      { row: 6, cells: ["a\nb", "c"] },
    ]);
  });

  it.each([
    ["sep=,\r\n1;5,a\r\n", ["1;5", "a"]],
    ["\uFEFFsep=\t\n1;5,0\ta\n", ["1;5,0", "a"]],
    ["SEP=;\r1,5;a", ["1,5", "a"]],
  ])("splits %j by the delimiter that its first line declares, which is no row", (text, cells) => {
    expect(rowsOf(utf8(text))).toEqual([{ row: 2, cells }]);
  });

  it.each<[string, ImportCell]>([
    ["=1+1", { formula: "=1+1" }],
    ["#N/A", { formula: "#N/A" }],
    ["'=1+1", "=1+1"],
    ["'-5", "-5"],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
  ])("reads the cell %j", (text, cell) => {
    expect(cellsOf(`Name;Ort\n${text};b`)).toEqual([
      ["Name", "Ort"],
      [cell, "b"],
    ]);
  });

  it("marks a cell with NUL as unreadable in a file that is no binary", () => {
    const { rows } = csvRows(utf8(`${"Name;Ort\n".repeat(500)}a\0b;c`), {});
    expect(rows.firstRows(501).at(-1)).toEqual({ row: 501, cells: [{ unreadable: "a\uFFFDb" }, "c"] });
  });

  it("marks only cells with bytes that are invalid in UTF-8 as unreadable", () => {
    const [before, after] = ["Universität Köln;Straße 1\nFH Z", "rich;Bern\n'="];
    const bytes = Uint8Array.from([...utf8(before), 0xfc, ...utf8(after), 0xff]);
    expect(rowsOf(bytes).map(({ cells }) => cells)).toEqual([
      ["Universität Köln", "Straße 1"],
      [{ unreadable: "FH Z\uFFFDrich" }, "Bern"],
      [{ unreadable: "=\uFFFD" }],
    ]);
  });

  it("reads a file in the chosen encoding", () => {
    const { rows, encoding } = csvRows(Uint8Array.of(0x8a, 0x3b, 0x9a), { encoding: "macintosh" });
    expect([encoding, rows.firstRows(1)]).toEqual(["macintosh", [{ row: 1, cells: ["ä", "ö"] }]]);
  });

  it.each([
    ["a binary file", "a;b\0", { code: "unreadable" }],
    [
      "a quote that is never closed",
      'Name;Ort\nUni A;Bonn\nUni B;"Köln\nUni C;Bern\n',
      { code: "unclosed_quote", line: 3 },
    ],
    ["more rows than a sheet has", "\n".repeat(1_048_577), { code: "too_many_rows" }],
    ["a row with too many cells", "a;".repeat(201), { code: "too_many_columns" }],
  ])("refuses %s", (_case, text, refusal) => {
    expect(() => csvRows(utf8(text), {})).toThrow(expect.objectContaining(refusal));
  });
});
