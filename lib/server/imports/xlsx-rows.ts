import { EncryptedFileError, type CellValue } from "hucre";
import { colToLetter, streamXlsxRows } from "hucre/xlsx";
import { IMPORT_MAX_UNPACKED_BYTES } from "../../limits";
import { isAppError } from "../errors";
import { cellsWithoutValue } from "./formulas";
import { cellOf, refusedFile, rowCollector, type ImportCell, type TableRow } from "./table-rows";
import { unpacksToMore } from "./unpacked-size";

/** As many rows a sheet of Excel's has. */
const SHEET_ROWS = 1_048_576;

function xlsxCell(value: CellValue | undefined): ImportCell {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString().replace(/T.*$/, "");
  return cellOf(String(value));
}

async function readRows(bytes: Uint8Array): Promise<TableRow[]> {
  const { rows, add } = rowCollector();
  const formulas = await cellsWithoutValue(bytes);
  const cellAt = (row: number, column: number, value: CellValue): ImportCell =>
    value === null && formulas.size > 0 && formulas.has(colToLetter(column) + row) ? { formula: "=" } : xlsxCell(value);
  let last = 0;
  for await (const { index, values } of streamXlsxRows(bytes)) {
    // A file says itself which row is which, and may say what is no number, or the same twice.
    const row = index + 1;
    if (!Number.isInteger(row) || row <= last || row > SHEET_ROWS) throw refusedFile("unreadable");
    last = row;
    add(
      row,
      values.map((value, column) => cellAt(row, column, value)),
    );
  }
  return rows;
}

/** The rows of the first sheet of an xlsx file. @throws AppError validation_failed */
export async function xlsxRows(bytes: Uint8Array): Promise<TableRow[]> {
  const isTooLarge = await unpacksToMore(bytes, IMPORT_MAX_UNPACKED_BYTES).catch(() => {
    throw refusedFile("unreadable");
  });
  if (isTooLarge) throw refusedFile("unpacked_size");
  return readRows(bytes).catch((error: unknown) => {
    if (isAppError(error)) throw error;
    throw refusedFile(error instanceof EncryptedFileError ? "encrypted" : "unreadable");
  });
}
