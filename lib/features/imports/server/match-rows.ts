import { foldCollapsed } from "@/lib/model/pure/fold";
import { MAX_ID } from "@/lib/model/limits";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import type { FieldErrors } from "@/lib/model/fields/field";
import { wholeNumber } from "@/lib/model/pure/whole-number";
import type { Connection } from "@/lib/store/database/client";
import type { Verdict } from "./imports-sql";
import { cellIn, type Mapped, type Row } from "./mapped-columns";
import { trimmedText, type ImportCell } from "./parsing/table-rows";
import { matchingRecords } from "./matching-records";
import { readCell, type KnownNames } from "./row-values";
import { expectDefined } from "@/lib/base/errors/invariant";
import { getAt } from "@/lib/model/pure/get-at";

/**
 * The id of the record that a row matches, null for a new record, or the errors if this cannot be
 * decided.
 */
type RowMatch = { id: number | null } | { errors: FieldErrors };

/** Returns the key in a cell, whatever number format it has; null if the cell contains no possible key. */
export function keyIn(cell: ImportCell): number | null {
  const number = typeof cell === "object" && "number" in cell ? cell.number : undefined;
  return wholeNumber(number ?? trimmedText(cell), 1, MAX_ID);
}

/** Matches rows with records by the key, to which a column must be mapped. */
function matchByKey(columns: readonly Mapped[], rows: readonly Row[]): Map<number, RowMatch> {
  const mapped = columns.find(({ column }) => column.by === "key");
  const key = expectDefined(mapped, "the column of the key");
  return new Map(
    rows.map((row): [number, RowMatch] => {
      const cell = cellIn(key, row);
      if (cell === "") return [row.row, { id: null }];
      const id = keyIn(cell);
      return [row.row, id === null ? { errors: { [key.column.name]: ["type"] } } : { id }];
    }),
  );
}

/** Matches rows with records by field values. A row that matches several records is ambiguous. */
async function matchByFields(
  connection: Connection,
  definition: AnyDefinition,
  { columns, names, match }: { columns: readonly Mapped[]; names: KnownNames; match: readonly string[] },
  rows: readonly Row[],
): Promise<Map<number, RowMatch>> {
  const by = match.flatMap((name) => columns.find(({ column }) => column.name === name) ?? []);
  const values = rows.map((row) => ({
    row: row.row,
    values: by.map((mapped) => {
      const { value } = readCell(mapped.column, cellIn(mapped, row), names, { ...mapped, current: null });
      return value === null || value === undefined ? "" : String(value);
    }),
  }));
  const found = await matchingRecords(connection, definition, match, values);
  const first = getAt(match, 0);
  const seen = new Set<string>();
  return new Map(
    rows.map(({ row }): [number, RowMatch] => {
      const { folded, ids } = found.get(row) ?? { folded: "", ids: [] };
      if (folded.trim() === "") return [row, { id: null }];
      if (ids.length > 1) return [row, { errors: { [first]: ["ambiguous"] } }];
      // Several rows that match one existing record are refused later, by its id. Several equal
      // rows that match no record are refused here, because the second would match the record that
      // the first creates.
      if (ids[0] !== undefined) return [row, { id: ids[0] }];
      if (seen.has(folded)) return [row, { errors: { [first]: ["repeated"] } }];
      seen.add(folded);
      return [row, { id: null }];
    }),
  );
}

/**
 * Matches rows with records by the match fields that the user chose. Rows that the result lacks are
 * new records.
 */
export async function matchRows(
  connection: Connection,
  definition: AnyDefinition,
  by: { columns: readonly Mapped[]; names: KnownNames; match: readonly string[] },
  rows: readonly Row[],
): Promise<Map<number, RowMatch>> {
  const { columns, match } = by;
  if (match.length === 1 && match[0] === definition.key) return matchByKey(columns, rows);
  return match.length > 0 ? matchByFields(connection, definition, by, rows) : new Map();
}

/** Normalizes a name, so that comparisons ignore case, accents, the spelling of umlauts, and blanks. */
export const foldName = (name: unknown): string =>
  typeof name === "string" ? foldCollapsed(name).replace(/\s+/g, " ").trim() : "";

/** The texts by which two new rows are probably the same record: its label, and its e-mail address. */
function namesOf(definition: AnyDefinition, body: AnyRow): { label: string; email: string } {
  const { email } = definition.duplicateFields ?? {};
  return { label: foldName(definition.label(body, "de")), email: email ? foldName(body[email]) : "" };
}

/**
 * Marks new rows that are probably the same record as an earlier new row: with the same e-mail
 * address and label, or the same label where one has no address.
 */
export function markRepeats(definition: AnyDefinition, verdicts: Verdict[]): void {
  const earlier = new Map<string, { row: number; email: string }[]>();
  for (const verdict of verdicts) {
    if (verdict.action !== "create") continue;
    const { label, email } = namesOf(definition, verdict.body);
    if (label === "") continue;
    const same = earlier.get(label) ?? [];
    const repeated = same.find((other) => other.email === "" || email === "" || other.email === email);
    verdict.repeats = repeated?.row ?? null;
    if (!repeated) earlier.set(label, [...same, { row: verdict.row, email }]);
  }
}
