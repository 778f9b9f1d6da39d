import { csvRows } from "./csv-rows";
import { FileRefused, textOf, type RowCollector, type TableRow } from "./table-rows";
import { xlsxRows } from "./xlsx-rows";

/** Headers, row count and first rows of a parsed table; `RowCollector` holds all its rows. */
export type TableHead = { headers: string[]; rowCount: number; firstRows: TableRow[] };

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b);
/** An OLE container: a password-protected workbook, or one in the format before 2007. */
const isCompound = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

const MAX_HEADER_LENGTH = 255;

/**
 * Returns one header per column; a column without a header is named by its position, such as `(3)`.
 * @throws FileRefused
 */
function headersOf(header: TableRow, width: number): string[] {
  const texts = Array.from({ length: width }, (_, at) => textOf(header.cells[at]));
  const headers = texts.map((text, at) => text.slice(0, MAX_HEADER_LENGTH).toWellFormed() || `(${at + 1})`);
  if (new Set(headers).size < headers.length) throw new FileRefused("header_twice");
  return headers;
}

/**
 * Reads a table from a csv or xlsx file; detects the format by the content, not by the name.
 * @throws FileRefused with the reason
 */
export async function readTable(bytes: Uint8Array): Promise<{ head: TableHead; rows: RowCollector }> {
  if (isCompound(bytes)) throw new FileRefused("encrypted");
  const rows = isZip(bytes) ? await xlsxRows(bytes) : csvRows(bytes);
  const [header, ...firstRows] = rows.firstRows;
  if (!header) throw new FileRefused("empty");
  const headers = headersOf(header, rows.width);
  const padded = firstRows.map(({ row, cells }) => ({ row, cells: headers.map((_, at) => cells.at(at) ?? "") }));
  return { head: { headers, rowCount: rows.rowCount, firstRows: padded }, rows };
}
