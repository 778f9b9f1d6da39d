import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import { definitionOf } from "@/lib/records/kinds/registry";
import type { LinkList } from "@/lib/records/kinds/relations";
import type { Transaction } from "../../database/client";
import { join, raw, sql } from "../../database/sql";
import { HISTORY_LOCALE, type LinkedRecord } from "./link-records";
import { columnFields, identifier, labelOf, listFields } from "./fragments";

/** Writes new records with their lists. @returns their keys, in their order */
export async function insertRecords(
  transaction: Transaction,
  definition: AnyDefinition,
  all: readonly AnyRow[],
): Promise<number[]> {
  if (all.length === 0) return [];
  const [key, table] = [identifier(definition.key), identifier(definition.table)];
  const columns = columnFields(definition);
  const names = join([key, ...columns.map(([name]) => identifier(name))]);
  const types = join(columns.map(([name, { storage }]) => sql`${identifier(name)} ${raw(storage.type)}`));
  // Keys first: what an INSERT returns need not be in the order of what went in.
  const keys = await transaction.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence(${definition.table}, ${definition.key}))::int AS id
    FROM generate_series(1, ${all.length}::int)`;
  const ids = keys.map(({ id }) => id);
  const rows = all.map((values, at) => ({
    ...Object.fromEntries(columns.map(([name]) => [name, values[name]])),
    [definition.key]: ids[at],
  }));
  await transaction.$executeRaw`INSERT INTO ${table} (${names})
    SELECT ${names} FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given(${key} integer, ${types})`;
  for (const [name, { storage }] of listFields(definition)) {
    const entries = all.flatMap((values, at) =>
      (values[name] as number[]).map((entry) => ({ record: ids[at], entry })),
    );
    await transaction.$executeRaw`INSERT INTO ${identifier(storage.table)} (${key}, ${identifier(storage.key)})
      SELECT record, entry FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS given(record integer, entry integer)`;
  }
  return ids;
}

/** Links many records. @returns the links that were made, each with the record that it was made for */
export async function addLinksOfMany(
  transaction: Transaction,
  { relation, own, other }: LinkList,
  wanted: readonly { id: number; ids: readonly number[] }[],
) {
  const pairs = wanted.flatMap(({ id, ids }) => ids.map((linked) => ({ own: id, linked })));
  if (pairs.length === 0) return [];
  const child = definitionOf(other.kind);
  const [ownColumn, otherColumn] = [identifier(own.column), identifier(other.column)];
  return transaction.$queryRaw<(LinkedRecord & { own: number })[]>`
    WITH made AS (
      INSERT INTO ${identifier(relation.table)} (${ownColumn}, ${otherColumn})
      SELECT own, linked FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS given(own integer, linked integer)
      ON CONFLICT DO NOTHING RETURNING ${ownColumn} AS own, ${otherColumn} AS id)
    SELECT made.own, ${relation.name}::text AS relation, ${child.apiPath}::text AS kind, made.id,
      ${labelOf(child, HISTORY_LOCALE)} AS label
    FROM made JOIN ${identifier(child.table)} r ON r.${identifier(child.key)} = made.id ORDER BY made.own, made.id`;
}
