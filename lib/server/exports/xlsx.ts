import { writeXlsxStream, type CellValue } from "hucre/xlsx";
import { cutCell } from "../../records/fields/cut-cell";
import { displayDate } from "../../records/fields/day";
import type { Cell } from "../../records/fields/field";
import type { SheetContent } from "./sheet";

/** Before it Excel's calendar is wrong or has no day at all. */
const FIRST_DAY = "1900-03-01";
const DAY_FORMAT = "dd.mm.yyyy";

/** What looks like a coded character (`_x0041_`) would be read as the character. */
const escaped = (text: string) => text.replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_");

function valueOf(cell: Cell): CellValue {
  if (cell === null || cell === "" || typeof cell === "number") return cell === "" ? null : cell;
  if (typeof cell === "string") return cutCell(escaped(cell));
  return cell.day < FIRST_DAY ? displayDate(cell.day) : new Date(`${cell.day}T00:00:00Z`);
}

async function* valuesOf(rows: SheetContent["rows"]): AsyncGenerator<CellValue[]> {
  for await (const chunk of rows) for (const row of chunk) yield row.map(valueOf);
}

/** What Excel takes for the name of a sheet. */
const sheetName = (name: string) => name.replace(/[:\\/?*[\]]/g, " ").slice(0, 31);

/** A sheet as xlsx: texts are texts, whatever they begin with, numbers and days are such. */
export function xlsxStream({ name, columns, rows }: SheetContent): ReadableStream<Uint8Array> {
  const defined = columns.map(({ header, width, isDays }) => ({
    header,
    width,
    ...(isDays && { numFmt: DAY_FORMAT }),
  }));
  return writeXlsxStream(valuesOf(rows), { name: sheetName(name), columns: defined, freezePane: { rows: 1 } });
}
