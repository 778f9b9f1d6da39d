import { writeXlsxStream, type CellValue } from "hucre/xlsx";
import { displayDate } from "../../records/field-types/day";
import type { Cell } from "../../records/field-types/field";
import type { SheetContent } from "./sheet";

/** Most that a cell of Excel holds, in UTF-16 units; a file with a longer one counts as damaged. */
const CELL_MAX = 32_767;
/** Ends a text that had no room; no name does, so that an import takes nothing for whole that is not. */
export const CUT_MARK = " […]";

/** Before it Excel's calendar is wrong or has no day at all. */
const FIRST_DAY = "1900-03-01";
const DAY_FORMAT = "dd.mm.yyyy";

/** What looks like a coded character (`_x0041_`) would be read as the character. */
const escaped = (text: string) => text.replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_");

function fitting(text: string): string {
  const whole = escaped(text);
  if (whole.length <= CELL_MAX) return whole;
  return whole.slice(0, CELL_MAX - CUT_MARK.length).toWellFormed() + CUT_MARK;
}

function valueOf(cell: Cell): CellValue {
  if (cell === null || cell === "" || typeof cell === "number") return cell === "" ? null : cell;
  if (typeof cell === "string") return fitting(cell);
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
