import { cleanTrimmed } from "@/lib/model/pure/clean-text";
import { displayDate, isCalendarDate } from "@/lib/model/fields/day";
import { getAt } from "@/lib/model/pure/get-at";
import { cellOf, type ImportCell } from "../table-rows";
import { decodeEscapes, type StringItem } from "./xlsx-text";
import type { Workbook } from "./xlsx-workbook";

/**
 * A cell as the file has it.
 * @property type `s` (shared string), `inlineStr`, `str` (result of a formula), `b`, `e`, `d` or `n`
 * @property value the content of `v`, which is empty for a formula without a cached value
 */
export type RawCell = { type: string; style: number; value: string; item?: StringItem; hasFormula: boolean };

/** Converts an ISO date to a cell; other texts stay as they are. */
function isoCell(text: string): ImportCell {
  const day = /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(text)?.[0] ?? "";
  return isCalendarDate(day) ? { text: displayDate(day), day } : cellOf(text);
}

/**
 * Converts a cell of a sheet to a cell that has its text as Excel shows it.
 * @throws Error for a shared string that the workbook does not have
 */
export function parseCell({ type, style, value, item, hasFormula }: RawCell, workbook: Workbook): ImportCell {
  if (type === "str") return workbook.formats.formatOf(style).textCell(cellOf(cleanTrimmed(decodeEscapes(value))));
  if (type === "inlineStr") return workbook.formats.formatOf(style).textCell(cellOf(cleanTrimmed(item?.value ?? "")));
  if (value.trim() === "") return hasFormula ? { formula: "=" } : "";
  if (type === "s") return workbook.formats.formatOf(style).textCell(getAt(workbook.strings, Number(value)));
  if (type === "b") return value === "1" || value.toLowerCase() === "true" ? "WAHR" : "FALSCH";
  if (type === "e") return { formula: value };
  if (type === "d") return isoCell(value);
  const number = Number(value);
  return Number.isFinite(number) ? workbook.formats.formatOf(style).numberCell(number) : cellOf(value);
}
