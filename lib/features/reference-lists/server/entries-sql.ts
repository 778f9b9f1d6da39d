import type { AnyRow } from "@/lib/model/kinds/define";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import {
  entryChoices,
  entryFlags,
  entryGroups,
  entryLists,
  FILE_KIND_LIST,
  nameColumns,
  referenceLists,
  shippedCode,
  type EntryListName,
} from "@/lib/model/reference-lists/reference-lists";
import { usesOf, type EntryUse, type LinkUse, type RecordUse } from "@/lib/model/reference-lists/reference-uses";
import type { Connection, Transaction } from "@/lib/store/database/client";
import { empty, join, raw, sql } from "@/lib/store/database/sql";
import { identifier } from "@/lib/store/sql/fragments";
import { entryOrder } from "@/lib/store/sql/reference-list-rows";
import type { LinkKeys } from "@/lib/store/sql/write-links";

/**
 * How many records of a kind, or their links, use an entry in a field; `kind` is the kind's name, or
 * `FILE_KIND` for files.
 */
type UseCount = { kind: string; field: string; count: number };

/** A stored reference entry; `place` is its position, from 1, in its group or else in its list. */
export type StoredEntry = {
  id: number;
  group: string | null;
  /** The code of a shipped entry; null for the one for "not applicable" and in all other lists. */
  code: string | null;
  names: Record<string, string>;
  flags: Record<string, boolean>;
  choices: Record<string, string>;
  place: number;
  uses: UseCount[];
};

/**
 * Returns the table and column that refer to the entries: those of the kind itself, those of the list
 * field's own table, or those of the relation.
 */
function rowsOf(use: EntryUse) {
  if (use.link) return { table: identifier(use.link.relation.table), column: identifier(use.field) };
  const { definition, name, storage } = use;
  return storage.in === "list"
    ? { table: identifier(storage.table), column: identifier(storage.key) }
    : { table: identifier(definition.table), column: identifier(name) };
}

const holdsList = ({ storage }: EntryUse) => storage.in === "column" && storage.type === "integer[]";

/** Builds a condition: a row, whose table alias is `l`, has the entry in its column. */
const hasEntry = (use: EntryUse, id: number) =>
  holdsList(use) ? sql`${id} = ANY(l.${rowsOf(use).column})` : sql`l.${rowsOf(use).column} = ${id}`;

/** Counts nothing, for lists whose entries nothing can use. */
const NO_USES = sql`SELECT 0 AS id, ''::text AS kind, ''::text AS field, 0 AS count WHERE false`;

/** Deleted files do not count, because they do not prevent the deletion of their kind (`fileKindClearing`). */
const FILE_USES = sql`SELECT f.dateiart AS id, ${FILE_KIND}::text AS kind, 'dateiart'::text AS field, count(*)::int AS count
  FROM files f WHERE f.deleted_at IS NULL GROUP BY 1`;

function countsOf(list: EntryListName) {
  const counts = usesOf(list).map((use) => {
    const { table, column } = rowsOf(use);
    const entry = holdsList(use) ? sql`unnest(l.${column})` : sql`l.${column}`;
    return sql`SELECT ${entry} AS id, ${use.definition.name}::text AS kind, ${use.name}::text AS field, count(*)::int AS count
      FROM ${table} l GROUP BY 1`;
  });
  return join([NO_USES, ...counts, ...(list === FILE_KIND_LIST ? [FILE_USES] : [])], " UNION ALL ");
}

/** Reads the entries of a list in order, each with its use counts, in one statement. */
export function storedReferenceEntries(connection: Connection, list: EntryListName): Promise<StoredEntry[]> {
  const { table, key } = referenceLists[list];
  const pairs = (columns: readonly string[]) =>
    columns.length === 0
      ? empty
      : join(columns.flatMap((column) => [raw(`'${column}'`), sql`e.${identifier(column)}`]));
  const groups = entryGroups(list);
  const group = groups ? sql`e.${identifier(groups.column)}` : sql`NULL::text`;
  const codeColumn = shippedCode(list);
  const code = codeColumn ? sql`e.${identifier(codeColumn)}` : sql`NULL::text`;
  return connection.$queryRaw<StoredEntry[]>`
    WITH counted AS (${countsOf(list)})
    SELECT e.${identifier(key)} AS id, ${group} AS group, ${code} AS code, json_build_object(${pairs(nameColumns(list))}) AS names,
      json_build_object(${pairs(entryFlags(list))}) AS flags,
      json_build_object(${pairs(Object.keys(entryChoices(list)))}) AS choices,
      (row_number() OVER (PARTITION BY ${group} ORDER BY e.position, e.${identifier(key)}))::int AS place,
      coalesce((SELECT json_agg(json_build_object('kind', c.kind, 'field', c.field, 'count', c.count))
        FROM counted c WHERE c.id = e.${identifier(key)}), '[]') AS uses
    FROM ${identifier(table)} e ORDER BY ${entryOrder(list)}`;
}

