import type { AnyDefinition } from "@/lib/records/kinds/define";
import type { FieldChange } from "@/lib/records/history/history-query";
import type { ListQuery } from "@/lib/records/lists/list-query";
import { isEntryList, referenceLists } from "@/lib/records/reference-lists/reference-lists";
import { definitionOf } from "@/lib/records/kinds/registry";
import { relationSidesOf, type RelationSides } from "@/lib/records/kinds/relations";
import type { Connection, Transaction } from "../../database/client";
import { empty, join, raw, sql, type SqlQuery } from "../../database/sql";
import { HISTORY_LOCALE, type LinkedRecord } from "./link-records";
import { listWhere } from "./list-records";
import { columnFields, identifier, labelOf, jsonParts, listFields } from "./fragments";

/* The same as record-store.ts and link-records.ts do with one record, in a few statements for thousands. */

/** The keys of the records that a list's query finds, at most so many. */
export async function matchingIds(
  connection: Connection,
  definition: AnyDefinition,
  query: ListQuery,
  most: number,
): Promise<number[]> {
  const key = identifier(definition.key);
  const rows = await connection.$queryRaw<{ id: number }[]>`
    SELECT r.${key} AS id FROM ${identifier(definition.table)} r ${listWhere(definition, query)}
    ORDER BY r.${key} LIMIT ${most}`;
  return rows.map(({ id }) => id);
}

/**
 * Keeps others from changing records until the transaction ends, and from linking them to anything. By their keys, so
 * that two who lock the same records wait for each other in one order.
 */
export async function lockRecords(
  transaction: Transaction,
  { table, key }: AnyDefinition,
  ids: readonly number[],
): Promise<void> {
  await transaction.$executeRaw`
    SELECT 1 FROM ${identifier(table)} WHERE ${identifier(key)} = ANY(${ids}::int[])
    ORDER BY ${identifier(key)} FOR UPDATE`;
}

/** Waits for those who are taking links of these records away; nobody takes one away until the transaction ends. */
export async function lockLinksOf(transaction: Transaction, kind: string, ids: readonly number[]): Promise<void> {
  for (const { relation, own } of relationSidesOf(kind)) {
    await transaction.$executeRaw`
      SELECT 1 FROM ${identifier(relation.table)} l WHERE l.${identifier(own.column)} = ANY(${ids}::int[]) FOR UPDATE`;
  }
}

/** Pairs of keys, one column each. */
type Pairs = { own: number[]; other: number[] };
const pairs = ({ own, other }: Pairs) => sql`unnest(${own}::int[], ${other}::int[]) AS pair (own, other)`;

/** Where pairs are kept: the entries of a list, or the links of a relation. */
type PairTable = { table: string; own: string; other: string };

/**
 * Takes pairs away and adds others; what is as it should be stays.
 * @returns those that came or went: somebody else may have been faster with some
 */
export function changePairs(
  transaction: Transaction,
  { table, own, other }: PairTable,
  { gone, added }: { gone: Pairs; added: Pairs },
) {
  const [name, ownColumn, otherColumn] = [identifier(table), identifier(own), identifier(other)];
  return transaction.$queryRaw<{ own: number; other: number; came: boolean }[]>`
    WITH gone AS (
      DELETE FROM ${name} l USING ${pairs(gone)} WHERE l.${ownColumn} = pair.own AND l.${otherColumn} = pair.other
      RETURNING pair.own, pair.other
    ), added AS (
      INSERT INTO ${name} (${ownColumn}, ${otherColumn})
      SELECT pair.own, pair.other FROM ${pairs(added)} ON CONFLICT DO NOTHING
      RETURNING ${ownColumn} AS own, ${otherColumn} AS other
    )
    SELECT own, other, false AS came FROM gone UNION ALL SELECT own, other, true FROM added ORDER BY own, came, other`;
}

/** What changes about one record's own fields. */
export type RecordChange = { id: number; fields: readonly FieldChange[] };

const missingFrom = (ids: readonly number[], others: readonly number[]) => ids.filter((id) => !others.includes(id));

async function updateLists(transaction: Transaction, definition: AnyDefinition, changes: readonly RecordChange[]) {
  for (const [name, { storage }] of listFields(definition)) {
    const [gone, added]: [Pairs, Pairs] = [
      { own: [], other: [] },
      { own: [], other: [] },
    ];
    const note = (to: Pairs, id: number, entries: readonly number[]) => {
      to.own.push(...entries.map(() => id));
      to.other.push(...entries);
    };
    for (const { id, fields } of changes) {
      const change = fields.find((field) => field.name === name);
      if (!change) continue;
      const [before, after] = [change.old as number[], change.new as number[]];
      const [went, came] = [missingFrom(before, after), missingFrom(after, before)];
      note(gone, id, went);
      note(added, id, came);
    }
    if (gone.own.length + added.own.length === 0) continue;
    await changePairs(transaction, { table: storage.table, own: definition.key, other: storage.key }, { gone, added });
  }
}

/**
 * Writes what differs of many records, lists as their differences, and raises their versions: those of whom the same columns
 * change by one statement, or where they are very many by a few.
 * @returns the new versions by key
 */
