import type { LinkList } from "../../records/relations";
import type { Connection } from "../db";
import { identifier } from "./sql";

/** The ids of what records are linked to by one link list; records without any are left out. */
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
