import { sql, type SqlQuery } from "../database/sql";
import { identifier } from "./fragments";

/** A table of pairs of keys, with its two columns: the entries of a list field, or links. */
export type PairTable = { table: string; own: string; other: string };

/** Pairs of keys. */
export type KeyPair = { own: number; other: number };

/** Pairs to remove and to add. */
export type PairChanges = { removed: readonly KeyPair[]; added: readonly KeyPair[] };

/** Builds a table `pair` of pairs of keys. */
export const pairTable = (pairs: readonly KeyPair[]) =>
  sql`unnest(${pairs.map(({ own }) => own)}::int[], ${pairs.map(({ other }) => other)}::int[]) AS pair (own, other)`;

/**
 * Builds the beginning of a statement that removes and adds pairs. Its table `changed` contains the
 * pairs that were really removed or added, because a concurrent transaction may have done so before.
 */
export function withChangedPairs({ table, own, other }: PairTable, { removed, added }: PairChanges): SqlQuery {
  const [name, ownColumn, otherColumn] = [identifier(table), identifier(own), identifier(other)];
  return sql`WITH removed AS (
      DELETE FROM ${name} l USING ${pairTable(removed)} WHERE l.${ownColumn} = pair.own AND l.${otherColumn} = pair.other
      RETURNING pair.own, pair.other
    ), added AS (
      INSERT INTO ${name} (${ownColumn}, ${otherColumn})
      SELECT pair.own, pair.other FROM ${pairTable(added)} ON CONFLICT DO NOTHING
      RETURNING ${ownColumn} AS own, ${otherColumn} AS other
    ), changed AS (
      SELECT own, other, false AS is_added FROM removed UNION ALL SELECT own, other, true FROM added
    )`;
}