export async function updateRecords(
  transaction: Transaction,
  definition: AnyDefinition,
  changes: readonly RecordChange[],
): Promise<Map<number, number>> {
  await updateLists(transaction, definition, changes);
  const columns = columnFields(definition);
  const alike = new Map<string, RecordChange[]>();
  for (const change of changes) {
    const named = new Set(change.fields.map(({ name }) => name));
    const names = columns.flatMap(([name]) => (named.has(name) ? [name] : [])).join();
    const group = alike.get(names) ?? [];
    group.push(change);
    alike.set(names, group);
  }
  const key = identifier(definition.key);
  const versions = new Map<number, number>();
  for (const [names, group] of alike) {
    const changed = columns.filter(([name]) => names.split(",").includes(name));
    const types = changed.map(([name, { storage }]) => sql`, ${identifier(name)} ${raw(storage.type)}`);
    const sets = changed.map(([name]) => sql`${identifier(name)} = given.${identifier(name)}, `);
    const rows = group.map(({ id, fields }) => ({
      record_id: id,
      ...Object.fromEntries(fields.map((field) => [field.name, field.new])),
    }));
    for (const part of jsonParts(rows)) {
      const written = await transaction.$queryRaw<{ id: number; version: number }[]>`
        UPDATE ${identifier(definition.table)} r SET ${together(sets)} version = r.version + 1
        FROM jsonb_to_recordset(${part}::jsonb) AS given (record_id integer ${together(types)})
        WHERE r.${key} = given.record_id RETURNING r.${key} AS id, r.version`;
      for (const { id, version } of written) versions.set(id, version);
    }
  }
  return versions;
}

const together = (parts: SqlQuery[]) => (parts.length > 0 ? join(parts, "") : empty);

/** Deletes records; the database's foreign keys take their links along, or refuse all of it. */
export async function removeRecords(transaction: Transaction, { table, key }: AnyDefinition, ids: readonly number[]) {
  await transaction.$executeRaw`DELETE FROM ${identifier(table)} WHERE ${identifier(key)} = ANY(${ids}::int[])`;
}

/** A reference entry or record that a field can name, and whether it is offered still. */
type KnownEntry = { field: string; id: number; active: boolean };

/** Which of these ids there are, by the fields that would name them; one statement for all fields. */
export async function knownEntries(
  connection: Connection,
  { fields }: AnyDefinition,
  wanted: Readonly<Record<string, readonly number[]>>,
): Promise<KnownEntry[]> {
  const parts = Object.entries(wanted).flatMap(([field, ids]) => {
    const list = fields[field]?.reference;
    if (!list || ids.length === 0) return [];
    const { table, key } = referenceLists[list];
    const active = isEntryList(list) ? sql`active` : sql`true`;
    return sql`SELECT ${field}::text AS field, ${identifier(key)} AS id, ${active} AS active
      FROM ${identifier(table)} WHERE ${identifier(key)} = ANY(${ids}::int[])`;
  });
  return parts.length > 0 ? connection.$queryRaw<KnownEntry[]>`${join(parts, " UNION ALL ")}` : [];
}

/**
 * The links of records by a relation, as pairs of keys.
 * @param others only those to these; to all by default
 */
export function linkPairs(
  connection: Connection,
  { relation, own, other }: RelationSides,
  ids: readonly number[],
  others?: readonly number[],
) {
  const to = others ? sql`AND l.${identifier(other.column)} = ANY(${others}::int[])` : empty;
  return connection.$queryRaw<{ own: number; other: number }[]>`
    SELECT l.${identifier(own.column)} AS own, l.${identifier(other.column)} AS other
    FROM ${identifier(relation.table)} l WHERE l.${identifier(own.column)} = ANY(${ids}::int[]) ${to}`;
}

/** Those of these records that others hold (contract §3). */
export async function heldRecords(
  connection: Connection,
  kind: string,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const parts = relationSidesOf(kind).flatMap(({ relation, own }) =>
    own.holds
      ? [
          sql`SELECT l.${identifier(own.column)} AS id FROM ${identifier(relation.table)} l
            WHERE l.${identifier(own.column)} = ANY(${ids}::int[])`,
        ]
      : [],
  );
  const rows = parts.length > 0 ? await connection.$queryRaw<{ id: number }[]>`${join(parts, " UNION ")}` : [];
  return new Set(rows.map(({ id }) => id));
}

/** Every record that these are linked to, by whatever relation, by the keys of these. */
export async function linkedToMany(
  connection: Connection,
  kind: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LinkedRecord[]>> {
  const parts = relationSidesOf(kind).map(({ relation, own, other }) => {
    const child = definitionOf(other.kind);
    return sql`
      SELECT l.${identifier(own.column)} AS own, ${relation.name}::text AS relation, ${child.apiPath}::text AS kind,
        r.${identifier(child.key)} AS id, ${labelOf(child, HISTORY_LOCALE)} AS label
      FROM ${identifier(relation.table)} l
      JOIN ${identifier(child.table)} r ON r.${identifier(child.key)} = l.${identifier(other.column)}
      WHERE l.${identifier(own.column)} = ANY(${ids}::int[])`;
  });
  type Row = LinkedRecord & { own: number };
  const rows =
    parts.length > 0 ? await connection.$queryRaw<Row[]>`${join(parts, " UNION ALL ")} ORDER BY 1, 2, 4` : [];
  const linked = new Map<number, LinkedRecord[]>();
  for (const { own, ...link } of rows) {
    const links = linked.get(own) ?? [];
    links.push(link);
    linked.set(own, links);
  }
  return linked;
}
