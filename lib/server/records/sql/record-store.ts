import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import { isEmptyValue } from "@/lib/records/fields/field";
import type { FieldChange } from "@/lib/records/history/history-query";
import { linkListOf, type LinkList } from "@/lib/records/kinds/relations";
import type { Connection, Transaction } from "../../database/client";
import { goingAhead, join, raw, sql, type SqlQuery } from "../../database/sql";
import {
  columnFields,
  idsOf,
  identifier,
  linkedIds,
  linkedObjects,
  linksFields,
  listFields,
  valueOf,
} from "./fragments";

/** A stored record: its version (contract §8) and the values of its fields. */
export type Stored = { version: number; values: AnyRow };

/**
 * Returns the fields that represent links under another name than their link list, such as a
 * person's `institution`. Other links are read as link lists.
 */
const ownLinks = (definition: AnyDefinition) =>
  linksFields(definition).filter(([name, { storage }]) => name !== storage.list);

function storedColumns(definition: AnyDefinition) {
  const columns = columnFields(definition).map(([name, field]) => sql`${valueOf(name, field)} AS ${identifier(name)}`);
  const lists = listFields(definition).map(([name, field]) => sql`${idsOf(definition, field)} AS ${identifier(name)}`);
  const links = ownLinks(definition).map(
    ([name, { storage }]) =>
      sql`${linkedIds(linkListOf(definition.name, storage.list), definition.key)} AS ${identifier(name)}`,
  );
  return join([...columns, ...lists, ...links]);
}

type StoredRow = AnyRow & { record_id: number; record_version: number };

const storedWhere = (definition: AnyDefinition, condition: SqlQuery, lists: readonly LinkList[] = []) =>
  goingAhead(sql`
    SELECT r.${identifier(definition.key)} AS record_id, r.version AS record_version, ${join([
      storedColumns(definition),
      ...lists.map((each) => sql`${linkedObjects(each, definition.key)} AS ${identifier(each.list)}`),
    ])}
    FROM ${identifier(definition.table)} r WHERE r.${identifier(definition.key)} ${condition}`);

const storedOf = ({ record_version, record_id: _, ...values }: StoredRow): Stored => ({
  version: record_version,
  values,
});

/** Reads records with their versions by key; keys without a record are left out. */
export async function storedRecords(
  connection: Connection,
  definition: AnyDefinition,
  ids: readonly number[],
): Promise<Map<number, Stored>> {
  const rows = await connection.$queryRaw<StoredRow[]>(storedWhere(definition, sql`= ANY(${ids}::int[])`));
  return new Map(rows.map((row) => [row.record_id, storedOf(row)]));
}

/**
 * Reads a record with its version, or null if it does not exist. Does not use `= ANY(array)`:
 * PostgreSQL assumes ten keys for an array and would plan such a statement anew each time, which
 * takes longer than the read.
 * @param lists the link lists to read with the record
 */
export async function storedRecord(
  connection: Connection,
  definition: AnyDefinition,
  id: number,
  lists?: readonly LinkList[],
): Promise<Stored | null> {
  const [row] = await connection.$queryRaw<StoredRow[]>(storedWhere(definition, sql`= ${id}::int`, lists));
  return row ? storedOf(row) : null;
}

/**
 * Locks a record until the transaction ends. Is a statement of its own, so that a later read sees
 * what a concurrent transaction committed before the lock was granted.
 * @returns false when there is no such record
 */
export async function lockRecord(transaction: Transaction, definition: AnyDefinition, id: number): Promise<boolean> {
  const found = await transaction.$queryRaw<unknown[]>(
    goingAhead(sql`
    SELECT 1 FROM ${identifier(definition.table)} WHERE ${identifier(definition.key)} = ${id} FOR UPDATE`),
  );
  return found.length > 0;
}

/**
 * Locks and reads a record; null when there is none. Pipelines both statements; the database
 * executes them in order.
 */
export async function lockedRecord(transaction: Transaction, definition: AnyDefinition, id: number) {
  const [isThere, stored] = await Promise.all([
    lockRecord(transaction, definition, id),
    storedRecord(transaction, definition, id),
  ]);
  return isThere ? stored : null;
}

/**
 * Normalizes a value for the history and for comparison: sorts entry ids, whose order has no
 * meaning.
 */
const kept = (value: unknown) =>
  Array.isArray(value) && typeof value[0] === "number" ? [...(value as number[])].sort((a, b) => a - b) : value;

const isSameList = (one: readonly unknown[], other: readonly unknown[]) =>
  JSON.stringify(kept(one)) === JSON.stringify(kept(other));

/** Returns the changed fields of a record, without links: the history records those separately. */
export function differences(definition: AnyDefinition, before: AnyRow, after: AnyRow): FieldChange[] {
  const own = [...columnFields(definition), ...listFields(definition)];
  return own.flatMap(([name]) => {
    const [old, now] = [before[name], after[name]];
    const same = Array.isArray(old) && Array.isArray(now) ? isSameList(old, now) : old === now;
    return same ? [] : [{ name, old: kept(old), new: kept(now) }];
  });
}

