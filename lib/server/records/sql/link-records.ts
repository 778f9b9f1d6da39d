import type { Locale } from "@/lib/i18n";
import { definitionOf } from "@/lib/records/kinds/registry";
import { relationSidesOf, type LinkList, type RelationSides } from "@/lib/records/kinds/relations";
import type { Connection, Transaction } from "../../database/client";
import { join, sql } from "../../database/sql";
import { identifier, labelOf } from "./fragments";

/**
 * The record at the other end of a link: the name of the relation, and the record's kind (the first
 * segment of its API path), id and label.
 */
export type LinkedRecord = { relation: string; kind: string; id: number; label: string };

/**
 * The language of all labels in the history. It is fixed, so that labels do not depend on the
 * acting user.
 */
export const HISTORY_LOCALE: Locale = "de";

/**
 * Reads the labels that the history stores for both records of a link, and the version of the
 * record that owns the link list.
 */
export async function labelsOfLink(
  connection: Connection,
  { own, other }: RelationSides,
  id: number,
  otherId: number,
): Promise<{ own: string; other: string; version: number }> {
  const [parent, child] = [definitionOf(own.kind), definitionOf(other.kind)];
  const [row] = await connection.$queryRaw<[{ own: string; other: string; version: number }]>`
    SELECT first.label AS own, first.version, second.label AS other
    FROM (SELECT ${labelOf(parent, HISTORY_LOCALE)} AS label, r.version FROM ${identifier(parent.table)} r
        WHERE r.${identifier(parent.key)} = ${id}) AS first,
      (SELECT ${labelOf(child, HISTORY_LOCALE)} AS label FROM ${identifier(child.table)} r
        WHERE r.${identifier(child.key)} = ${otherId}) AS second`;
  return row;
}

/**
 * Links two records. If several callers do so concurrently, exactly one of them creates the link.
 * @returns false when the records were linked already
 */
export async function addLink(
  transaction: Transaction,
  { relation, own, other }: RelationSides,
  id: number,
  otherId: number,
) {
  const added = await transaction.$executeRaw`
    INSERT INTO ${identifier(relation.table)} (${identifier(own.column)}, ${identifier(other.column)})
    VALUES (${id}, ${otherId}) ON CONFLICT DO NOTHING`;
  return added > 0;
}

/**
 * Deletes a link.
 * @returns false when the records were not linked
 */
export async function removeLink(
  transaction: Transaction,
  { relation, own, other }: RelationSides,
  id: number,
  otherId: number,
) {
  const removed = await transaction.$executeRaw`
    DELETE FROM ${identifier(relation.table)}
    WHERE ${identifier(own.column)} = ${id} AND ${identifier(other.column)} = ${otherId}`;
  return removed > 0;
}

/**
 * Replaces all links in one link list of a record. Does not touch the rows of links that stay.
 * @returns the records that were linked or unlinked
 */
export async function replaceLinks(
  transaction: Transaction,
  { relation, own, other }: LinkList,
  id: number,
  ids: readonly number[],
) {
  const table = identifier(relation.table);
  const [ownColumn, otherColumn] = [identifier(own.column), identifier(other.column)];
  const child = definitionOf(other.kind);
  return transaction.$queryRaw<(LinkedRecord & { added: boolean })[]>`
    WITH gone AS (
      DELETE FROM ${table} WHERE ${ownColumn} = ${id} AND ${otherColumn} <> ALL(${ids}::int[])
      RETURNING ${otherColumn} AS id
    ), come AS (
      INSERT INTO ${table} (${ownColumn}, ${otherColumn})
      SELECT ${id}, wanted FROM unnest(${ids}::int[]) AS wanted ON CONFLICT DO NOTHING
      RETURNING ${otherColumn} AS id
    )
    SELECT changed.added, ${relation.name}::text AS relation, ${child.apiPath}::text AS kind, changed.id,
      ${labelOf(child, HISTORY_LOCALE)} AS label
    FROM (SELECT false AS added, id FROM gone UNION ALL SELECT true, id FROM come) AS changed
    JOIN ${identifier(child.table)} r ON r.${identifier(child.key)} = changed.id
    ORDER BY changed.added, changed.id`;
}

/**
 * Locks all existing links of a record, so that no other transaction deletes them before this one
 * ends. Waits for transactions that are deleting some of them. The lock on the record itself
 * prevents new links.
 */
export async function lockLinks(transaction: Transaction, kind: string, id: number): Promise<void> {
  for (const { relation, own } of relationSidesOf(kind)) {
    const table = identifier(relation.table);
    await transaction.$queryRaw`SELECT 1 FROM ${table} l WHERE l.${identifier(own.column)} = ${id} FOR UPDATE`;
  }
}

/** Lists every record that a record is linked to, over all relations. */
export async function linkedRecords(connection: Connection, kind: string, id: number): Promise<LinkedRecord[]> {
  const parts = relationSidesOf(kind).map(({ relation, own, other }) => {
    const child = definitionOf(other.kind);
    return sql`
      SELECT ${relation.name}::text AS relation, ${child.apiPath}::text AS kind, r.${identifier(child.key)} AS id,
        ${labelOf(child, HISTORY_LOCALE)} AS label
      FROM ${identifier(relation.table)} l
      JOIN ${identifier(child.table)} r ON r.${identifier(child.key)} = l.${identifier(other.column)}
      WHERE l.${identifier(own.column)} = ${id}`;
  });
  return parts.length > 0 ? connection.$queryRaw<LinkedRecord[]>`${join(parts, " UNION ALL ")} ORDER BY 1, 3` : [];
}

/**
 * Recreates the links of a restored record, except to records that no longer exist.
 * @returns the links that were created
 */
export async function restoreLinks(
  transaction: Transaction,
  kind: string,
  id: number,
  links: readonly LinkedRecord[],
): Promise<LinkedRecord[]> {
  const made: LinkedRecord[] = [];
  for (const { relation, own, other } of relationSidesOf(kind)) {
    const child = definitionOf(other.kind);
    const wanted = links.filter((link) => link.relation === relation.name && link.kind === child.apiPath);
    if (wanted.length === 0) continue;
    const rows = await transaction.$queryRaw<{ id: number }[]>`
      INSERT INTO ${identifier(relation.table)} (${identifier(own.column)}, ${identifier(other.column)})
      SELECT ${id}, r.${identifier(child.key)} FROM ${identifier(child.table)} r
      WHERE r.${identifier(child.key)} = ANY(${wanted.map((link) => link.id)}::int[])
      ON CONFLICT DO NOTHING RETURNING ${identifier(other.column)} AS id`;
    const there = new Set(rows.map((row) => row.id));
    made.push(...wanted.filter((link) => there.has(link.id)));
  }
  return made;
}