/** Counts the entries of every list, in one statement. */
export async function entryCounts(connection: Connection): Promise<Record<EntryListName, number>> {
  const counts = entryLists.map(
    (list) => sql`(SELECT count(*)::int FROM ${identifier(referenceLists[list].table)}) AS ${identifier(list)}`,
  );
  const [row] = await connection.$queryRaw<[Record<EntryListName, number>]>`SELECT ${join(counts)}`;
  return row;
}

/**
 * Locks a reference list against concurrent changes, so that checks of positions and names stay
 * valid. Records that refer to its entries can still be saved.
 */
export async function lockList(transaction: Transaction, list: EntryListName): Promise<void> {
  await transaction.$executeRaw`LOCK TABLE ${identifier(referenceLists[list].table)} IN SHARE ROW EXCLUSIVE MODE`;
}

/** Locks an entry, so that no record can newly refer to it until the transaction ends. */
export async function lockEntry(transaction: Transaction, list: EntryListName, id: number): Promise<void> {
  const { table, key } = referenceLists[list];
  await transaction.$queryRaw`SELECT 1 FROM ${identifier(table)} WHERE ${identifier(key)} = ${id} FOR UPDATE`;
}

/** Names that an entry is to have, by their columns; `id` is null for a new entry. */
export type NamedEntry = { id: number | null; group: unknown; names: AnyRow };

/** A name that is taken; `index` is that of its entry among those that were checked. */
type TakenName = { index: number; column: string };

/**
 * Finds out which of the given names are taken, because another entry of the list or group, or an earlier one
 * of those given, has them in either language. Compares names like the list parameter `filter` (contract §2).
 */
export async function conflictingNames(
  connection: Connection,
  list: EntryListName,
  entries: readonly NamedEntry[],
): Promise<TakenName[]> {
  const { table, key } = referenceLists[list];
  const groups = entryGroups(list);
  const group = groups ? sql`e.${identifier(groups.column)}` : sql`''::text`;
  const given = entries.flatMap(({ id, group: own, names }, index) =>
    nameColumns(list).flatMap((column) =>
      names[column] === undefined ? [] : [{ index, id, column, group: String(own ?? ""), text: String(names[column]) }],
    ),
  );
  if (given.length === 0) return [];
  const named = join(nameColumns(list).map((column) => sql`e.${identifier(column)}`));
  return connection.$queryRaw<TakenName[]>`
    WITH given AS MATERIALIZED (
      SELECT n.index, n.id, n.name, n.of_group, fold_umlauts(fold_text(n.text)) AS folded
      FROM unnest(${given.map(({ index }) => index)}::int[], ${given.map(({ id }) => id)}::int[],
        ${given.map(({ column }) => column)}::text[], ${given.map((one) => one.group)}::text[],
        ${given.map(({ text }) => text)}::text[]) AS n(index, id, name, of_group, text)),
    before AS (
      SELECT -1 AS index, e.${identifier(key)} AS id, ${group} AS of_group, fold_umlauts(fold_text(n.text)) AS folded
      FROM ${identifier(table)} e, unnest(ARRAY[${named}]::text[]) AS n(text)
      UNION ALL SELECT index, NULL, of_group, folded FROM given)
    SELECT DISTINCT g.index, g.name AS column FROM given g JOIN before b USING (of_group, folded)
    WHERE b.index < g.index AND (b.index >= 0 OR b.id IS DISTINCT FROM g.id)
    ORDER BY g.index, g.name`;
}

const setsOf = (values: AnyRow) =>
  Object.entries(values).map(([column, value]) => [identifier(column), value] as const);

/**
 * Inserts an entry at the end of its list or group.
 * @param values names, flags, choices and group; for an entry to restore, also its key
 * @returns the entry's key
 */
