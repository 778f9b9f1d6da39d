import { EncryptedFileError, type CellValue } from "hucre";
import { colToLetter, streamXlsxRows } from "hucre/xlsx";
import { inspectSheet } from "./formulas";
import { cellOf, FileRefused, RowCollector, SHEET_ROWS, type ImportCell } from "./table-rows";
import { checkWorkbookLimits } from "./workbook-limits";

function xlsxCell(value: CellValue | undefined): ImportCell {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString().replace(/T.*$/, "");
  return cellOf(String(value));
}

async function readRows(bytes: Uint8Array): Promise<RowCollector> {
  await checkWorkbookLimits(bytes);
  const formulas = await inspectSheet(bytes);
  const cellAt = (row: number, column: number, value: CellValue): ImportCell =>
    value === null && formulas.size > 0 && formulas.has(colToLetter(column) + row) ? { formula: "=" } : xlsxCell(value);
  const rows = new RowCollector();
  let last = 0;
  for await (const { index, values } of streamXlsxRows(bytes)) {
    // Row numbers come from the file, which may repeat them or exceed the size of a sheet.
    const row = index + 1;
    if (!Number.isInteger(row) || row <= last || row > SHEET_ROWS) throw new FileRefused("unreadable");
    last = row;
    rows.add(
      row,
      values.map((value, column) => cellAt(row, column, value)),
    );
  }
  return rows;
}

/**
 * Parses the rows of the first sheet of an xlsx file.
 * @throws FileRefused
 */
export const xlsxRows = (bytes: Uint8Array): Promise<RowCollector> =>
  readRows(bytes).catch((error: unknown) => {
    if (error instanceof FileRefused) throw error;
    throw new FileRefused(error instanceof EncryptedFileError ? "encrypted" : "unreadable");
  });
