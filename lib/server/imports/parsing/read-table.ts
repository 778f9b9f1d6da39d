import { csvRows } from "./csv-rows";
import { FileRefused, type RowCollector, type TableRow } from "./table-rows";
import { xlsxRows } from "./xlsx-rows";

/** The first filled rows of a parsed table, all of the same width; `RowCollector` holds all its rows. */
export type TableHead = { firstRows: TableRow[] };

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b);
/** An OLE container: a password-protected workbook, or one in the format before 2007. */
const isCompound = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

/**
 * Reads a table from a csv or xlsx file; detects the format by the content, not by the name.
 * @throws FileRefused with the reason
 */
export async function readTable(bytes: Uint8Array): Promise<{ head: TableHead; rows: RowCollector }> {
  if (isCompound(bytes)) throw new FileRefused("encrypted");
  const rows = isZip(bytes) ? await xlsxRows(bytes) : csvRows(bytes);
  if (rows.firstRows.length === 0) throw new FileRefused("empty");
  const widened = rows.firstRows.map(({ row, cells }) => ({
    row,
    cells: Array.from({ length: rows.width }, (_, at) => cells.at(at) ?? ""),
  }));
  return { head: { firstRows: widened }, rows };
}
