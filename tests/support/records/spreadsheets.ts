import { parseCsv } from "hucre/csv";
import readXlsxFile from "read-excel-file/node";

/** The rows of a csv file, read with another library than the one that wrote it; a byte order mark is no part of them. */
export const csvRows = (bytes: Uint8Array) =>
  parseCsv(new TextDecoder().decode(bytes), { delimiter: ";", typeInference: false }) as string[][];

/** The rows of an xlsx file, read with another library than the one that wrote it. */
export async function xlsxRows(bytes: Uint8Array) {
  const [sheet] = await readXlsxFile(Buffer.from(bytes), { trim: false });
  if (!sheet) throw new Error("A file without a sheet");
  return sheet.data as (string | number | boolean | Date | null)[][];
}
