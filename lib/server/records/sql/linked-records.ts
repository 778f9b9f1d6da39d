import type { Locale } from "@/lib/i18n";
import { definitionOf } from "@/lib/records/kinds/registry";
import { relationSidesOf } from "@/lib/records/kinds/relations";
import type { Connection } from "../../database/client";
import { join, sql } from "../../database/sql";
import { identifier, labelOf } from "./fragments";
import { isOneOf } from "./stored-records";

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
 * Reads every record that the given records are linked to, over all relations.
 * @returns the linked records by the keys of the given ones
 */
export async function linkedRecords(
  connection: Connection,
  kind: string,
  ids: readonly number[],
): Promise<Map<number, LinkedRecord[]>> {
  const parts = relationSidesOf(kind).map(({ relation, own, other }) => {
    const child = definitionOf(other.kind);
    return sql`
      SELECT l.${identifier(own.column)} AS own, ${relation.name}::text AS relation, ${child.apiPath}::text AS kind,
        r.${identifier(child.key)} AS id, ${labelOf(child, HISTORY_LOCALE)} AS label
      FROM ${identifier(relation.table)} l
      JOIN ${identifier(child.table)} r ON r.${identifier(child.key)} = l.${identifier(other.column)}
      WHERE l.${identifier(own.column)} ${isOneOf(ids)}`;
  });
  const linked = new Map<number, LinkedRecord[]>();
  if (parts.length === 0 || ids.length === 0) return linked;
  const rows = await connection.$queryRaw<(LinkedRecord & { own: number })[]>`
    ${join(parts, " UNION ALL ")} ORDER BY 1, 2, 4`;
  for (const { own, ...link } of rows) {
    const links = linked.get(own) ?? [];
    links.push(link);
    linked.set(own, links);
  }
  return linked;
}

/** Returns those of the given records whose links forbid deleting them (contract §3). */
export async function heldRecords(connection: Connection, kind: string, ids: readonly number[]): Promise<Set<number>> {
  const parts = relationSidesOf(kind).flatMap(({ relation, own }) =>
    own.holds
      ? [
          sql`SELECT l.${identifier(own.column)} AS id FROM ${identifier(relation.table)} l
            WHERE l.${identifier(own.column)} ${isOneOf(ids)}`,
        ]
      : [],
  );
  if (parts.length === 0 || ids.length === 0) return new Set();
  const rows = await connection.$queryRaw<{ id: number }[]>`${join(parts, " UNION ")}`;
  return new Set(rows.map(({ id }) => id));
}
