import Papa from "papaparse";
import { displayDate } from "@/lib/model/fields/day";
import type { Cell } from "@/lib/model/fields/field";
import type { SheetColumn, SheetContent } from "./sheet";

type CsvContent = Pick<SheetContent, "rows"> & { columns: readonly Pick<SheetColumn, "header">[] };

const BOM = "\uFEFF";
const LINE_END = "\r\n";

/**
 * Matches the beginning of a text that a spreadsheet program would treat as a formula, or that is
 * escaped already.
 */
const FORMULA = /^[ \u00a0"']*[=+@\t\r-]/;
/**
 * Matches a separator within a text that such a beginning follows. A program that uses another
 * delimiter and ignores our quotes would start a cell there.
 */
const FORMULA_AFTER_SEPARATOR = /([,;\t\r\n])(?=[ \u00a0"']*[=+@-])/g;
const ESCAPED_AFTER_SEPARATOR = /([,;\t\r\n])'(?=[ \u00a0"']*[=+@-])/g;
/** Matches a text escaped by earlier versions, which escaped only its beginning. */
const ESCAPED_BEGINNING = /^'+[=+@\t\r-]/;

/**
 * Escapes a text in which some spreadsheet program could find a cell that starts with a formula.
 * Inserts an apostrophe at each such position, and one at the beginning of the text, by which the
 * import recognizes escaped texts (contract §10). Returns other texts unchanged.
 */
export function escapeFormula(text: string): string {
  const escaped = text.replace(FORMULA_AFTER_SEPARATOR, "$1'");
  return escaped !== text || FORMULA.test(text) ? `'${escaped}` : text;
}

/**
 * Reverses `escapeFormula`. Returns a text unchanged if neither `escapeFormula` nor its earlier
 * version can have produced it.
 */
export function unescapeFormula(text: string): string {
  if (!text.startsWith("'")) return text;
  const original = text.slice(1).replace(ESCAPED_AFTER_SEPARATOR, "$1");
  if (escapeFormula(original) === text) return original;
  return ESCAPED_BEGINNING.test(text) ? text.slice(1) : text;
}

function textOf(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "object") return displayDate(cell.day);
  return typeof cell === "number" ? String(cell) : escapeFormula(cell);
}

const linesOf = (rows: readonly string[][]) =>
  Papa.unparse(rows as string[][], { delimiter: ";", newline: LINE_END }) + LINE_END;

/** Streams a sheet as csv: UTF-8 with a byte order mark, semicolons, quoted by RFC 4180. */
export function csvStream({ columns, rows }: CsvContent): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return rows.pipeThrough(
    new TransformStream<readonly Cell[][], Uint8Array>({
      start: (out) => out.enqueue(encoder.encode(BOM + linesOf([columns.map(({ header }) => escapeFormula(header))]))),
      transform: (chunk, out) => {
        if (chunk.length > 0) out.enqueue(encoder.encode(linesOf(chunk.map((row) => row.map(textOf)))));
      },
    }),
  );
}
