import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { csvStream, withFormula, withoutFormula } from "./csv";

const PIECES = ["a", "1", "=1+1", "+", "-", "@", "'", '"', " ", "\u00a0", ",", ";", "\t", "\n", "\r\n", "|", "ä"];
const texts = fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 30 });

/** The file of a table with one row between an ordinary cell on each side. */
async function fileOf(text: string): Promise<string> {
  const columns = ["Links", "Text", "Rechts"].map((header) => ({ header, width: 10, isDays: false }));
  const rows = new ReadableStream<string[][]>({
    start(controller) {
      controller.enqueue([["x", text, "y"]]);
      controller.close();
    },
  });
  return new Response(csvStream({ name: "", columns, rows })).text();
}

/** Where a program's cell begins if it splits the file at any separator and ignores quotes. */
const cellsOfAnyProgram = (file: string) => file.split(/[,;\t\r\n]/).map((cell) => cell.replace(/^[ "\u00a0]+/, ""));

describe("a text in csv", () => {
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
  ])("%j becomes %j", (text, escaped) => {
    expect(withoutFormula(text)).toBe(escaped);
  });

  it.each(["Müller; Söhne, Co", "a=b", "1-2", "E-Mail: a@b.example", "'quoted'", "a,b'-c", "Anna|-Maria"])(
    "%j stays as it is",
    (text) => {
      expect(withoutFormula(text)).toBe(text);
      expect(withFormula(text)).toBe(text);
    },
  );

  it("begins no cell with the sign of a formula, whatever a program splits the file at", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(cellsOfAnyProgram(await fileOf(text)).filter((cell) => /^[=+@-]/.test(cell))).toEqual([]);
      }),
    );
  });

  it("comes back from its file unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const { data } = Papa.parse<string[]>(await fileOf(text), { delimiter: ";" });
        expect(withFormula(data[1]?.[1] ?? "")).toBe(text);
      }),
    );
  });
});

it("numbers are written without an apostrophe", async () => {
  const columns = [{ header: "Zahl", width: 10, isDays: false }];
  const rows = new ReadableStream<number[][]>({
    start(controller) {
      controller.enqueue([[-5]]);
      controller.close();
    },
  });
  expect(await new Response(csvStream({ name: "", columns, rows })).text()).toBe("\uFEFFZahl\r\n-5\r\n".slice(1));
});

describe("a cell that an import reads", () => {
  it("keeps apostrophes that no export has written", () => {
    for (const cell of ["'Foo, -bar", "a,'=1", "'a,'=1,-2"]) expect(withFormula(cell)).toBe(cell);
  });

  it("loses the apostrophe of an export from before separators counted", () => {
    expect(withFormula("'=1, -2")).toBe("=1, -2");
    expect(withFormula("Foo, -bar")).toBe("Foo, -bar");
  });
});
