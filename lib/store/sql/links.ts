import type { AnyRow } from "@/lib/model/kinds/define";
import { otherColumn, type Relation, type RelationSides } from "@/lib/model/kinds/relations";
import {
  isEntryList,
  nameColumns,
  referenceLists,
  type EntryListName,
  type ReferenceEntry,
  type ReferenceListName,
} from "@/lib/model/reference-lists/reference-lists";
import type { Connection } from "../database/client";
import { empty, join, raw, sql, type SqlQuery } from "../database/sql";
import { identifier, linkObject, isOneOf } from "./fragments";
import { deletedEntries, idsIn, referenceListsByName } from "./reference-list-rows";

/**
 * Reads the links that each of several records has in one relation.
 * @param among reads only links to these records; by default all
 * @returns by the records' keys, the values of the links' fields by the keys of the linked records;
 * records without links are left out
 */
export async function linksOf(
  connection: Connection,
  { relation, own, other }: RelationSides,
  ids: readonly number[],
  among?: readonly number[],
): Promise<Map<number, Map<number, AnyRow>>> {
  const [ownColumn, otherColumn] = [identifier(own.column), identifier(other.column)];
  const amongCondition = among ? sql`AND l.${otherColumn} = ANY(${among}::int[])` : empty;
  const values = relation.fields ? sql`, json_agg(${linkObject(relation)} ORDER BY l.${otherColumn}) AS values` : empty;
  const rows = await connection.$queryRaw<{ id: number; linked: number[]; values?: AnyRow[] }[]>`
    SELECT l.${ownColumn} AS id, array_agg(l.${otherColumn} ORDER BY l.${otherColumn}) AS linked ${values}
    FROM ${identifier(relation.table)} l WHERE l.${ownColumn} ${isOneOf(ids)} ${amongCondition} GROUP BY 1`;
  return new Map(
    rows.map(({ id, linked, values: each }) => [id, new Map(linked.map((other, at) => [other, each?.[at] ?? {}]))]),
  );
}

/** Counts the links that each record has in one relation; records without links are left out. */
export async function countOfLinks(
  connection: Connection,
  { relation, own }: RelationSides,
  ids: readonly number[],
): Promise<[id: number, count: number][]> {
  const rows = await connection.$queryRaw<{ id: number; count: number }[]>`
    SELECT l.${identifier(own.column)} AS id, count(*)::int AS count
    FROM ${identifier(relation.table)} l WHERE l.${identifier(own.column)} = ANY(${ids}::int[]) GROUP BY 1`;
  return rows.map(({ id, count }) => [id, count]);
}

/** Entries with their names, as rows of link lists contain them, by reference list and in its order. */
export type NamedEntries = Readonly<Partial<Record<string, readonly ReferenceEntry[]>>>;

const entryListsOf = (relations: Iterable<Pick<Relation, "fields">>): EntryListName[] => {
  const fields = [...relations].flatMap((relation) => Object.values(relation.fields ?? {}));
  const lists = fields.flatMap(({ reference }) => (reference && isEntryList(reference) ? [reference] : []));
  return [...new Set(lists)];
};

/** Selects the entries that the values of relations' links may refer to, as `NamedEntries`. */
export function namedEntries(relations: Iterable<Pick<Relation, "fields">>): SqlQuery {
  const pairs = entryListsOf(relations).flatMap((list) => {
    const { table, key } = referenceLists[list];
    const columns = [key, ...nameColumns(list)].flatMap((name) => [raw(`'${name}'`), sql`e.${identifier(name)}`]);
    return [
      raw(`'${list}'`),
      sql`(SELECT coalesce(json_agg(json_build_object(${join(columns)}) ORDER BY e.position, e.${identifier(key)}), '[]')
        FROM ${identifier(table)} e)`,
    ];
  });
  return pairs.length > 0 ? sql`json_build_object(${join(pairs)})` : sql`'{}'::json`;
}

/** Reads `namedEntries`; nothing where no relation refers to a list. */
export async function findNamedEntries(
  connection: Connection,
  relations: readonly Pick<Relation, "fields">[],
): Promise<NamedEntries> {
  if (entryListsOf(relations).length === 0) return {};
  const [{ entries }] = await connection.$queryRaw<[{ entries: NamedEntries }]>`
    SELECT ${namedEntries(relations)} AS entries`;
  return entries;
}

