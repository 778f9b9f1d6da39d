import { definitionOf } from "@/lib/records/kinds/registry";
import { relationSidesOf, type RelationSides } from "@/lib/records/kinds/relations";
import type { Transaction } from "../../database/client";
import { withChangedPairs, type Pair, type PairChanges } from "./change-pairs";
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

/**
 * Removes and adds links of one relation.
 * @returns the links that were really removed or added, with the label of the record at the other end
 */
export function changeLinks(
  transaction: Transaction,
  { relation, own, other }: RelationSides,
  changes: PairChanges,
): Promise<(Pair & { isAdded: boolean; label: string })[]> {
  const child = definitionOf(other.kind);
  const table = { table: relation.table, own: own.column, other: other.column };
  return transaction.$queryRaw`
    ${withChangedPairs(table, changes)}
    SELECT changed.own, changed.other, changed.is_added AS "isAdded", ${labelOf(child, HISTORY_LOCALE)} AS label
    FROM changed LEFT JOIN ${identifier(child.table)} r ON r.${identifier(child.key)} = changed.other
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
