import { CUT_MARK } from "@/lib/model/fields/cut-cell";
import { idsOfNames, possibleNames } from "@/lib/model/fields/choice";
import { displayDate } from "@/lib/model/fields/day";
import type { FieldErrorCode } from "@/lib/model/fields/field";
import type { DayOrder } from "@/lib/model/fields/parse-day";
import { holdsDays, type SpreadsheetColumn } from "@/lib/features/exports/spreadsheet-columns";
import type { NamedId } from "./named-ids";
import { idsIn } from "@/lib/store/sql/reference-list-rows";
import type { DecidedName } from "../import-answers";
import { dayInCell } from "./mapped-columns";
import { cellText, type ImportCell } from "./parsing/table-rows";

/** Ids of reference list entries and records: by database table, then by name. */
export type KnownNames = ReadonlyMap<string, ReadonlyMap<string, readonly NamedId[]>>;

/**
 * A parsed cell: its value in the type that forms use, an error code, the names that were not found,
 * and those for which an entry or record is to be created.
 */
export type ParsedCell = {
  value: unknown;
  error: FieldErrorCode | null;
  unknown: readonly string[];
  created: readonly string[];
};

const fault = (error: FieldErrorCode): ParsedCell => ({ value: undefined, error, unknown: [], created: [] });

/** Returns every text in a cell that may be a name. */
export function namesIn(column: SpreadsheetColumn, cell: ImportCell): string[] {
  if (typeof cell === "object" && !("text" in cell)) return [];
  const text = cellText(cell).trim();
  return text === "" ? [] : containsNames(column) ? possibleNames(text) : [text];
}

/**
 * Whether a cell of a column can contain several names; an export may have truncated such a cell.
 */
const containsNames = (column: SpreadsheetColumn) =>
  column.by === "links" || (column.by === "field" && column.field.storage.in !== "column");

/**
 * Resolves the names in one cell. If several entries share a name, each occurrence of the name
 * stands for a different entry among those that the record already has.
 */
function nameResolver(candidatesOf: (name: string) => readonly NamedId[], currentIds: readonly number[]) {
  const used = new Map<string, number[]>();
  const allowed = (name: string) => candidatesOf(name).filter(({ id, active }) => active || currentIds.includes(id));
  const currentMatches = (name: string) => allowed(name).filter(({ id }) => currentIds.includes(id));
  return {
    idOf(name: string): number | undefined {
      const usedIds = used.get(name) ?? [];
      const candidates = allowed(name);
      const next =
        candidates.length === 1 ? candidates[0] : currentMatches(name).find(({ id }) => !usedIds.includes(id));
      if (next) used.set(name, [...usedIds, next.id]);
      return next?.id;
    },
    /**
     * Whether a name that several entries share occurs more or fewer times in the cell than the
     * record has such entries, so that it cannot be decided which entries are meant.
     */
    isAmbiguous: () =>
      [...used].some(([name, ids]) => allowed(name).length > 1 && ids.length !== currentMatches(name).length),
    isSharedName: (name: string) => allowed(name).length > 1,
  };
}

type CellContext = {
  /** The database table in which names are looked up; null if the column's values are not names. */
  source: string | null;
  /** The record's current value, if there is a record. */
  current: unknown;
  /** What the user has decided about names that no entry or record has. */
  decided?: ReadonlyMap<string, DecidedName>;
  /** The order of day and month in the column, and the day by which years of two digits are read. */
  dayOrder?: DayOrder;
  today?: string;
};

/** Parses a cell by its column's type. */
export function readCell(
  column: SpreadsheetColumn,
  cell: ImportCell,
  names: KnownNames,
  { source, current, decided, dayOrder, today }: CellContext,
): ParsedCell {
  const read = (value: unknown): ParsedCell => ({ value, error: null, unknown: [], created: [] });
  const text = cellText(cell);
  if (typeof cell === "object" && "unreadable" in cell) return fault("unreadable");
  // A text that looks like an Excel error is accepted where it is the record's current value.
  if (typeof cell === "object" && "formula" in cell) return text === current ? read(current) : fault("formula");
  if (holdsDays(column)) {
    const day = dayInCell(cell, { dayOrder, today });
    if (!("error" in day)) return read(day.day);
    // A day outside of the years that are read is accepted where it is the record's current value.
    return [current, displayDate(current)].includes(text.trim()) ? read(current) : fault(day.error);
  }
  const misread = column.by === "field" ? column.field.spreadsheetError?.(text) : null;
  if (misread && text !== current) return fault(misread);
  if (containsNames(column) && text.endsWith(CUT_MARK)) return fault("cut");
  const known = source === null ? undefined : names.get(source);
  const { idOf, isAmbiguous, isSharedName } = nameResolver((name) => known?.get(name) ?? [], idsIn(current));
  const decisionOf = (name: string) => (known?.has(name) ? undefined : decided?.get(name));
  const value = valueOf(column, text, (name) => {
    const decision = decisionOf(name);
    return typeof decision === "object" ? decision.id : idOf(name);
  });
  if (source === null) return read(Array.isArray(value) ? [...new Set(value as unknown[])] : value);
  const values = [...new Set<unknown>(Array.isArray(value) ? value : [value])];
  const isLeftOut = (one: unknown) => typeof one === "string" && decisionOf(one) === "leave";
  const remaining = values.filter((one) => !isLeftOut(one));
  const unresolved = remaining.filter((one) => typeof one === "string");
  if (isAmbiguous() || unresolved.some(isSharedName)) return fault("ambiguous");
  const created = unresolved.filter((name) => decisionOf(name) === "create");
  const unknown = unresolved.filter((name) => decisionOf(name) === undefined);
  const one = remaining.length > 0 ? remaining[0] : emptyValueOf(column);
  return {
    value: Array.isArray(value) ? remaining : one,
    error: unknown.length > 0 ? "unknown_name" : null,
    unknown,
    created,
  };
}

const emptyValueOf = (column: SpreadsheetColumn): unknown => (column.by === "field" ? column.field.empty : null);

function valueOf(column: SpreadsheetColumn, text: string, idOf: (name: string) => number | undefined): unknown {
  if (column.by === "links") return idsOfNames(text, idOf);
  if (column.by !== "field") return text.trim();
  const { field } = column;
  // An empty cell means the field's own empty value, such as "k. A.".
  if (text.trim() === "" && field.empty !== null && field.empty !== undefined) return field.empty;
  return field.parse(text, { idOf: (_list, name) => idOf(name) });
}
