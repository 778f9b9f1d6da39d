import { IMPORT_MAX_CHARACTERS, IMPORT_MAX_COLUMNS, IMPORT_MAX_ROWS } from "@/lib/model/limits";
import { TooComplexError } from "@/lib/base/documents/parse-xml";
import { cutCell } from "@/lib/model/fields/cut-cell";

/**
 * A cell: its text as the file shows it; a number of a workbook, with the text that its format shows,
 * the day that it may stand for, and its value where the text differs; a formula or error without a
 * cached value; or a text with bytes that its encoding does not have.
 */
export type ImportCell = string | NumberCell | { formula: string } | { unreadable: string };
export type NumberCell = { text: string; day?: string; number?: string };
/** A row with its number in the file, from 1. */
export type ParsedRow = { row: number; cells: ImportCell[] };

/** Why a file is refused; each code has a message under `validation` in `messages/*.json`. */
export type FileRefusal =
  | "empty"
  | "unreadable"
  | "encrypted"
  | "unpacked_size"
  | "too_many_rows"
  | "too_many_columns"
  | "too_complex"
  | "unclosed_quote"
  | "unknown_sheet";

/** Thrown when a file cannot be imported; `line` is the line of a csv file that is the reason, from 1. */
export class FileRefused extends Error {
  constructor(
    readonly code: FileRefusal,
    readonly line?: number,
  ) {
    super(code);
    this.name = "FileRefused";
  }
}

/** Converts any error of reading a workbook to the reason why it is refused. */
export function asRefusal(error: unknown): FileRefused {
  if (error instanceof FileRefused) return error;
  return new FileRefused(error instanceof TooComplexError ? "too_complex" : "unreadable");
}

/** The maximum number of rows of an Excel sheet, including empty rows. */
export const SHEET_ROWS = 1_048_576;

/** Returns a cell's text as the file shows it; of an unreadable text what could be decoded. */
export function cellText(cell: ImportCell | undefined): string {
  if (typeof cell !== "object") return cell ?? "";
  if ("text" in cell) return cell.text;
  return "formula" in cell ? cell.formula : cell.unreadable;
}

/** Returns a cell's text without surrounding blanks. */
export const trimmedText = (cell: ImportCell | undefined) => cellText(cell).trim();

/** Excel's error values, in English and German. */
const EXCEL_ERROR = /^#(N\/A|NV|REF!|BEZUG!|VALUE!|WERT!|DIV\/0!|NAME\?|NULL!|NUM!|ZAHL!)$/;

/**
 * Converts a text to a cell. An error value of Excel becomes a formula without a value, and a text
 * with a NUL or a lone surrogate, which stands for a byte that could not be decoded, is unreadable.
 */
export function cellOf(text: string): ImportCell {
  if (!text.isWellFormed() || text.includes("\0")) return { unreadable: text };
  return EXCEL_ERROR.test(text) ? { formula: text } : text;
}

/**
 * Truncates a text to a cell's length and replaces NUL and lone surrogates, which PostgreSQL cannot
 * store.
 */
const storable = (text: string) => cutCell(text).toWellFormed().replaceAll("\0", "\uFFFD");
function storableCell(cell: ImportCell): ImportCell {
  if (typeof cell === "string") return storable(cell);
  if ("text" in cell) return { ...cell, text: storable(cell.text) };
  return "formula" in cell ? { formula: storable(cell.formula) } : { unreadable: storable(cell.unreadable) };
}

/** A merged area of a sheet: row numbers from 1, columns from 0, both ends included. */
export type MergedArea = { firstRow: number; lastRow: number; firstColumn: number; lastColumn: number };

const shareColumns = (one: MergedArea, other: MergedArea) =>
  one.firstColumn <= other.lastColumn && other.firstColumn <= one.lastColumn;

/** A filled row as JSON text: much smaller in memory than an array of strings. */
type EncodedRow = { row: number; width: number; json: string };

/** Pads the JSON of cells to a number of cells. */
const padded = (json: string, count: number) => `${json.slice(0, -1)}${',""'.repeat(Math.max(0, count))}]`;

/**
 * Collects the filled rows of a file while it is read and enforces the limits of an import, so that
 * a small file that expands to millions of rows or characters is refused early.
 */
