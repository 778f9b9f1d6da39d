import { IMPORT_SAMPLE_ROWS } from "@/lib/model/limits";
import type { ChosenEncoding, Encoding } from "../../encodings";
import { csvRows } from "./csv/csv-rows";
import { FileRefused, type RowCollector, type ParsedRow } from "./table-rows";
import { xlsxRows } from "./xlsx/xlsx-rows";

/** A sheet of a workbook, with the number of its filled rows. */
export type Sheet = { name: string; hidden: boolean; rows: number };

/** A cell merged across columns, which may be the common heading of those below it; columns count from 0. */
export type HeaderGroup = { row: number; firstColumn: number; lastColumn: number; text: string };

/**
 * What is known about a parsed table besides its rows: the first filled rows; for csv the encoding that
 * it was read in; for xlsx the sheet that was read, all sheets, and the merged cells of the first rows.
 */
export type ParsedHead = {
  firstRows: ParsedRow[];
  encoding: Encoding | null;
  sheet: string | null;
  sheets: Sheet[] | null;
  groups: HeaderGroup[];
};

/**
 * How to read a file.
 * @property encoding overrules the detected encoding of a csv file
 * @property sheet the sheet of a workbook to read, instead of the first that looks like a table
 * @property knownHeaders the folded headers (`foldHeader`) by which a sheet is recognized as a table
 */
export type ReadOptions = { encoding?: ChosenEncoding; sheet?: string; knownHeaders: ReadonlySet<string> };

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b);
/** An OLE container: a password-protected workbook, or one in the format before 2007. */
const isCompound = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

/**
 * Reads a table from a csv or xlsx file; detects the format by the content, not by the name.
 * @throws FileRefused with the reason
 */
export async function readTable(
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<{ head: ParsedHead; rows: RowCollector }> {
  if (isCompound(bytes)) throw new FileRefused("encrypted");
  const { rows, ...head } = isZip(bytes) ? await xlsxRows(bytes, options) : csvRows(bytes, options);
  if (rows.count === 0) throw new FileRefused("empty");
  return { head: { ...head, firstRows: rows.firstRows(IMPORT_SAMPLE_ROWS) }, rows };
}
