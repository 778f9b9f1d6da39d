import { describe, expect, it } from "vitest";
import { csvCells, UnclosedQuoteError } from "./csv-cells";

const cellsOf = (text: string, delimiter = ";") => [...csvCells(text, delimiter)];

/** Returns the reason why a text is refused. */
function refusalOf(text: string): UnclosedQuoteError {
  try {
    cellsOf(text);
  } catch (error) {
    if (error instanceof UnclosedQuoteError) return error;
  }
  throw new Error("The text is not refused");
}

describe("csvCells", () => {
  it.each([
    ["CRLF", "a;b\r\nc;d\r\n"],
    ["LF", "a;b\nc;d\n"],
    ["CR", "a;b\rc;d\r"],
    ["nothing after the last row", "a;b\nc;d"],
  ])("ends rows by %s", (_end, text) => {
    expect(cellsOf(text)).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  it("ends rows by different line ends in one file", () => {
    const text = "Name;Kommentare\r\nUni Eins;a\r\nUni Zwei;b\nUni Drei;c\rUni Vier;d\r\n";
    const rows = [
      ["Name", "Kommentare"],
      ["Uni Eins", "a"],
      ["Uni Zwei", "b"],
      ["Uni Drei", "c"],
      ["Uni Vier", "d"],
    ];
    expect(cellsOf(text)).toEqual(rows);
  });

  it.each([
    ["", []],
    ["\n", [[""]]],
    ["\r\n\r\n", [[""], [""]]],
    ["\n\r", [[""], [""]]],
    ["a\n\nb", [["a"], [""], ["b"]]],
    ["a;", [["a", ""]]],
    [";", [["", ""]]],
    ['""', [[""]]],
    ['a;""\n', [["a", ""]]],
  ])("splits %j into %j", (text, rows) => {
    expect(cellsOf(text)).toEqual(rows);
  });

  it.each([
    ["line ends and delimiters in quotes are part of the cell", '"c; d\r\ne\nf\rg"', "c; d\r\ne\nf\rg"],
    ["a doubled quote is a quote", '"der ""Campus"""', 'der "Campus"'],
    ["a cell of quotes", '""""', '"'],
    ["text after the closing quote belongs to the cell", '"Campus" Nord', "Campus Nord"],
    ["quotes after the closing quote are literal", '"Campus" "Nord"', 'Campus "Nord"'],
    ["a quote inside a cell is literal", 'Campus "Nord"', 'Campus "Nord"'],
    ["a doubled quote inside a cell is literal", '5"" Rohr', '5"" Rohr'],
    ["a quote after a blank is literal", ' "Campus"', ' "Campus"'],
    ["blanks are part of a cell", "  a ", "  a "],
  ])("reads a cell: %s", (_rule, cell, value) => {
    expect(cellsOf(`x;${cell};y\r\n1;2;3`)).toEqual([
      ["x", value, "y"],
      ["1", "2", "3"],
    ]);
  });

  it.each([";", ",", "\t"])("splits cells only at the delimiter %j", (delimiter) => {
    const others = [";", ",", "\t"].filter((sign) => sign !== delimiter).join("");
    expect(cellsOf(`a${others}${delimiter}b`, delimiter)).toEqual([[`a${others}`, "b"]]);
  });

  it.each([
    ["in the first line", '"a', 1],
    ["after rows with different line ends", 'a\r\nb\nc\rd;"e\n', 4],
    ["after a cell with line breaks", '"1\n2\r\n3"\n"x";"y\nz', 4],
    ["after a cell that only seems to close it", 'a;"b"""\nc;"d""', 2],
  ])("refuses an unclosed quote %s, with its line", (_case, text, line) => {
    expect(refusalOf(text)).toMatchObject({ line });
  });

  it("reads a quoted cell in spite of undecodable bytes beside its quotes", () => {
    expect(cellsOf('\udcff"a;\nb";"c"\udcff"\n";d')).toEqual([["\udcffa;\nb", 'c"\udcff"\n', "d"]]);
  });

  it("yields rows one by one", () => {
    const rows = csvCells('a;b\n"c', ";");
    expect(rows.next().value).toEqual(["a", "b"]);
    expect(() => rows.next()).toThrow(UnclosedQuoteError);
  });
});
