import { LINK_TABLE_PAGE_SIZE, LINK_PREVIEW_SIZE } from "@/lib/limits";
import type { AnyRow } from "@/lib/records/kinds/define";
import { currentOf, leadingOf, totalOf } from "@/lib/records/kinds/linked-lists";
import { definitionOf } from "@/lib/records/kinds/registry";
import type { LinkList } from "@/lib/records/kinds/relations";
import type { Connection } from "../../database/client";
import { empty, join, sql } from "../../database/sql";
import { identifier, isCurrentLink, linkColumns, linkOrder } from "./fragments";
import { namedEntries, unpackLinks, type NamedEntries } from "./links";

type AtHand = { total: number; rows: AnyRow[]; current?: number; leading?: AnyRow[] };

function atHand({ relation, own, other }: LinkList, id: number) {
  const child = definitionOf(other.kind);
  const [table, childKey] = [identifier(relation.table), identifier(child.key)];
  const linked = sql`l.${identifier(own.column)} = ${id}`;
  const first = sql`SELECT ${linkColumns(child, relation)}
        FROM ${table} l JOIN ${identifier(child.table)} r ON r.${childKey} = l.${identifier(other.column)}`;
  const order = sql`r.${identifier(child.defaultSort)}, r.${childKey}`;
  // The first rows by name of a long list need not contain those with leading roles.
  const leading = sql`, 'current', CASE WHEN counted.total > ${LINK_PREVIEW_SIZE}::int THEN (
      SELECT count(*)::int FROM ${table} l WHERE ${linked} AND ${isCurrentLink(relation)}) END,
    'leading', CASE WHEN counted.total > ${LINK_PREVIEW_SIZE}::int THEN (
      SELECT json_agg(row_to_json(first)) FROM (
        ${first} WHERE ${linked} AND ${isCurrentLink(relation)} ORDER BY ${linkOrder(relation)} ${order}
        LIMIT ${LINK_TABLE_PAGE_SIZE}::int) AS first) END`;
  return sql`(
    SELECT json_build_object('total', counted.total, 'rows', (
      SELECT coalesce(json_agg(row_to_json(first)), '[]') FROM (
        ${first} WHERE ${linked} ORDER BY ${order}
        LIMIT CASE WHEN counted.total > ${LINK_PREVIEW_SIZE}::int THEN ${LINK_TABLE_PAGE_SIZE}::int END) AS first)${relation.fields ? leading : empty})
    FROM (SELECT count(*)::int AS total FROM ${table} l WHERE ${linked}) AS counted)`;
}

/**
 * Reads the link lists that a record's page shows, in one statement. Each list comes with its
 * total; of a long list, only the first page of rows is read, and the first current links by their
 * roles.
 */
export async function linkPreview(connection: Connection, lists: readonly LinkList[], id: number): Promise<AnyRow> {
  if (lists.length === 0) return {};
  const pairs = lists.flatMap((linkList) => [sql`${linkList.list}::text`, atHand(linkList, id)]);
  const relations = lists.map(({ relation }) => relation);
  const [{ links, entries }] = await connection.$queryRaw<[{ links: Record<string, AtHand>; entries: NamedEntries }]>`
    SELECT json_build_object(${join(pairs)}) AS links, ${namedEntries(relations)} AS entries`;
  const relationOf = new Map(lists.map(({ list, relation }) => [list, relation]));
  const named = (list: string, rows: AnyRow[]) => unpackLinks(relationOf.get(list) ?? {}, rows, entries);
  return Object.fromEntries(
    Object.entries(links).flatMap(([list, { total, rows, current, leading }]) => [
      [list, named(list, rows)],
      [totalOf(list), total],
      ...(typeof current === "number"
        ? [[currentOf(list), current] as const, [leadingOf(list), named(list, leading ?? [])] as const]
        : []),
    ]),
  );
}