/**
 * Returns all fields of a created or deleted record as changes, without links. The values are null
 * on the side (old or new) where the record does not exist. Fields of separate subresources are
 * left out if they are empty.
 */
export function snapshotFields(
  definition: AnyDefinition,
  values: { old: AnyRow | null; new: AnyRow | null },
): FieldChange[] {
  const own = [...columnFields(definition), ...listFields(definition)].filter(
    ([name, { separate }]) => !separate || !isEmptyValue((values.new ?? values.old)?.[name]),
  );
  return own.map(([name]) => ({
    name,
    old: kept(values.old?.[name] ?? null),
    new: kept(values.new?.[name] ?? null),
  }));
}

const asParameter = (value: unknown, type: string) => sql`${value}::${raw(type)}`;

async function addEntries(
  transaction: Transaction,
  { key }: AnyDefinition,
  list: { table: string; key: string },
  id: number,
  entries: readonly number[],
) {
  if (entries.length === 0) return;
  await transaction.$executeRaw`
    INSERT INTO ${identifier(list.table)} (${identifier(key)}, ${identifier(list.key)})
    SELECT ${id}, entry FROM unnest(${entries}::int[]) AS entry`;
}

/**
 * Inserts a record with the entries of its list fields.
 * @param restored the key and version of a record to restore; a new record gets the next key and
 * version 1
 * @returns the record's key
 */
export async function insertRecord(
  transaction: Transaction,
  definition: AnyDefinition,
  values: AnyRow,
  restored?: { id: number; version: number },
): Promise<number> {
  const key = identifier(definition.key);
  const columns = columnFields(definition);
  const names = columns.map(([name]) => identifier(name));
  const parameters = columns.map(([name, { storage }]) => asParameter(values[name], storage.type));
  if (restored) {
    names.push(key, identifier("version"));
    parameters.push(sql`${restored.id}`, sql`${restored.version}`);
  }
  const [row] = await transaction.$queryRaw<[{ id: number }]>`
    INSERT INTO ${identifier(definition.table)} (${join(names)}) VALUES (${join(parameters)}) RETURNING ${key} AS id`;
  for (const [name, { storage }] of listFields(definition)) {
    await addEntries(transaction, definition, storage, row.id, values[name] as number[]);
  }
  return row.id;
}

/**
 * Writes the changed fields of a record and increments its version. Of a list field, writes only
 * the added and removed entries.
 * @returns the new version
 */
export async function updateRecord(
  transaction: Transaction,
  definition: AnyDefinition,
  id: number,
  changes: readonly FieldChange[],
): Promise<number> {
  const key = identifier(definition.key);
  const changed = new Map(changes.map((change) => [change.name, change]));
  for (const [name, { storage }] of listFields(definition)) {
    const change = changed.get(name);
    if (!change) continue;
    const [before, after] = [change.old as number[], change.new as number[]];
    const gone = before.filter((entry) => !after.includes(entry));
    if (gone.length > 0) {
      await transaction.$executeRaw`
        DELETE FROM ${identifier(storage.table)} WHERE ${key} = ${id} AND ${identifier(storage.key)} = ANY(${gone}::int[])`;
    }
    const added = after.filter((entry) => !before.includes(entry));
    await addEntries(transaction, definition, storage, id, added);
  }
  const sets = columnFields(definition).flatMap(([name, { storage }]) => {
    const change = changed.get(name);
    return change ? [sql`${identifier(name)} = ${asParameter(change.new, storage.type)}`] : [];
  });
  const [row] = await transaction.$queryRaw<[{ version: number }]>`
    UPDATE ${identifier(definition.table)} SET ${join([...sets, sql`version = version + 1`])}
    WHERE ${key} = ${id} RETURNING version`;
  return row.version;
}

/** Deletes a record. Foreign keys cascade to its links, or refuse the deletion. */
export async function removeRecord(transaction: Transaction, definition: AnyDefinition, id: number): Promise<void> {
  await transaction.$executeRaw`
    DELETE FROM ${identifier(definition.table)} WHERE ${identifier(definition.key)} = ${id}`;
}

/** Reads the maintained record counts of kinds, for the global data (spec §3). */
export async function recordCounts(
  connection: Connection,
  definitions: readonly AnyDefinition[],
): Promise<Record<string, number>> {
  const counts = definitions.map(
    ({ apiPath, countName }) =>
      sql`(SELECT coalesce(sum(count), 0)::int FROM record_counts WHERE kind = ${apiPath}) AS ${identifier(countName)}`,
  );
  const [row] = await connection.$queryRaw<[Record<string, number>]>`SELECT ${join(counts)}`;
  return row;
}
