import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { allDefinitions } from "@/lib/model/kinds/registry";
import type { FieldChange } from "@/lib/model/answers/shapes";
import type { Transaction } from "../database/client";
import { empty, join, raw, sql, type SqlQuery } from "../database/sql";
import { getAt } from "@/lib/model/pure/get-at";
import { withChangedPairs, type KeyPair, type PairChanges } from "./change-pairs";
import { columnFields, identifier, jsonParts, listFields, isOneOf } from "./fragments";
import { pushAll } from "@/lib/model/pure/long-lists";

/**
 * What a lock of records keeps others from: changing and deleting them ("change"), linking them to
 * anything, too ("link"), or only deleting them ("delete").
 */
export type RecordLock = "change" | "link" | "delete";

const LOCKS: Readonly<Record<RecordLock, SqlQuery>> = {
  link: sql`FOR UPDATE`,
  change: sql`FOR NO KEY UPDATE`,
  delete: sql`FOR KEY SHARE`,
};

/**
 * Locks records until the transaction ends. Locks in the order of the keys, so that two callers
 * cannot deadlock. Is a statement of its own, so that a later read sees what was committed before
 * the locks were granted.
 * @returns the number of existing records among them
 */
export async function lockRecords(
  transaction: Transaction,
  { table, key }: Pick<AnyDefinition, "table" | "key">,
  ids: readonly number[],
  against: RecordLock,
): Promise<number> {
  if (ids.length === 0) return 0;
  return transaction.$executeRaw`
    SELECT 1 FROM ${identifier(table)} WHERE ${identifier(key)} ${isOneOf(ids)} ORDER BY ${identifier(key)} ${LOCKS[against]}`;
}

/** Records of a kind to lock. */
export type RecordsToLock = { definition: AnyDefinition; ids: readonly number[]; against: RecordLock };

/**
 * Locks records of several kinds, kind by kind in the order of `allDefinitions`, each with the
 * strongest of its locks: transactions that lock the same records cannot deadlock.
 * @returns one promise for each kind, whose statements are sent in this order
 */
export function lockInOrder(transaction: Transaction, requests: readonly RecordsToLock[]): Promise<number>[] {
  return allDefinitions.flatMap((definition) => {
    const ofKind = requests.filter((one) => one.definition.name === definition.name && one.ids.length > 0);
    const against = STRONGEST_FIRST.find((lock) => ofKind.some((one) => one.against === lock));
    const ids = [...new Set(ofKind.flatMap((one) => one.ids))];
    return against ? [lockRecords(transaction, definition, ids, against)] : [];
  });
}

const STRONGEST_FIRST: readonly RecordLock[] = ["link", "change", "delete"];

/** Removes and adds entries of a list field. */
async function changeEntries(
  transaction: Transaction,
  { key }: AnyDefinition,
  { table, key: other }: { table: string; key: string },
  changes: PairChanges,
) {
  if (changes.removed.length + changes.added.length === 0) return;
  await transaction.$executeRaw`${withChangedPairs({ table, own: key, other }, changes)} SELECT 1 FROM changed`;
}

/** A record to insert. A restored record brings its key and version; a new one gets the next key. */
export type NewRecord = { values: AnyRow; restored?: { id: number; version: number } };

/**
 * Inserts records with the entries of their list fields.
 * @returns their keys, in the order of the records
 */
export async function insertRecords(
  transaction: Transaction,
  definition: AnyDefinition,
  records: readonly NewRecord[],
): Promise<number[]> {
  const { table, key } = definition;
  const columns = columnFields(definition);
  const names = join(columns.map(([name]) => identifier(name)));
  const types = join(columns.map(([name, { storage }]) => sql`${identifier(name)} ${raw(storage.type)}`));
  const rows = records.map(({ values, restored }) => ({
    record_id: restored?.id,
    record_version: restored?.version ?? 1,
    ...Object.fromEntries(columns.map(([name]) => [name, values[name]])),
  }));
  const ids: number[] = [];
  for (const part of jsonParts(rows)) {
    // The keys are assigned before the INSERT, whose RETURNING need not keep the order of the rows.
    const inserted = await transaction.$queryRaw<{ id: number }[]>`
      WITH new_rows AS MATERIALIZED (
        SELECT coalesce(record_id, nextval(pg_get_serial_sequence(${table}, ${key}))::integer) AS new_id, listed.*
        FROM ROWS FROM (jsonb_to_recordset(${part}::jsonb) AS (record_id integer, record_version integer, ${types}))
          WITH ORDINALITY AS listed
      ), written AS (
        INSERT INTO ${identifier(table)} (${identifier(key)}, version, ${names})
        SELECT new_id, record_version, ${names} FROM new_rows
      )
      SELECT new_id AS id FROM new_rows ORDER BY ordinality`;
    pushAll(
      ids,
      inserted.map(({ id }) => id),
    );
  }
  for (const [name, { storage }] of listFields(definition)) {
    const added = records.flatMap(({ values }, at) =>
      (values[name] as number[]).map((other): KeyPair => ({ own: getAt(ids, at), other })),
    );
    await changeEntries(transaction, definition, storage, { removed: [], added });
  }
  return ids;
}