export async function insertEntry(transaction: Transaction, list: EntryListName, values: AnyRow): Promise<number> {
  const { table, key } = referenceLists[list];
  const sets = setsOf(values);
  const [row] = await transaction.$queryRaw<[{ id: number }]>`
    INSERT INTO ${identifier(table)} (${join(sets.map(([column]) => column))})
    VALUES (${join(sets.map(([, value]) => sql`${value}`))}) RETURNING ${identifier(key)} AS id`;
  return row.id;
}

/**
 * Inserts entries in their order at the end of their list or groups.
 * @param entries names and group of each
 * @returns the entries' keys
 */
export async function insertEntries(
  transaction: Transaction,
  list: EntryListName,
  entries: readonly AnyRow[],
): Promise<number[]> {
  const { table, key } = referenceLists[list];
  const groups = entryGroups(list);
  const columns = [...nameColumns(list), ...(groups ? [groups.column] : [])];
  const named = join(columns.map((column) => identifier(column)));
  const values = columns.map((column) => sql`${entries.map((entry) => String(entry[column]))}::text[]`);
  const rows = await transaction.$queryRaw<{ id: number }[]>`
    INSERT INTO ${identifier(table)} (${named})
    SELECT ${named} FROM unnest(${join(values)}) WITH ORDINALITY AS given(${named}, place) ORDER BY place
    RETURNING ${identifier(key)} AS id`;
  return rows.map(({ id }) => id);
}

/** Updates names, flags and choices of an entry. */
export async function updateEntry(transaction: Transaction, list: EntryListName, id: number, values: AnyRow) {
  const { table, key } = referenceLists[list];
  const sets = setsOf(values).map(([column, value]) => sql`${column} = ${value}`);
  await transaction.$executeRaw`
    UPDATE ${identifier(table)} SET ${join(sets)} WHERE ${identifier(key)} = ${id}`;
}

/** Deletes an entry. Foreign keys refuse it where records use the entry. */
export async function removeEntry(transaction: Transaction, list: EntryListName, id: number): Promise<void> {
  const { table, key } = referenceLists[list];
  await transaction.$executeRaw`DELETE FROM ${identifier(table)} WHERE ${identifier(key)} = ${id}`;
}

/** Stores the positions of a list's entries. */
export async function writePlaces(
  transaction: Transaction,
  list: EntryListName,
  entries: readonly Pick<StoredEntry, "id" | "place">[],
): Promise<void> {
  const { table, key } = referenceLists[list];
  const [ids, places] = [entries.map(({ id }) => id), entries.map(({ place }) => place)];
  await transaction.$executeRaw`
    UPDATE ${identifier(table)} e SET position = target.place
    FROM unnest(${ids}::int[], ${places}::int[]) AS target(id, place)
    WHERE e.${identifier(key)} = target.id AND e.position <> target.place`;
}

/**
 * Sets the id of the reverted change, which the history triggers store as `reverts` from here on;
 * null if nothing is reverted.
 */
export async function setRevertedChange(transaction: Transaction, reverts: number | null): Promise<void> {
  await transaction.$executeRaw`SELECT set_config('cooperation.reverts', ${String(reverts ?? "")}, true)`;
}

/**
 * Locks the records that use an entry in a field, until the transaction ends.
 * @returns the keys of these records
 */
export async function lockRecordsUsing(transaction: Transaction, use: RecordUse, id: number): Promise<number[]> {
  const { table, key } = use.definition;
  const found = await transaction.$queryRaw<{ id: number }[]>`
    SELECT r.${identifier(key)} AS id FROM ${identifier(table)} r
    WHERE r.${identifier(key)} IN (SELECT l.${identifier(key)} FROM ${rowsOf(use).table} l WHERE ${hasEntry(use, id)})
    ORDER BY 1 FOR UPDATE`;
  return found.map((row) => row.id);
}

/** Reads the links that use an entry in a field, as the keys of their two records, in this order. */
export async function findLinksUsing(connection: Connection, use: LinkUse, id: number): Promise<LinkKeys[]> {
  const { relation, own, other } = use.link;
  return connection.$queryRaw<LinkKeys[]>`
    SELECT l.${identifier(own.column)} AS own, l.${identifier(other.column)} AS other
    FROM ${identifier(relation.table)} l WHERE ${hasEntry(use, id)} ORDER BY 1, 2`;
}
