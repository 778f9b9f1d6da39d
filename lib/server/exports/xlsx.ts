import { writeXlsxStream, type CellValue } from "hucre/xlsx";
import { cutCell } from "../../records/fields/cut-cell";
import { displayDate } from "../../records/fields/day";
import type { Cell } from "../../records/fields/field";
import type { SheetContent } from "./sheet";

/**
 * The first day that is written as a date. Earlier days are written as text: Excel's calendar is
 * wrong for them, or does not reach back that far.
 */
const FIRST_DAY = "1900-03-01";
const DAY_FORMAT = "dd.mm.yyyy";

/** Escapes text that looks like an encoded character (`_x0041_`), which Excel would decode. */
const escaped = (text: string) => text.replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_");

function valueOf(cell: Cell): CellValue {
  if (cell === null || cell === "" || typeof cell === "number") return cell === "" ? null : cell;
  if (typeof cell === "string") return cutCell(escaped(cell));
  return cell.day < FIRST_DAY ? displayDate(cell.day) : new Date(`${cell.day}T00:00:00Z`);
}

async function* valuesOf(rows: SheetContent["rows"]): AsyncGenerator<CellValue[]> {
  for await (const chunk of rows) for (const row of chunk) yield row.map(valueOf);
}

/** Replaces characters that Excel forbids in sheet names, and truncates to its limit. */
const sheetName = (name: string) => name.replace(/[:\\/?*[\]]/g, " ").slice(0, 31);

/** Streams a sheet as xlsx: texts are never formulas, numbers and days are typed cells. */
export function xlsxStream({ name, columns, rows }: SheetContent): ReadableStream<Uint8Array> {
  const defined = columns.map(({ header, width, isDays }) => ({
    header,
    width,
    ...(isDays && { numFmt: DAY_FORMAT }),
  }));
  return writeXlsxStream(valuesOf(rows), { name: sheetName(name), columns: defined, freezePane: { rows: 1 } });
}
