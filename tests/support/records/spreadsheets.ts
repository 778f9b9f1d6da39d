import { parseCsv } from "hucre/csv";
import readXlsxFile from "read-excel-file/node";

/**
 * Reads the rows of a CSV file, without a byte order mark, by a different library than the one that
 * writes it.
 */
export const csvRows = (bytes: Uint8Array) =>
  parseCsv(new TextDecoder().decode(bytes), { delimiter: ";", typeInference: false }) as string[][];

/** Reads the rows of an XLSX file by a different library than the one that writes it. */
export async function xlsxRows(bytes: Uint8Array) {
  const [sheet] = await readXlsxFile(Buffer.from(bytes), { trim: false });
  if (!sheet) throw new Error("The file has no sheet");
  return sheet.data as (string | number | boolean | Date | null)[][];
}