/** A change of a record's own fields, and whether it raises the version. */
export type RecordUpdate = { id: number; fields: readonly FieldChange[]; raises: boolean };

async function updateLists(transaction: Transaction, definition: AnyDefinition, updates: readonly RecordUpdate[]) {
  for (const [name, { storage }] of listFields(definition)) {
    const changes = updates.flatMap(({ id, fields }) => {
      const change = fields.find((field) => field.name === name);
      return change ? [{ id, before: new Set(change.old as number[]), after: new Set(change.new as number[]) }] : [];
    });
    const difference = (id: number, entries: ReadonlySet<number>, excluded: ReadonlySet<number>) =>
      [...entries].filter((entry) => !excluded.has(entry)).map((other): KeyPair => ({ own: id, other }));
    const removed = changes.flatMap(({ id, before, after }) => difference(id, before, after));
    const added = changes.flatMap(({ id, before, after }) => difference(id, after, before));
    await changeEntries(transaction, definition, storage, { removed, added });
  }
}

/** Groups updates by the columns that they change. */
function byColumns(names: readonly string[], updates: readonly RecordUpdate[]): Map<string, RecordUpdate[]> {
  const groups = new Map<string, RecordUpdate[]>();
  for (const update of updates) {
    const changed = new Set(update.fields.map(({ name }) => name));
    const columns = names.filter((name) => changed.has(name)).join();
    const group = groups.get(columns) ?? [];
    group.push(update);
    groups.set(columns, group);
  }
  return groups;
}

type Columns = ReturnType<typeof columnFields>;

/**
 * Builds the tables of new values for updates, with the columns `record_id` and those that change. A
 * single row consists of parameters, which PostgreSQL plans and executes faster than a JSON value.
 */
function* newValues(columns: Columns, updates: readonly RecordUpdate[]): Generator<SqlQuery> {
  const rows = updates.map(({ id, fields }) => ({
    record_id: id,
    ...Object.fromEntries(fields.map((field) => [field.name, field.new])),
  }));
  const [row] = rows;
  if (row && rows.length === 1) {
    const values: Record<string, unknown> = row;
    const parameters = columns.map(
      ([name, { storage }]) => sql`, ${values[name]}::${raw(storage.type)} AS ${identifier(name)}`,
    );
    yield sql`(SELECT ${row.record_id}::integer AS record_id ${joined(parameters)})`;
    return;
  }
  const types = columns.map(([name, { storage }]) => sql`, ${identifier(name)} ${raw(storage.type)}`);
  for (const part of jsonParts(rows)) {
    yield sql`(SELECT * FROM jsonb_to_recordset(${part}::jsonb) AS listed (record_id integer ${joined(types)}))`;
  }
}

const joined = (parts: SqlQuery[]) => (parts.length > 0 ? join(parts, "") : empty);

/**
 * Writes the changed fields of records, with one statement for all records in which the same columns
 * change. Increments the versions of records in which not only managed fields change. Of a list
 * field, writes only the added and removed entries.
 */
export async function updateRecords(
  transaction: Transaction,
  definition: AnyDefinition,
  updates: readonly RecordUpdate[],
): Promise<void> {
  if (updates.length === 0) return;
  await updateLists(transaction, definition, updates);
  const columns = columnFields(definition);
  const groups = [true, false].flatMap((raises) => [
    ...byColumns(
      columns.map(([name]) => name),
      updates.filter((update) => update.raises === raises),
    ),
  ]);
  for (const [names, group] of groups) {
    const changed = columns.filter(([name]) => names.split(",").includes(name));
    const sets = changed.map(([name]) => sql`${identifier(name)} = new_rows.${identifier(name)}, `);
    const raise = sql`version = r.version + ${raw(group.some(({ raises }) => raises) ? "1" : "0")}`;
    for (const values of newValues(changed, group)) {
      await transaction.$executeRaw`
        UPDATE ${identifier(definition.table)} r SET ${joined(sets)} ${raise}
        FROM ${values} AS new_rows WHERE r.${identifier(definition.key)} = new_rows.record_id`;
    }
  }
}

/** Deletes records. Foreign keys delete their links as well, or refuse the deletion. */
export async function removeRecords(
  transaction: Transaction,
  { table, key }: AnyDefinition,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.$executeRaw`DELETE FROM ${identifier(table)} WHERE ${identifier(key)} ${isOneOf(ids)}`;
}