/**
 * Puts the packed values of links into rows, in place; several entries become objects with their
 * names, in the order of their list (contract §13). A list may have thousands of rows.
 * @returns the rows
 */
export function unpackLinks<Row extends AnyRow>(
  { fields = {} }: Pick<Relation, "fields">,
  rows: Row[],
  entries: NamedEntries,
): Row[] {
  const columns = Object.entries(fields);
  const [[first] = []] = columns;
  if (first === undefined) return rows;
  const links = rows.map((row) => row[first] as readonly unknown[] | null);
  // One column after the other: fast for thousands of rows.
  for (const [at, [name, { empty, reference }]] of columns.entries()) {
    const named = reference ? entriesByIds(reference, entries[reference] ?? []) : null;
    for (const [index, row] of (rows as Record<string, unknown>[]).entries()) {
      const values = links[index];
      const value = values ? values[at] : empty;
      row[name] = named && Array.isArray(value) ? named(value) : value;
    }
  }
  return rows;
}

/** Returns a function that finds the entries with some ids, in the order of their list, and remembers them. */
function entriesByIds(list: ReferenceListName, entries: readonly ReferenceEntry[]) {
  const { key } = referenceLists[list];
  const known = new Map<string, readonly ReferenceEntry[]>();
  return (ids: readonly unknown[]): readonly ReferenceEntry[] => {
    const name = ids.join();
    const found = known.get(name) ?? entries.filter((entry) => ids.includes(entry[key]));
    known.set(name, found);
    return found;
  };
}

/**
 * Adds the names of entries to the values of links, as rows of link lists contain them. The names are
 * those of now; entries that were deleted have the names that they had last.
 */
export async function namedLinkValues(
  connection: Connection,
  { fields = {} }: Pick<Relation, "fields">,
  links: ReadonlyMap<number, AnyRow>,
): Promise<Map<number, AnyRow>> {
  const named = new Map(links);
  for (const [name, { reference }] of Object.entries(fields)) {
    if (!reference || !isEntryList(reference) || ![...links.values()].some((values) => idsIn(values[name]).length > 0))
      continue;
    const { key } = referenceLists[reference];
    const { [reference]: now } = await referenceListsByName(connection, [reference]);
    const { [reference]: deleted = [] } = await deletedEntries(connection, [reference]);
    const columns = [key, ...nameColumns(reference)];
    const entries = [...now, ...deleted].map((entry) =>
      Object.fromEntries(columns.map((column) => [column, entry[column]])),
    );
    for (const [id, values] of named) {
      const ids = new Set(idsIn(values[name]));
      named.set(id, { ...values, [name]: entries.filter((entry) => ids.has(Number(entry[key]))) });
    }
  }
  return named;
}

/** Reads the unique roles of a group. */
export async function uniqueRoles(connection: Connection, group: string): Promise<Set<number>> {
  const rows = await connection.$queryRaw<{ rolle_id: number }[]>`
    SELECT rolle_id FROM verknuepfungsrollen WHERE relation = ${group} AND eindeutig`;
  return new Set(rows.map(({ rolle_id }) => rolle_id));
}

/** A link that has roles: the record within which they are unique, the one that holds them, and the link's values. */
export type RoleHolder = { scope: number; holder: number; values: AnyRow };

/** Reads the links of records that have any of some roles. */
export async function roleHolders(
  connection: Connection,
  relation: Relation,
  scopes: readonly number[],
  roles: readonly number[],
): Promise<RoleHolder[]> {
  if (!relation.roles || scopes.length === 0) return [];
  const { scope, field } = relation.roles;
  return connection.$queryRaw<RoleHolder[]>`
    SELECT l.${identifier(scope)} AS scope, l.${identifier(otherColumn(relation, scope))} AS holder, ${linkObject(relation)} AS values
    FROM ${identifier(relation.table)} l
    WHERE l.${identifier(scope)} = ANY(${scopes}::int[]) AND l.${identifier(field)} && ${roles}::int[]`;
}
