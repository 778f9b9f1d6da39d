import { LINK_TABLE_PAGE_SIZE, LINK_PREVIEW_SIZE } from "@/lib/limits";
import type { AnyRow } from "@/lib/records/kinds/define";
import { totalOf } from "@/lib/records/kinds/linked-lists";
import { definitionOf } from "@/lib/records/kinds/registry";
import type { LinkList } from "@/lib/records/kinds/relations";
import type { Connection } from "../../database/client";
import { join, sql } from "../../database/sql";
import { identifier, linkColumns } from "./fragments";
import { namedEntries, unpackLinks, type NamedEntries } from "./links";

type AtHand = { total: number; rows: AnyRow[] };

function atHand({ relation, own, other }: LinkList, id: number) {
  const child = definitionOf(other.kind);
  const [table, childKey] = [identifier(relation.table), identifier(child.key)];
  const linked = sql`l.${identifier(own.column)} = ${id}`;
  return sql`(
    SELECT json_build_object('total', counted.total, 'rows', (
      SELECT coalesce(json_agg(row_to_json(first)), '[]') FROM (
        SELECT ${linkColumns(child, relation)}
        FROM ${table} l JOIN ${identifier(child.table)} r ON r.${childKey} = l.${identifier(other.column)}
        WHERE ${linked} ORDER BY r.${identifier(child.defaultSort)}, r.${childKey}
        LIMIT CASE WHEN counted.total > ${LINK_PREVIEW_SIZE}::int THEN ${LINK_TABLE_PAGE_SIZE}::int END) AS first))
    FROM (SELECT count(*)::int AS total FROM ${table} l WHERE ${linked}) AS counted)`;
}

/**
 * Reads the link lists that a record's page shows, in one statement. Each list comes with its
 * total; of a long list, only the first page of rows is read.
 */
export async function linkPreview(connection: Connection, lists: readonly LinkList[], id: number): Promise<AnyRow> {
  if (lists.length === 0) return {};
  const pairs = lists.flatMap((linkList) => [sql`${linkList.list}::text`, atHand(linkList, id)]);
  const relations = lists.map(({ relation }) => relation);
  const [{ links, entries }] = await connection.$queryRaw<[{ links: Record<string, AtHand>; entries: NamedEntries }]>`
    SELECT json_build_object(${join(pairs)}) AS links, ${namedEntries(relations)} AS entries`;
  const relationOf = new Map(lists.map(({ list, relation }) => [list, relation]));
  return Object.fromEntries(
    Object.entries(links).flatMap(([list, { total, rows }]) => [
      [list, unpackLinks(relationOf.get(list) ?? {}, rows, entries)],
      [totalOf(list), total],
    ]),
  );
}
