import { CUT_MARK } from "../../records/fields/cut-cell";
import { idsOfNames, possibleNames } from "../../records/fields/choice";
import type { SpreadsheetColumn } from "../../records/spreadsheets/spreadsheet-columns";
import type { NamedId } from "../records/sql/named-ids";
import { idsIn } from "../records/sql/reference-list-rows";
import type { ImportCell } from "./table-rows";

/** Ids of reference list entries and records: by database table, then by name. */
export type KnownNames = ReadonlyMap<string, ReadonlyMap<string, readonly NamedId[]>>;

/**
 * A parsed cell: its value in the type that forms use, an error code, and the names that were not
 * found.
 */
export type CellReading = { value: unknown; error: string | null; unknown: readonly string[] };

const fault = (error: string): CellReading => ({ value: undefined, error, unknown: [] });

/** Returns every text in a cell that may be a name. */
export const namesIn = (column: SpreadsheetColumn, cell: ImportCell): string[] =>
  typeof cell !== "string" || cell.trim() === "" ? [] : isOfNames(column) ? possibleNames(cell) : [cell.trim()];

/**
 * Whether a cell of a column can contain several names; an export may have truncated such a cell.
 */
const isOfNames = (column: SpreadsheetColumn) =>
  column.by === "links" || (column.by === "field" && column.field.storage.in !== "column");

/**
 * Resolves the names in one cell. If several entries share a name, each occurrence of the name
 * stands for a different entry among those that the record already has.
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
    /**
     * Whether a name that several entries share occurs more or fewer times in the cell than the
     * record has such entries, so that it cannot be decided which entries are meant.
     */
    isAmbiguous: () => [...used].some(([name, ids]) => allowed(name).length > 1 && ids.length !== mine(name).length),
    isOfSeveral: (name: string) => allowed(name).length > 1,
  };
}

/**
 * Parses a cell by its column's type.
 * @param source the database table in which its names are looked up; null if its values are not
 * names
 * @param carried the record's current value, if there is a record
 */
export function readCell(
  column: SpreadsheetColumn,
  cell: ImportCell,
  names: KnownNames,
  { source, carried }: { source: string | null; carried: unknown },
): CellReading {
  // A text that looks like an Excel error is accepted where it is the record's current value.
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
  // An empty cell means the field's own empty value, such as "k. A.".
  if (cell.trim() === "" && field.empty !== null && field.empty !== undefined) return field.empty;
  return field.parse(cell, { idOf: (_list, name) => idOf(name) });
}
