import Papa from "papaparse";
import { displayDate } from "../../records/fields/day";
import type { Cell } from "../../records/fields/field";
import type { SheetContent } from "./sheet";

const BOM = "\uFEFF";
const LINE_END = "\r\n";

/**
 * The beginning of a text that a spreadsheet program treats as a formula, or that is escaped
 * already.
 */
const FORMULA = /^[ \u00a0"']*[=+@\t\r-]/;
/**
 * A separator before such a beginning: a program with another delimiter that ignores our quotes
 * starts a cell there.
 */
const FORMULA_AFTER_SEPARATOR = /([,;\t\r\n])(?=[ \u00a0"']*[=+@-])/g;
const ESCAPED_AFTER_SEPARATOR = /([,;\t\r\n])'(?=[ \u00a0"']*[=+@-])/g;
/** The escaping of earlier versions, which covered only the beginning of a text. */
const ESCAPED_BEGINNING = /^'+[=+@\t\r-]/;

/**
 * Escapes a text in which some program could find a cell that starts with a formula: inserts an
 * apostrophe at each such position, and one at the text's beginning, which marks it for the import
 * (contract §10). Returns other texts unchanged.
 */
export function escapeFormula(text: string): string {
  const escaped = text.replace(FORMULA_AFTER_SEPARATOR, "$1'");
  return escaped !== text || FORMULA.test(text) ? `'${escaped}` : text;
}

/** Reverses `escapeFormula`. Returns texts unchanged that it cannot have produced. */
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
export function csvStream({ columns, rows }: SheetContent): ReadableStream<Uint8Array> {
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
