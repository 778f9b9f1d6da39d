import { IMPORT_MAX_CHARACTERS, IMPORT_MAX_COLUMNS, IMPORT_MAX_ROWS, IMPORT_SAMPLE_ROWS } from "../../../limits";
import { cutCell } from "../../../records/fields/cut-cell";

/** A cell: its text, or a formula or error without a cached value. */
export type ImportCell = string | { formula: string };
/** A row with its number in the file, from 1. */
export type TableRow = { row: number; cells: ImportCell[] };

/** Why a file is refused; each code has a message under `validation` in `messages/*.json`. */
export type FileRefusal =
  "empty" | "unreadable" | "encrypted" | "unpacked_size" | "too_many_rows" | "too_many_columns" | "too_complex";

/** Thrown when a file cannot be imported. */
export class FileRefused extends Error {
  constructor(readonly code: FileRefusal) {
    super(code);
    this.name = "FileRefused";
  }
}

/** The maximum number of rows of an Excel sheet, including empty rows. */
export const SHEET_ROWS = 1_048_576;

const rawText = (cell: ImportCell) => (typeof cell === "object" ? cell.formula : cell);

/** Returns a cell's text without surrounding blanks. */
export const textOf = (cell: ImportCell | undefined) => rawText(cell ?? "").trim();

/** Excel's error values, in English and German. */
const EXCEL_ERROR = /^#(N\/A|NV|REF!|BEZUG!|VALUE!|WERT!|DIV\/0!|NAME\?|NULL!|NUM!|ZAHL!)$/;

/** Converts a text to a cell. An error value of Excel becomes a formula without a value. */
export const cellOf = (text: string): ImportCell => (EXCEL_ERROR.test(text) ? { formula: text } : text);

/**
 * Truncates a text to a cell's length and replaces NUL and lone surrogates, which PostgreSQL cannot
 * store.
 */
const storable = (text: string) => cutCell(text).toWellFormed().replaceAll("\0", "\uFFFD");
const storableCell = (cell: ImportCell): ImportCell =>
  typeof cell === "string" ? storable(cell) : { formula: storable(cell.formula) };

/** A filled row as JSON text: much smaller in memory than an array of strings. */
type EncodedRow = { row: number; width: number; json: string };

/**
 * Collects the filled rows of a file while it is read and enforces the limits of an import, so that
 * a small file that expands to millions of rows or characters is refused early.
 */
export class RowCollector {
  private readonly encoded: EncodedRow[] = [];
  /** The first filled rows. */
  readonly firstRows: TableRow[] = [];
  /** The number of cells of the widest row. */
  width = 0;
  private characters = 0;

  /**
   * Adds a row. Empty rows are not stored; only their row numbers are checked.
   * @throws FileRefused once the table exceeds a limit
   */
  add(row: number, cells: readonly ImportCell[]): void {
    if (row > SHEET_ROWS) throw new FileRefused("too_many_rows");
    const width = cells.findLastIndex((cell) => textOf(cell) !== "") + 1;
    if (width === 0) return;
    if (width > IMPORT_MAX_COLUMNS) throw new FileRefused("too_many_columns");
    // One row is the header row, which does not count towards the limit.
    if (this.encoded.length > IMPORT_MAX_ROWS) throw new FileRefused("too_many_rows");
    const kept = cells.slice(0, width).map(storableCell);
    this.characters += kept.reduce((sum, cell) => sum + rawText(cell).length, 0);
    if (this.characters > IMPORT_MAX_CHARACTERS) throw new FileRefused("unpacked_size");
    this.width = Math.max(this.width, width);
    if (this.firstRows.length < IMPORT_SAMPLE_ROWS) this.firstRows.push({ row, cells: kept });
    this.encoded.push({ row, width, json: JSON.stringify(kept) });
  }

  /**
   * Serializes the rows as JSON arrays of `TableRow`, each of about
   * `partLength` characters; pads all rows to the same width.
   */
  *jsonParts(partLength: number): Generator<string> {
    let [part, length]: [string[], number] = [[], 0];
    for (const { row, width, json } of this.encoded) {
      const text = `{"row":${row},"cells":${json.slice(0, -1)}${',""'.repeat(this.width - width)}]}`;
      part.push(text);
      length += text.length;
      if (length < partLength) continue;
      yield `[${part.join()}]`;
      [part, length] = [[], 0];
    }
    if (part.length > 0) yield `[${part.join()}]`;
  }
}
