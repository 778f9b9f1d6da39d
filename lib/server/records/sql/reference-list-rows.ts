import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import type { FieldChange } from "@/lib/records/history/history-query";
import type { FieldErrors } from "@/lib/records/lists/list-query";
import {
  isEntryList,
  nameColumns,
  referenceLists,
  type EntryListName,
  type ReferenceEntry,
  type ReferenceListName,
} from "@/lib/records/reference-lists/reference-lists";
import type { Connection } from "../../database/client";
import { join, sql } from "../../database/sql";
import { identifier } from "./fragments";
import { getAt } from "../../errors/invariant";

/**
 * Returns the column that sorts a reference list: the name for lists of records, the position that
 * admins chose for lists of entries.
 */
const orderOf = (list: ReferenceListName) => (isEntryList(list) ? "position" : getAt(nameColumns(list), 0));

/**
 * Selects the entries of a reference list as one JSON array, under the specification's field names
 * (spec §3).
 */
function entriesOf(list: ReferenceListName, besides: readonly string[]) {
  const { table, key } = referenceLists[list];
  const columns = [key, ...nameColumns(list), ...(isEntryList(list) ? besides : [])];
  const order = [orderOf(list), key];
  return sql`(SELECT coalesce(json_agg(row_to_json(entry)), '[]') FROM (
    SELECT ${join(columns.map(identifier))} FROM ${identifier(table)} ORDER BY ${join(order.map(identifier))}) entry)`;
}

/**
 * Reads several reference lists in one statement.
 * @param besides further columns to read from entry lists: `active`, or a flag that each of these
 * lists has
 */
export async function referenceListsByName<Name extends ReferenceListName>(
  connection: Connection,
  names: readonly Name[],
  besides: readonly string[] = [],
): Promise<Record<Name, ReferenceEntry[]>> {
  if (names.length === 0) return {} as Record<Name, ReferenceEntry[]>;
  const pairs = names.flatMap((name) => [sql`${name}::text`, entriesOf(name, besides)]);
  const [{ lists }] = await connection.$queryRaw<[{ lists: Record<Name, ReferenceEntry[]> }]>`
    SELECT json_build_object(${join(pairs)}) AS lists`;
  return lists;
}

/**
 * Reads the deleted entries of reference lists from the history, with the names that they had last.
 */
export async function deletedEntries(
  connection: Connection,
  lists: readonly ReferenceListName[],
): Promise<Partial<Record<ReferenceListName, ReferenceEntry[]>>> {
  const names = lists.filter(isEntryList);
  if (names.length === 0) return {};
  const rows = await connection.$queryRaw<{ list: EntryListName; id: number; fields: FieldChange[] }[]>`
    SELECT DISTINCT ON (kind, id) kind AS list, id, fields FROM changes
    WHERE kind = ANY(${names}::text[]) AND action = 'delete' ORDER BY kind, id, change_id DESC`;
  const entriesIn = (list: EntryListName) =>
    rows
      .filter((row) => row.list === list)
      .map(({ id, fields }): ReferenceEntry => {
        const values = Object.fromEntries(fields.map(({ name, old }) => [name, old as string | boolean]));
        return { ...values, [referenceLists[list].key]: id, active: false };
      });
  return Object.fromEntries(names.map((list) => [list, entriesIn(list)]));
}

/** Returns the ids in a field's value, which may be a single id, a list of ids, or empty. */
export const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value : [value]).filter(Number.isInteger);

/**
 * Which inactive reference entries a record may use: those that the stored record `carriedBy`
 * already uses (contract §9), or all of them, so that a record can be restored as it was.
 */
export type Inactive = { carriedBy: AnyRow | null } | "accepted";

/** Builds a condition: an entry is valid as a value of a field. */
function knownAs(list: ReferenceListName, field: string, inactive: Inactive) {
  if (inactive === "accepted" || !isEntryList(list)) return sql`true`;
  return sql`(active OR wanted = ANY(${idsIn(inactive.carriedBy?.[field])}::int[]))`;
}

/**
 * Checks that the reference entries and records to which a record's values refer exist and may be
 * used, in one statement for all fields.
 * @returns `exists` errors by field, or null
 */
export async function unknownReferences(
  connection: Connection,
  definition: AnyDefinition,
  values: AnyRow,
  inactive: Inactive,
): Promise<FieldErrors | null> {
  const checks = Object.entries(definition.fields).flatMap(([name, { reference }]) => {
    const ids = idsIn(values[name]);
    if (!reference || ids.length === 0) return [];
    const { table, key } = referenceLists[reference];
    return sql`SELECT ${name}::text AS field FROM unnest(${ids}::int[]) AS wanted
      WHERE NOT EXISTS (SELECT 1 FROM ${identifier(table)}
        WHERE ${identifier(key)} = wanted AND ${knownAs(reference, name, inactive)})`;
  });
  if (checks.length === 0) return null;
  const missing = await connection.$queryRaw<{ field: string }[]>`${join(checks, " UNION ")}`;
  return missing.length > 0 ? Object.fromEntries(missing.map(({ field }) => [field, ["exists" as const]])) : null;
}
