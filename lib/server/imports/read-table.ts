import { csvRows } from "./csv-rows";
import { refusedFile, textOf, type ImportCell, type TableRow } from "./table-rows";
import { xlsxRows } from "./xlsx-rows";

export type Table = { headers: string[]; rows: TableRow[] };

const beginsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);
const isZip = (bytes: Uint8Array) => beginsWith(bytes, 0x50, 0x4b);
/** What Excel wraps files with a password in; its files of before 2007 begin so, too. */
const isCompound = (bytes: Uint8Array) => beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

/** The headers: a column that holds something has one, and each has its own. @throws AppError validation_failed */
function headersOf(first: TableRow, rows: readonly TableRow[]): string[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const headers = Array.from({ length: width }, (_, at) => textOf(first.cells[at]));
  // Nothing is guessed about a column without a name but where it stands.
  const named = headers.map((header, at) => header.slice(0, 255) || `(${at + 1})`);
  if (new Set(named).size < named.length) throw refusedFile("header_twice");
  return named;
}

/**
 * Reads a table from a file of whatever sort: xlsx or csv, by what is in it and not by its name.
 * @throws AppError validation_failed, with what is wrong with the file
 */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  if (isCompound(bytes)) throw refusedFile("encrypted");
  const filled = isZip(bytes) ? await xlsxRows(bytes) : csvRows(bytes);
  const [first, ...rows] = filled;
  if (!first) throw refusedFile("empty");
  const headers = headersOf(first, filled);
  return {
    headers,
    rows: rows.map(({ row, cells }) => ({ row, cells: headers.map((_, at) => wellFormed(cells[at] ?? "")) })),
  };
}

/** What PostgreSQL can keep of a cell: no NUL, no half characters. */
const wellFormed = (cell: ImportCell): ImportCell =>
  typeof cell === "string"
    ? cell.toWellFormed().replaceAll("\0", "\uFFFD")
    : { formula: wellFormed(cell.formula) as string };
