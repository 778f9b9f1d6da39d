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

/** Lists of records are sorted by name, entry lists in the order that admins chose. */
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
 * @param besides extra columns of entry lists: `active`, or a flag that all of the lists have
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

/** Reads the deleted entries of lists from the history, with their last names. */
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

/** Returns the ids in a field's value: one, several or none. */
export const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value : [value]).filter(Number.isInteger);

/**
 * Which inactive entries are valid: those that a record uses already (contract §9), or all, for a
 * record that is restored as it was.
 */
export type Inactive = { carriedBy: AnyRow | null } | "accepted";

/** Builds the condition that an entry is valid for a field. */
function knownAs(list: ReferenceListName, field: string, inactive: Inactive) {
  if (inactive === "accepted" || !isEntryList(list)) return sql`true`;
  return sql`(active OR wanted = ANY(${idsIn(inactive.carriedBy?.[field])}::int[]))`;
}

/**
 * Validates the ids in a record's values against reference entries and records, in one statement
 * for all fields.
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
