import type { RelationSides } from "@/lib/records/kinds/relations";
import type { Connection } from "../../database/client";
import { empty, sql } from "../../database/sql";
import { identifier } from "./fragments";
import { isOneOf } from "./stored-records";

/**
 * Reads the ids of the records to which each of several records is linked in one relation. The map
 * is keyed by the latter; records without links are left out.
 * @param among reads only links to these records; by default all
 */
export async function linkedIdsOf(
  connection: Connection,
  { relation, own, other }: RelationSides,
  ids: readonly number[],
  among?: readonly number[],
): Promise<Map<number, number[]>> {
  const isMeant = among ? sql`AND l.${identifier(other.column)} = ANY(${among}::int[])` : empty;
  const rows = await connection.$queryRaw<{ id: number; linked: number[] }[]>`
    SELECT l.${identifier(own.column)} AS id, array_agg(l.${identifier(other.column)} ORDER BY l.${identifier(other.column)}) AS linked
    FROM ${identifier(relation.table)} l WHERE l.${identifier(own.column)} ${isOneOf(ids)} ${isMeant} GROUP BY 1`;
  return new Map(rows.map(({ id, linked }) => [id, linked]));
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
