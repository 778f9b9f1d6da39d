import type { Locale } from "@/lib/model/messages/i18n";
import type { AnyRow } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import { relationSidesOf } from "@/lib/model/kinds/relations";
import type { Connection } from "../database/client";
import { join, sql } from "../database/sql";
import { filledLinkValues } from "@/lib/model/values/link-values";
import { identifier, labelOf, linkObject, isOneOf } from "./fragments";

/**
 * The record at the other end of a link: the name of the relation, and the record's kind (the first
 * segment of its API path), id and label; and the values of the link's fields that are not empty.
 */
export type LinkedRecord = { relation: string; kind: string; id: number; label: string; values?: AnyRow };

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
        r.${identifier(child.key)} AS id, ${labelOf(child, HISTORY_LOCALE)} AS label,
        ${relation.fields ? linkObject(relation) : sql`NULL::jsonb`} AS values
      FROM ${identifier(relation.table)} l
      JOIN ${identifier(child.table)} r ON r.${identifier(child.key)} = l.${identifier(other.column)}
      WHERE l.${identifier(own.column)} ${isOneOf(ids)}`;
  });
  const linked = new Map<number, LinkedRecord[]>();
  if (parts.length === 0 || ids.length === 0) return linked;
  const rows = await connection.$queryRaw<(LinkedRecord & { own: number; values: AnyRow | null })[]>`
    ${join(parts, " UNION ALL ")} ORDER BY 1, 2, 4`;
  const relations = new Map(relationSidesOf(kind).map(({ relation }) => [relation.name, relation]));
  for (const { own, values, ...link } of rows) {
    const links = linked.get(own) ?? [];
    const relation = relations.get(link.relation);
    const filled = values && relation && filledLinkValues(relation, values);
    links.push({ ...link, ...(filled && { values: filled }) });
    linked.set(own, links);
  }
  return linked;
}

/** Returns those of the given records whose links forbid deleting them (contract §3). */
export async function undeletableRecords(
  connection: Connection,
  kind: string,
  ids: readonly number[],
): Promise<Set<number>> {
  const parts = relationSidesOf(kind).flatMap(({ relation, own }) =>
    own.preventsDeletion
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
