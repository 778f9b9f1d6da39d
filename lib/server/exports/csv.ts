import Papa from "papaparse";
import { displayDate } from "../../records/field-types/day";
import type { Cell } from "../../records/field-types/field";
import type { SheetContent } from "./sheet";

const BOM = "\uFEFF";
const LINE_END = "\r\n";

/** What a spreadsheet program would take for the beginning of a formula, and what stands for such a text already. */
const LIKE_A_FORMULA = /^'*[=+@\t\r-]/;

/** A text that no program calculates: one apostrophe more, which an import takes off again (contract §10). */
export const withoutFormula = (text: string) => (LIKE_A_FORMULA.test(text) ? `'${text}` : text);

/** The text that `withoutFormula` was told. */
export const withFormula = (text: string) => (text.startsWith("'") && LIKE_A_FORMULA.test(text) ? text.slice(1) : text);

function textOf(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "object") return displayDate(cell.day);
  return typeof cell === "number" ? String(cell) : withoutFormula(cell);
}

const linesOf = (rows: readonly string[][]) =>
  Papa.unparse(rows as string[][], { delimiter: ";", newline: LINE_END }) + LINE_END;

/** A sheet as csv: UTF-8 with a byte order mark, semicolons, quoted by RFC 4180. */
export function csvStream({ columns, rows }: SheetContent): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return rows.pipeThrough(
    new TransformStream<readonly Cell[][], Uint8Array>({
      start: (out) => out.enqueue(encoder.encode(BOM + linesOf([columns.map(({ header }) => withoutFormula(header))]))),
      transform: (chunk, out) => {
        if (chunk.length > 0) out.enqueue(encoder.encode(linesOf(chunk.map((row) => row.map(textOf)))));
      },
    }),
  );
}
