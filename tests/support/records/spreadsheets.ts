import { parseCsv } from "hucre/csv";
import readXlsxFile from "read-excel-file/node";

/**
 * Reads the rows of a CSV file and drops its byte order mark. Uses a different library than the
 * app, which writes the file.
 */
export const csvRows = (bytes: Uint8Array) =>
  parseCsv(new TextDecoder().decode(bytes), { delimiter: ";", typeInference: false }) as string[][];

/** Reads the rows of an XLSX file. Uses a different library than the app, which writes the file. */
export async function xlsxRows(bytes: Uint8Array) {
  const [sheet] = await readXlsxFile(Buffer.from(bytes), { trim: false });
  if (!sheet) throw new Error("The file has no sheet");
  return sheet.data as (string | number | boolean | Date | null)[][];
}
