import type { LinkList, RelationSides } from "@/lib/records/kinds/relations";
import type { Connection } from "../../database/client";
import { identifier } from "./fragments";

/**
 * Reads the ids in one link list of each of several records. The map is keyed by the owning
 * record's id; records without links are left out.
 */
export async function linkedIdsOf(
  connection: Connection,
  { relation, own, other }: LinkList,
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await connection.$queryRaw<{ id: number; linked: number[] }[]>`
    SELECT l.${identifier(own.column)} AS id, array_agg(l.${identifier(other.column)} ORDER BY 1) AS linked
    FROM ${identifier(relation.table)} l WHERE l.${identifier(own.column)} = ANY(${ids}::int[]) GROUP BY 1`;
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
