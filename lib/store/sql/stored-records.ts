import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { linkListOf, type LinkList } from "@/lib/model/kinds/relations";
import type { Connection } from "../database/client";
import { join, sql } from "../database/sql";
import {
  columnFields,
  idsOf,
  identifier,
  isOneOf,
  linkedIds,
  linkedObjects,
  linksFields,
  listFields,
  valueOf,
} from "./fragments";
import { namedEntries, unpackLinks, type NamedEntries } from "./links";

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

const storedWhere = (definition: AnyDefinition, ids: readonly number[], lists: readonly LinkList[] = []) =>
  sql`
    SELECT r.${identifier(definition.key)} AS record_id, r.version AS record_version, ${join([
      storedColumns(definition),
      ...lists.map((each) => sql`${linkedObjects(each, definition.key, true)} AS ${identifier(each.list)}`),
      ...(lists.length > 0 ? [sql`${namedEntries(lists.map(({ relation }) => relation))} AS named_entries`] : []),
    ])}
    FROM ${identifier(definition.table)} r WHERE r.${identifier(definition.key)} ${isOneOf(ids)}`;

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
  if (ids.length === 0) return new Map();
  const rows = await connection.$queryRaw<StoredRow[]>(storedWhere(definition, ids));
  return new Map(rows.map((row) => [row.record_id, storedOf(row)]));
}

/**
 * Reads a record with its version, or null if it does not exist.
 * @param lists the link lists to read with the record
 */
export async function storedRecord(
  connection: Connection,
  definition: AnyDefinition,
  id: number,
  lists?: readonly LinkList[],
): Promise<Stored | null> {
  const [row] = await connection.$queryRaw<(StoredRow & { named_entries?: NamedEntries })[]>(
    storedWhere(definition, [id], lists),
  );
  if (!row) return null;
  const { named_entries: entries = {}, ...found } = row;
  const linked = (lists ?? []).flatMap(({ list, relation }) =>
    relation.fields ? [[list, unpackLinks(relation, found[list] as AnyRow[], entries)]] : [],
  );
  return storedOf({ ...(found as StoredRow), ...Object.fromEntries(linked) });
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
