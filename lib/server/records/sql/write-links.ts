import { definitionOf } from "@/lib/records/kinds/registry";
import { relationSidesOf, type RelationSides } from "@/lib/records/kinds/relations";
import type { Transaction } from "../../database/client";
import { sql } from "../../database/sql";
import { identifier, labelOf } from "./fragments";
import { HISTORY_LOCALE } from "./linked-records";
import { isOneOf } from "./stored-records";

/**
 * Locks all links of records until the transaction ends. Waits for transactions that are deleting
 * some of them. The locks on the records themselves prevent new links.
 */
export async function lockLinksOf(transaction: Transaction, kind: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const { relation, own } of relationSidesOf(kind)) {
    await transaction.$executeRaw`
      SELECT 1 FROM ${identifier(relation.table)} l WHERE l.${identifier(own.column)} ${isOneOf(ids)} FOR UPDATE`;
  }
}

/** Links of one relation, as parallel lists of the keys at both ends. */
export type LinkPairs = { own: number[]; other: number[] };

const pairs = ({ own, other }: LinkPairs) => sql`unnest(${own}::int[], ${other}::int[]) AS pair (own, other)`;

/**
 * Removes and adds links of one relation.
 * @returns the links that were removed or added, with the label of the record at the other end: a
 * concurrent transaction may have removed or added some of them before
 */
export async function changeLinks(
  transaction: Transaction,
  { relation, own, other }: RelationSides,
  { gone, added }: { gone: LinkPairs; added: LinkPairs },
): Promise<{ own: number; other: number; isAdded: boolean; label: string }[]> {
  const table = identifier(relation.table);
  const [ownColumn, otherColumn] = [identifier(own.column), identifier(other.column)];
  const child = definitionOf(other.kind);
  return transaction.$queryRaw`
    WITH gone AS (
      DELETE FROM ${table} l USING ${pairs(gone)} WHERE l.${ownColumn} = pair.own AND l.${otherColumn} = pair.other
      RETURNING pair.own, pair.other
    ), added AS (
      INSERT INTO ${table} (${ownColumn}, ${otherColumn})
      SELECT pair.own, pair.other FROM ${pairs(added)} ON CONFLICT DO NOTHING
      RETURNING ${ownColumn} AS own, ${otherColumn} AS other
    )
    SELECT changed.own, changed.other, changed.is_added AS "isAdded", ${labelOf(child, HISTORY_LOCALE)} AS label
    FROM (SELECT own, other, false AS is_added FROM gone UNION ALL SELECT own, other, true FROM added) AS changed
    LEFT JOIN ${identifier(child.table)} r ON r.${identifier(child.key)} = changed.other
    ORDER BY changed.own, changed.is_added, changed.other`;
}

/** Removes all links of records that would refuse the deletion of these records. */
export async function removeHoldingLinks(
  transaction: Transaction,
  kind: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const { relation, own } of relationSidesOf(kind)) {
    if (!own.holds) continue;
    await transaction.$executeRaw`
      DELETE FROM ${identifier(relation.table)} WHERE ${identifier(own.column)} ${isOneOf(ids)}`;
  }
}
