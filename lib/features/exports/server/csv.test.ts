import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { csvStream, unescapeFormula, escapeFormula } from "./csv";

const PIECES = ["a", "1", "=1+1", "+", "-", "@", "'", '"', " ", "\u00a0", ",", ";", "\t", "\n", "\r\n", "|", "ä"];
const texts = fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 30 });

/** Exports a table with one row, in which the text is between two ordinary cells. */
async function fileOf(text: string): Promise<string> {
  const columns = ["Links", "Text", "Rechts"].map((header) => ({ header }));
  const rows = new ReadableStream<string[][]>({
    start(controller) {
      controller.enqueue([["x", text, "y"]]);
      controller.close();
    },
  });
  return new Response(csvStream({ columns, rows })).text();
}

/**
 * Splits a file into cells like a program that accepts any separator, ignores quotes and strips
 * leading blanks.
 */
const cellsOfAnyProgram = (file: string) => file.split(/[,;\t\r\n]/).map((cell) => cell.replace(/^[ "\u00a0]+/, ""));

describe("formula escaping", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["'=1+1", "''=1+1"],
    ['"=1+1"', `'"=1+1"`],
    ["a,=1+1", "'a,'=1+1"],
    ["a;=1+1", "'a;'=1+1"],
    ["a\t@x", "'a\t'@x"],
    ["Themen:\n- eins\n- zwei", "'Themen:\n'- eins\n'- zwei"],
    ['a, "=1', `'a,' "=1`],
    ["a,'=1", "'a,''=1"],
    ["=1,=2", "'=1,'=2"],
  ])("escapeFormula escapes %j as %j", (text, escaped) => {
    expect(escapeFormula(text)).toBe(escaped);
  });

  it.each(["Müller; Söhne, Co", "a=b", "1-2", "E-Mail: a@b.example", "'quoted'", "a,b'-c", "Anna|-Maria"])(
    "escapeFormula and unescapeFormula leave %j unchanged",
    (text) => {
      expect(escapeFormula(text)).toBe(text);
      expect(unescapeFormula(text)).toBe(text);
    },
  );

  it("starts no csv cell with a formula character, whatever separator a program uses", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(cellsOfAnyProgram(await fileOf(text)).filter((cell) => /^[=+@-]/.test(cell))).toEqual([]);
      }),
    );
  });

  it("round-trips every text through a csv file", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const { data } = Papa.parse<string[]>(await fileOf(text), { delimiter: ";" });
        expect(unescapeFormula(data[1]?.[1] ?? "")).toBe(text);
      }),
    );
  });
});

it("writes negative numbers to csv without an apostrophe", async () => {
  const columns = [{ header: "Zahl" }];
  const rows = new ReadableStream<number[][]>({
    start(controller) {
      controller.enqueue([[-5]]);
      controller.close();
    },
  });
  expect(await new Response(csvStream({ columns, rows })).text()).toBe("\uFEFFZahl\r\n-5\r\n".slice(1));
});

describe("unescaping of imported cells", () => {
  it("unescapeFormula keeps apostrophes that were not written by an export", () => {
    for (const cell of ["'Foo, -bar", "a,'=1", "'a,'=1,-2"]) expect(unescapeFormula(cell)).toBe(cell);
  });

  it("unescapeFormula removes the apostrophe of older exports, which escaped only the beginning", () => {
    expect(unescapeFormula("'=1, -2")).toBe("=1, -2");
    expect(unescapeFormula("Foo, -bar")).toBe("Foo, -bar");
  });
});
