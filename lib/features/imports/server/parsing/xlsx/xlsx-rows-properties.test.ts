import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanTrimmed } from "@/lib/model/pure/clean-text";
import { workbookWith, xmlText } from "@/tests/support/records/workbooks";
import { cellText, type ImportCell } from "../table-rows";
import { xlsxRows } from "./xlsx-rows";

const FORMATS = ["General", "0", "0.00", "#,##0", "0%", "00000", "dd.mm.yyyy", '0" Monate"'];
const [DAY_MS, DAYS_TO_1904] = [86_400_000, 1_462];
/** The day before the one with serial number 1, as seen from the days after February 1900. */
const EPOCH = Date.UTC(1899, 11, 30);

/**
 * A cell: what Excel shows, and the value of a number or day.
 * @property xml its XML behind the reference, where days are counted from 1900 or 1904
 */
type Sample = { xml: (is1904: boolean) => string; shown: string; value?: number; day?: string };

const numberXml = (code: string, value: number) => `s="${FORMATS.indexOf(code)}"><v>${value}</v>`;
const numeric = (code: string, shown: string, value: number): Sample => ({
  ...{ xml: () => numberXml(code, value), shown, value },
});

const integers = fc.integer({ min: -999_999_999, max: 999_999_999 });
const sign = (value: number) => (value < 0 ? "-" : "");
const grouped = (digits: string): string =>
  digits.length <= 3 ? digits : `${grouped(digits.slice(0, -3))}.${digits.slice(-3)}`;
const hundredths = (value: number) => {
  const digits = String(Math.abs(value)).padStart(3, "0");
  return `${sign(value)}${digits.slice(0, -2)},${digits.slice(-2)}`;
};

const numbers = fc.oneof(
  integers.map((value) => numeric("General", String(value), value)),
  integers.map((value) => numeric("0", String(value), value)),
  integers.map((value) => numeric("0.00", hundredths(value), value / 100)),
  integers.map((value) => numeric("#,##0", sign(value) + grouped(String(Math.abs(value))), value)),
  integers.map((value) => numeric("0%", `${value} %`, value / 100)),
  fc.nat(99_999).map((value) => numeric("00000", String(value).padStart(5, "0"), value)),
  integers.map((value) => numeric('0" Monate"', `${value} Monate`, value)),
);

const dates = { min: new Date("1904-01-01"), max: new Date("9999-12-31"), noInvalidDate: true };
const days = fc.date(dates).map((date): Sample => {
  const day = date.toISOString().slice(0, 10);
  const serial = (Date.parse(day) - EPOCH) / DAY_MS;
  const xml = (is1904: boolean) => numberXml("dd.mm.yyyy", is1904 ? serial - DAYS_TO_1904 : serial);
  return { xml, shown: day.split("-").reverse().join("."), day };
});

/** Escapes what XML cannot contain or would change, and what would look like an escape. */
const escaped = (text: string) =>
  xmlText(text).replace(/[\0-\x08\x0b-\x1f_\ufffe\uffff]/g, (character) => {
    return `_x${character.charCodeAt(0).toString(16).padStart(4, "0")}_`;
  });
const words = fc
  .string({ unit: "binary", maxLength: 20 })
  .filter((text) => !text.includes("\0") && !text.startsWith("#"))
  .chain((text) => fc.constantFrom(text, `_x0041_${text}`));
const strings = fc.tuple(words, words).map(([one, other]): Sample => {
  const runs = `<is><r><t>${escaped(one)}</t></r><r><rPr/><t>${escaped(other)}</t></r></is>`;
  return { xml: () => `t="inlineStr">${runs}`, shown: cleanTrimmed(one + other) };
});
const results = words.map((text): Sample => {
  return { xml: () => `t="str"><f>A1</f><v>${escaped(text)}</v>`, shown: cleanTrimmed(text) };
});
const booleans = fc.boolean().map((value): Sample => {
  return { xml: () => `t="b"><v>${Number(value)}</v>`, shown: value ? "WAHR" : "FALSCH" };
});
const blanks = fc.constant<Sample>({ xml: () => 's="1">', shown: "" });

const samples = fc.oneof(numbers, days, strings, results, booleans, blanks);
const tables = fc.array(fc.array(samples, { maxLength: 6 }), { maxLength: 6 });

const rowXml = (cells: readonly Sample[], row: number, is1904: boolean) => {
  // Empty cells are left out, and every second row has no references.
  const cellXml = ({ xml, shown }: Sample, column: number) => {
    if (row % 2 === 0) return `<c ${xml(is1904)}</c>`;
    return shown === "" ? "" : `<c r="${String.fromCharCode(65 + column)}${row}" ${xml(is1904)}</c>`;
  };
  return `<row r="${row}">${cells.map(cellXml).join("")}</row>`;
};

const partsOf = (cell: ImportCell) => (typeof cell === "object" && "text" in cell ? cell : { text: cellText(cell) });

describe("xlsxRows", () => {
  it("xlsxRows returns the cells of any table as Excel shows them", async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.boolean(), async (table, is1904) => {
        const rows = table.map((cells, at) => rowXml(cells, at + 1, is1904)).join("");
        const properties = `date1904="${Number(is1904)}"`;
        const bytes = workbookWith({ sheets: [{ rows }], formats: FORMATS, properties });
        const read = (await xlsxRows(bytes, { knownHeaders: new Set() })).rows.firstRows(100);
        const filled = table.flatMap((cells, at) =>
          cells.some(({ shown }) => shown !== "") ? [{ row: at + 1, cells }] : [],
        );
        expect(read.map(({ row }) => row)).toEqual(filled.map(({ row }) => row));
        for (const [at, { cells }] of read.entries()) {
          const expected = filled[at]?.cells ?? [];
          const width = Math.max(cells.length, expected.length);
          const shown = Array.from({ length: width }, (_, column) => expected[column]?.shown ?? "");
          expect(Array.from({ length: width }, (_, column) => cellText(cells[column]))).toEqual(shown);
          for (const [column, { value, day }] of expected.entries()) {
            const { text, ...rest } = partsOf(cells[column] ?? "");
            if (day !== undefined) expect(rest.day).toBe(day);
            if (value !== undefined) expect(Number(rest.number ?? text)).toBe(value);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
