import * as fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import type { ChosenEncoding } from "../../../encodings";
import { csvRows } from "./csv-rows";
import type { ImportCell, ParsedRow } from "../table-rows";

const DELIMITERS = [";", ",", "\t"];
const LINE_ENDS = ["\r\n", "\n", "\r"];
const SIGNS = ["a", "Z", "0", " ", "'", "=", "-", '"', ...DELIMITERS, ...LINE_ENDS];
const UNICODE_LETTERS = ["ä", "ß", "ł", "€", "北", "😀"];

/** An encoding with letters that it has; without `chosen` it is detected. */
type Format = { encode: (text: string) => Uint8Array; letters: string[]; chosen?: ChosenEncoding };
const unicode = (encoding: "utf-8" | "utf16-le" | "utf16-be", addBOM: boolean): Format => ({
  encode: (text) => iconv.encode(text, encoding, { addBOM }),
  letters: UNICODE_LETTERS,
});
const singleByte = (encoding: Exclude<ChosenEncoding, "utf-8">, letters: string): Format => ({
  encode: (text) => iconv.encode(text, encoding),
  letters: [...letters],
  chosen: encoding,
});
const FORMATS: Record<string, Format> = {
  "UTF-8": unicode("utf-8", false),
  "UTF-8 with byte order mark": unicode("utf-8", true),
  "UTF-16 LE": unicode("utf16-le", true),
  "UTF-16 BE": unicode("utf16-be", true),
  "windows-1252": singleByte("windows-1252", "äßéŒ€”"),
  "iso-8859-15": singleByte("iso-8859-15", "äßéŒ€"),
  "windows-1250": singleByte("windows-1250", "äßłőż€"),
  macintosh: singleByte("macintosh", "äßéŒø≤"),
  ibm850: singleByte("ibm850", "äßéø░"),
};

/** A row to be written: its cells, which of them are quoted without need, and its line end. */
type WrittenRow = { cells: { text: string; isQuoted: boolean }[]; end: string };

/** Returns tables of texts that neither are formulas nor are escaped as such. */
function tables(letters: readonly string[], lineEnds: readonly string[]): fc.Arbitrary<WrittenRow[]> {
  const text = fc.string({ unit: fc.constantFrom(...SIGNS, ...letters), maxLength: 8 });
  const cell = fc.record({ text: text.filter((content) => !/^['=]/.test(content)), isQuoted: fc.boolean() });
  const cells = fc.array(cell, { minLength: 1, maxLength: 4 });
  return fc.array(fc.record({ cells, end: fc.constantFrom(...lineEnds) }), { minLength: 1, maxLength: 6 });
}

/** Writes a table; quotes a row of one empty cell, because CR and LF around it would be one line end. */
function write(rows: readonly WrittenRow[], delimiter: string): string {
  const lines = rows.map(({ cells, end }) => {
    const mustQuote = (text: string) =>
      /[\r\n]|^"/.test(text) || text.includes(delimiter) || (text === "" && cells.length === 1);
    const written = cells.map(({ text, isQuoted }) =>
      isQuoted || mustQuote(text) ? `"${text.replaceAll('"', '""')}"` : text,
    );
    return written.join(delimiter) + end;
  });
  return lines.join("");
}

/** Returns the filled rows of a table, the first of which is row 2. */
const filledRows = (rows: readonly WrittenRow[]): ParsedRow[] =>
  rows
    .map(({ cells }, at) => ({ row: at + 2, cells: cells.map(({ text }) => text) }))
    .filter(({ cells }) => cells.some((text) => text.trim() !== ""));

const declaration = (delimiter: string) => `sep=${delimiter}\n`;
const read = (bytes: Uint8Array, encoding?: ChosenEncoding) => csvRows(bytes, { encoding }).rows.firstRows(100);

describe("csvRows of any table", () => {
  const lineEnds = fc.constantFrom(...LINE_ENDS.map((end) => [end]), LINE_ENDS);

  it.each(Object.entries(FORMATS))(
    "csvRows reads back any table that is written in %s",
    (_name, { encode, letters, chosen }) => {
      const anyTable = lineEnds.chain((ends) => tables(letters, ends));
      fc.assert(
        fc.property(anyTable, fc.constantFrom(...DELIMITERS), (rows, delimiter) => {
          const bytes = encode(declaration(delimiter) + write(rows, delimiter));
          expect(read(bytes, chosen)).toEqual(filledRows(rows));
        }),
        { numRuns: 200 },
      );
    },
  );
});

describe("csvRows of UTF-8 with invalid bytes", () => {
  const utf8 = (text: string) => [...new TextEncoder().encode(text)];
  const isUnreadable = (cell: ImportCell) => typeof cell === "object" && "unreadable" in cell;
  /** A last row with enough letters beyond ASCII for the file to stay UTF-8. */
  const lastRow = "ä".repeat(50);
  /** A first letter whose bytes become invalid leaves a quote at the beginning of its cell, which then seems quoted. */
  const isAmbiguous = ({ cells }: WrittenRow) => cells.some(({ text }) => /^[^\0-\x7f]"/u.test(text));
  const unambiguousTable = tables(UNICODE_LETTERS, LINE_ENDS).filter((rows) => !rows.some(isAmbiguous));

  /** One byte beyond ASCII, or several that UTF-8 never has, each with a number that decides on its place. */
  const insertions = fc.oneof(
    fc.array(fc.record({ byte: fc.integer({ min: 0x80, max: 0xff }), place: fc.nat() }), {
      minLength: 1,
      maxLength: 1,
    }),
    fc.array(fc.record({ byte: fc.integer({ min: 0xf8, max: 0xff }), place: fc.nat() }), {
      minLength: 2,
      maxLength: 3,
    }),
  );

  it("csvRows marks rows with invalid bytes as unreadable, and reads the others unchanged", () => {
    fc.assert(
      fc.property(unambiguousTable, fc.constantFrom(...DELIMITERS), insertions, (rows, delimiter, inserted) => {
        const file = utf8(write(rows, delimiter));
        for (const { byte, place } of inserted) file.splice(place % (file.length + 1), 0, byte);
        const found = read(Uint8Array.from([...utf8(declaration(delimiter)), ...file, ...utf8(lastRow)]));

        const intact = found.filter(({ cells }) => !cells.some(isUnreadable)).map(({ cells }) => JSON.stringify(cells));
        expect(intact.length).toBeLessThan(found.length);
        const before = [...filledRows(rows).map(({ cells }) => JSON.stringify(cells)), JSON.stringify([lastRow])];
        for (const cells of intact) {
          expect(before).toContain(cells);
          before.splice(0, before.indexOf(cells) + 1);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
