import { CUT_MARK } from "../../records/fields/cut-cell";
import { idsOfNames, possibleNames } from "../../records/fields/choice";
import type { SpreadsheetColumn } from "../../records/spreadsheets/spreadsheet-columns";
import type { NamedId } from "../records/sql/named-ids";
import { idsIn } from "../records/sql/reference-lists";
import type { ImportCell } from "./table-rows";

/** What names stand for, by where they are kept. */
export type KnownNames = ReadonlyMap<string, ReadonlyMap<string, readonly NamedId[]>>;

/** What a cell says: a value as forms carry it, what is wrong with it, and names that nobody has yet. */
export type CellReading = { value: unknown; error: string | null; unknown: readonly string[] };

const fault = (error: string): CellReading => ({ value: undefined, error, unknown: [] });

/** Every name that a cell may hold. */
export const namesIn = (column: SpreadsheetColumn, cell: ImportCell): string[] =>
  typeof cell !== "string" || cell.trim() === "" ? [] : isOfNames(column) ? possibleNames(cell) : [cell.trim()];

/** Whether a cell of a column holds several names; an export may have had to cut it. */
const isOfNames = (column: SpreadsheetColumn) =>
  column.by === "links" || (column.by === "field" && column.field.storage.in !== "column");

/**
 * Finds entries by the names in one cell. Of several that are called the same those count that the record has already;
 * what has been found is not found again.
 */
function finder(candidatesOf: (name: string) => readonly NamedId[], carried: readonly number[]) {
  const used = new Map<string, number[]>();
  const allowed = (name: string) => candidatesOf(name).filter(({ id, active }) => active || carried.includes(id));
  const mine = (name: string) => allowed(name).filter(({ id }) => carried.includes(id));
  return {
    idOf(name: string): number | undefined {
      const taken = used.get(name) ?? [];
      const candidates = allowed(name);
      const next = candidates.length === 1 ? candidates[0] : mine(name).find(({ id }) => !taken.includes(id));
      if (next) used.set(name, [...taken, next.id]);
      return next?.id;
    },
    /** Of namesakes that the record has, one stands for each time the name was said; else nobody knows which is meant. */
    isAmbiguous: () => [...used].some(([name, ids]) => allowed(name).length > 1 && ids.length !== mine(name).length),
    isOfSeveral: (name: string) => allowed(name).length > 1,
  };
}

/**
 * Reads a cell as its column's type reads text.
 * @param source where its names are kept
 * @param carried what the record holds there, if there is one
 */
export function readCell(
  column: SpreadsheetColumn,
  cell: ImportCell,
  names: KnownNames,
  { source, carried }: { source: string | null; carried: unknown },
): CellReading {
  // A text that only looks like an error of Excel's is one that the record has already.
  if (typeof cell === "object")
    return cell.formula === carried ? { value: carried, error: null, unknown: [] } : fault("formula");
  if (isOfNames(column) && cell.endsWith(CUT_MARK)) return fault("cut");
  const known = source === null ? undefined : names.get(source);
  const { idOf, isAmbiguous, isOfSeveral } = finder((name) => known?.get(name) ?? [], idsIn(carried));
  const read = valueOf(column, cell, idOf);
  const value: unknown = Array.isArray(read) ? [...new Set(read as unknown[])] : read;
  if (source === null) return { value, error: null, unknown: [] };
  const strangers = (Array.isArray(value) ? (value as unknown[]) : [value]).filter((one) => typeof one === "string");
  if (isAmbiguous() || strangers.some(isOfSeveral)) return fault("ambiguous");
  return { value, error: strangers.length > 0 ? "unknown_name" : null, unknown: strangers };
}

function valueOf(column: SpreadsheetColumn, cell: string, idOf: (name: string) => number | undefined): unknown {
  if (column.by === "links") return idsOfNames(cell, idOf);
  if (column.by !== "field") return cell.trim();
  const { field } = column;
  // Nothing stands for what the field calls nothing, such as "k. A.".
  if (cell.trim() === "" && field.empty !== null && field.empty !== undefined) return field.empty;
  return field.parse(cell, { idOf: (_list, name) => idOf(name) });
}
