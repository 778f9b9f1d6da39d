import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { FieldChange } from "@/lib/model/answers/shapes";
import {
  entryGroups,
  globalProperties,
  isEntryList,
  nameColumns,
  referenceLists,
  type EntryListName,
  type ReferenceEntry,
  type ReferenceListName,
} from "@/lib/model/reference-lists/reference-lists";
import type { Connection } from "../database/client";
import { empty, join, sql, type SqlQuery } from "../database/sql";
import { identifier, isOneOf } from "./fragments";
import { getAt } from "@/lib/model/pure/get-at";

/**
 * Selects what sorts a reference list: the name for lists of records; for lists of entries their
 * groups, and the position that admins chose. The alias of the list's table is `e`.
 */
export function entryOrder(list: ReferenceListName): SqlQuery {
  const key = sql`e.${identifier(referenceLists[list].key)}`;
  if (!isEntryList(list)) return join([sql`e.${identifier(getAt(nameColumns(list), 0))}`, key]);
  const groups = entryGroups(list);
  const group = groups ? [sql`array_position(${groups.values}::text[], e.${identifier(groups.column)}::text)`] : [];
  return join([...group, sql`e.position`, key]);
}

/**
 * Selects the entries of a reference list as one JSON array, under the specification's field names
 * (spec §3).
 */
function entriesOf(list: ReferenceListName, extraColumns: readonly string[]) {
  const { table, key } = referenceLists[list];
  const more = [...globalProperties(list), ...(isEntryList(list) ? extraColumns : [])];
  const columns = [...new Set([key, ...nameColumns(list), ...more])];
  return sql`(SELECT coalesce(json_agg(row_to_json(entry)), '[]') FROM (
    SELECT ${join(columns.map((column) => sql`e.${identifier(column)}`))}
    FROM ${identifier(table)} e ORDER BY ${entryOrder(list)}) entry)`;
}

/** Builds what `referenceListsByName` reads, as one JSON object. */
export const listsByName = (names: readonly ReferenceListName[], extraColumns: readonly string[]): SqlQuery =>
  sql`json_build_object(${join(names.flatMap((name) => [sql`${name}::text`, entriesOf(name, extraColumns)]))})`;

/**
 * Reads several reference lists in one statement.
 * @param extraColumns columns to read besides those that `GET /api/global` returns: `active`, or a
 * flag that each of these lists has
 */
export async function referenceListsByName<Name extends ReferenceListName>(
  connection: Connection,
  names: readonly Name[],
  extraColumns: readonly string[] = [],
): Promise<Record<Name, ReferenceEntry[]>> {
  if (names.length === 0) return {} as Record<Name, ReferenceEntry[]>;
  const [{ lists }] = await connection.$queryRaw<[{ lists: Record<Name, ReferenceEntry[]> }]>`
    SELECT ${listsByName(names, extraColumns)} AS lists`;
  return lists;
}

/** Returns the ids of the entries of a list that have these values of flags. */
export async function flaggedIds(
  connection: Connection,
  list: ReferenceListName,
  wanted: Readonly<Record<string, boolean>>,
): Promise<number[]> {
  const flags = Object.entries(wanted);
  const { [list]: entries } = await referenceListsByName(
    connection,
    [list],
    flags.map(([flag]) => flag),
  );
  return entries
    .filter((entry) => flags.every(([flag, value]) => entry[flag] === value))
    .map((entry) => Number(entry[referenceLists[list].key]));
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

/** The reference entries or records among some ids that exist, by the field that refers to them. */
export type KnownEntries = {
  /** Whether the entry or record exists. */
  has: (field: string, id: number) => boolean;
  /** Whether it exists and forms still offer it; records always are. */
  isActive: (field: string, id: number) => boolean;
};

/**
 * Finds out which reference entries and records exist, in one statement for all fields.
 * @param idsByField ids by the name of the field that refers to them
 */
export async function knownEntries(
  connection: Connection,
  { fields }: Pick<AnyDefinition, "fields">,
  idsByField: Readonly<Record<string, Iterable<number>>>,
): Promise<KnownEntries> {
  const parts = Object.entries(idsByField).flatMap(([field, fieldIds]) => {
    const list = fields[field]?.reference;
    const ids = [...new Set(fieldIds)];
    if (!list || ids.length === 0) return [];
    const { table, key } = referenceLists[list];
    const active = isEntryList(list) ? sql`active` : sql`true`;
    const [groups, group] = [entryGroups(list), fields[field]?.group];
    const isOfGroup = groups && group !== undefined ? sql`AND ${identifier(groups.column)} = ${group}` : empty;
    return sql`SELECT ${field}::text AS field, ${identifier(key)} AS id, ${active} AS active
      FROM ${identifier(table)} WHERE ${identifier(key)} ${isOneOf(ids)} ${isOfGroup}`;
  });
  type Row = { field: string; id: number; active: boolean };
  const rows = parts.length > 0 ? await connection.$queryRaw<Row[]>`${join(parts, " UNION ALL ")}` : [];
  const active = new Map(rows.map((row) => [`${row.field} ${row.id}`, row.active]));
  return {
    has: (field, id) => active.has(`${field} ${id}`),
    isActive: (field, id) => active.get(`${field} ${id}`) === true,
  };
}
