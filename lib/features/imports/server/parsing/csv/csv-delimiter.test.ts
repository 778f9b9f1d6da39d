import { describe, expect, it } from "vitest";
import { declaredDelimiter, detectDelimiter } from "./csv-delimiter";

const DELIMITERS = [";", ",", "\t"];
const table = (columns: number, rows: number, delimiter: string) =>
  Array.from({ length: rows }, (_row, row) =>
    Array.from({ length: columns }, (_cell, column) => `c${column}r${row}`).join(delimiter),
  ).join("\r\n");

describe("detectDelimiter", () => {
  const small = [2, 3].flatMap((columns) => [1, 2, 3].map((rows) => [columns, rows] as const));
  it.each(small.flatMap(([columns, rows]) => DELIMITERS.map((delimiter) => [columns, rows, delimiter] as const)))(
    "detects %i columns in %i rows delimited by %j",
    (columns, rows, delimiter) => {
      expect(detectDelimiter(table(columns, rows, delimiter))).toBe(delimiter);
    },
  );

  it.each([1, 2, 3])("falls back to a semicolon for %i rows of a single column", (rows) => {
    expect(detectDelimiter(table(1, rows, ""))).toBe(";");
  });

  it.each([
    ["a quoted cell holds other delimiters", 'Name;Ort\n"a,b,c";Wien\n"d,e";Graz', ";"],
    ["cells hold punctuation", "ID;Notiz\n1;eins, zwei\n2;drei, vier\n3;fünf, sechs", ";"],
    ["one column holds punctuation in some rows", "Notiz\neins, zwei\ndrei\nvier, fünf", ";"],
    ["rows leave out trailing cells", "a,b,c,d\n1,2\n1,2,3\n1", ","],
    ["a title stands above the header", "Partner 2026\nName\tOrt\tLand\na\tb\tc\nd\te\tf", "\t"],
    ["cells hold decimal commas", "Betrag;Jahr\n1,5;2024\n2,5;2025", ";"],
    ["the file ends with a line break", "ID;Telefon\r\n1;0711 1\r\n", ";"],
    ["a quoted cell holds line breaks", 'ID,Adresse\n1,"Weg 1\nWien"\n2,"Weg 2\nGraz"', ","],
    ["lines end differently", "Name,Ort;Land\r\na,b\nc,d\re,f\r\n", ","],
    ["unquoted names hold it", "Name,Branchen,Adresse\r\nUniversity of California, Berkeley,Bildung,Weg 1\r\n", ","],
    ["empty rows are between filled ones", `a,b\n${"\n  \n".repeat(60)}c,d`, ","],
    ["a quote is never closed", 'Name,Ort;Land\na,b\n"c;d,e\nf,g', ","],
    ["the sample ends within a quoted cell", `Name,Ort\na,b\n"${"x;".repeat(600_000)}",c`, ","],
  ])("detects the delimiter if %s", (_case, text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });

  it("detects the delimiter by the first 50 filled rows only", () => {
    expect(detectDelimiter(`${"a;b\n".repeat(50)}${"a,b,c\n".repeat(500)}`)).toBe(";");
  });
});

describe("declaredDelimiter", () => {
  it.each([
    ["sep=;\r\na,b", ";"],
    ["sep=,\na;b", ","],
    ["SEP=\t\ra;b", "\t"],
    ["sep=;", ";"],
  ])("returns the delimiter that the first line of %j declares", (text, delimiter) => {
    expect(declaredDelimiter(text)).toBe(delimiter);
  });

  it.each(["a;b\nsep=,\n", "sep=,b\n", "sep=|\n", "sep=\n", " sep=;\n", ""])("finds no declaration in %j", (text) => {
    expect(declaredDelimiter(text)).toBeUndefined();
  });
});
