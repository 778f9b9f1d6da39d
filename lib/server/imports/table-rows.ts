import { IMPORT_MAX_CHARACTERS, IMPORT_MAX_COLUMNS, IMPORT_MAX_ROWS } from "../../limits";
import { invalid } from "../errors";

/** A cell: its text, or that a program would calculate something there, of which we know no value. */
export type ImportCell = string | { formula: string };
/** A row with its number in the file, whose headers are row 1. */
export type TableRow = { row: number; cells: ImportCell[] };

/** Refuses a file for what is wrong with it. */
export const refusedFile = (code: string) => invalid({ file: [code] });

/** What a cell says, without the blanks around it. */
export const textOf = (cell: ImportCell | undefined) => (typeof cell === "object" ? cell.formula : (cell ?? "")).trim();

/** What Excel writes where it has no value. */
const EXCEL_ERROR = /^#(N\/A|NV|REF!|BEZUG!|VALUE!|WERT!|DIV\/0!|NAME\?|NULL!|NUM!|ZAHL!)$/;

/** A cell with this text, which may be an error of Excel's. */
export const cellOf = (text: string): ImportCell => (EXCEL_ERROR.test(text) ? { formula: text } : text);

/**
 * Collects the rows of a file while it is read, as many as an import takes: a small file can stand for millions of rows, or
 * for one text thousands of times. Rows in which nothing stands do not count.
 * @returns how a row is handed in, which throws AppError validation_failed once it is too much, and the rows
 */
export function rowCollector() {
  const rows: TableRow[] = [];
  let characters = 0;
  function add(row: number, cells: readonly ImportCell[]): void {
    const width = cells.findLastIndex((cell) => textOf(cell) !== "") + 1;
    if (width === 0) return;
    if (width > IMPORT_MAX_COLUMNS) throw refusedFile("too_many_columns");
    // The headers are one row more.
    if (rows.length > IMPORT_MAX_ROWS) throw refusedFile("too_many_rows");
    const kept = cells.slice(0, width);
    characters += kept.reduce((sum, cell) => sum + (typeof cell === "object" ? cell.formula : cell).length, 0);
    if (characters > IMPORT_MAX_CHARACTERS) throw refusedFile("unpacked_size");
    rows.push({ row, cells: kept });
  }
  return { rows, add };
}