export class RowCollector {
  private readonly encoded: EncodedRow[] = [];
  /** The number of cells of the widest row. */
  private width = 0;
  private characters = 0;

  /**
   * @param keepsWidths whether rows keep their own number of cells, as those of a csv file do; all
   * rows of a sheet have as many cells as the widest one
   */
  constructor(private readonly keepsWidths: boolean) {}

  /** The number of filled rows. */
  get count(): number {
    return this.encoded.length;
  }

  /**
   * Adds a row. Empty rows are not stored; only their row numbers are checked.
   * @throws FileRefused once the table exceeds a limit
   */
  add(row: number, cells: readonly ImportCell[]): void {
    if (row > SHEET_ROWS) throw new FileRefused("too_many_rows");
    const filled = cells.findLastIndex((cell) => trimmedText(cell) !== "") + 1;
    if (filled === 0) return;
    if (filled > IMPORT_MAX_COLUMNS) throw new FileRefused("too_many_columns");
    // One row is the header row, which does not count towards the limit.
    if (this.encoded.length > IMPORT_MAX_ROWS) throw new FileRefused("too_many_rows");
    const storedCells = cells.slice(0, this.keepsWidths ? IMPORT_MAX_COLUMNS : filled).map(storableCell);
    this.addCharacters(storedCells);
    this.width = Math.max(this.width, storedCells.length);
    this.encoded.push({ row, width: storedCells.length, json: JSON.stringify(storedCells) });
  }

  private addCharacters(cells: readonly ImportCell[]): void {
    this.characters += cells.reduce((sum, cell) => sum + cellText(cell).length, 0);
    if (this.characters > IMPORT_MAX_CHARACTERS) throw new FileRefused("unpacked_size");
  }

  private cellsOf({ json, width }: EncodedRow): ImportCell[] {
    return JSON.parse(this.keepsWidths ? json : padded(json, this.width - width)) as ImportCell[];
  }

  /** Returns the first filled rows. */
  firstRows(limit: number): ParsedRow[] {
    return this.encoded.slice(0, limit).map((encoded) => ({ row: encoded.row, cells: this.cellsOf(encoded) }));
  }

  /**
   * Writes the value of each merged area into each of its rows that has other cells, and empties the
   * cells that the area hides.
   * @throws FileRefused once the table exceeds a limit
   */
  fillMerged(areas: readonly MergedArea[]): void {
    const inTable = areas.filter(({ firstColumn }) => firstColumn < this.width);
    const waiting = inTable.toSorted((one, other) => other.firstRow - one.firstRow);
    let active: (MergedArea & { value: ImportCell })[] = [];
    for (const [at, encoded] of this.encoded.entries()) {
      const { row } = encoded;
      active = active.filter(({ lastRow }) => lastRow >= row);
      for (let next = waiting.at(-1); next && next.firstRow <= row; next = waiting.at(-1)) {
        waiting.pop();
        // Areas of a valid workbook do not overlap.
        if (next.lastRow < row || active.some((area) => shareColumns(area, next))) continue;
        active.push({
          ...next,
          value: next.firstRow === row ? (this.cellsOf(encoded).at(next.firstColumn) ?? "") : "",
        });
      }
      if (active.length > 0) this.encoded[at] = this.withAreas(encoded, active);
    }
  }

  private withAreas(encoded: EncodedRow, areas: readonly (MergedArea & { value: ImportCell })[]): EncodedRow {
    const cells = this.cellsOf(encoded);
    for (const { firstColumn, lastColumn, value } of areas) {
      cells[firstColumn] = value;
      cells.fill("", firstColumn + 1, lastColumn + 1);
    }
    this.addCharacters(areas.map(({ value }) => value));
    return { row: encoded.row, width: cells.length, json: JSON.stringify(cells) };
  }

  /** Serializes the rows as JSON arrays of `ParsedRow`, each of about `partLength` characters. */
  *jsonParts(partLength: number): Generator<string> {
    let [part, length]: [string[], number] = [[], 0];
    for (const { row, width, json } of this.encoded) {
      const text = `{"row":${row},"cells":${this.keepsWidths ? json : padded(json, this.width - width)}}`;
      part.push(text);
      length += text.length;
      if (length < partLength) continue;
      yield `[${part.join()}]`;
      [part, length] = [[], 0];
    }
    if (part.length > 0) yield `[${part.join()}]`;
  }
}
