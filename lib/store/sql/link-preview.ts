import { LINK_TABLE_PAGE_SIZE, LINK_PREVIEW_SIZE } from "@/lib/model/limits";
import type { AnyRow } from "@/lib/model/kinds/define";
import { currentOf, formerOf, leadingOf, totalOf } from "@/lib/model/kinds/linked-lists";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { LinkList } from "@/lib/model/kinds/relations";
import type { Connection } from "../database/client";
import { join, sql, type SqlQuery } from "../database/sql";
import { expectDefined } from "@/lib/base/errors/invariant";
import { identifier, isCurrentLink, isFormerLink, isLeading, linkColumns, linkOrder } from "./fragments";
import { namedEntries, unpackLinks, type NamedEntries } from "./links";

type ListPreview = { total: number; rows: AnyRow[] };
/** The numbers of current and former links of a long list, and the first leading ones, if any. */
type LeadingPreview = { current: number; former: number; rows: AnyRow[] | null };

/** Builds the parts of a query for the rows of a link list of a record. */
function partsOf({ relation, own, other }: LinkList, id: number) {
  const child = definitionOf(other.kind);
  const [table, childKey] = [identifier(relation.table), identifier(child.key)];
  return {
    table,
    linked: sql`l.${identifier(own.column)} = ${id}`,
    first: sql`SELECT ${linkColumns(child, relation)}
        FROM ${table} l JOIN ${identifier(child.table)} r ON r.${childKey} = l.${identifier(other.column)}`,
    order: sql`r.${identifier(child.defaultSort)}, r.${childKey}`,
  };
}

function previewObject(linkList: LinkList, id: number) {
  const { table, linked, first, order } = partsOf(linkList, id);
  return sql`(
    SELECT json_build_object('total', counted.total, 'rows', (
      SELECT coalesce(json_agg(row_to_json(first)), '[]') FROM (
        ${first} WHERE ${linked} ORDER BY ${order}
        LIMIT CASE WHEN counted.total > ${LINK_PREVIEW_SIZE}::int THEN ${LINK_TABLE_PAGE_SIZE}::int END) AS first))
    FROM (SELECT count(*)::int AS total FROM ${table} l WHERE ${linked}) AS counted)`;
}

/** Selects the first leading links that are current: the first rows of a list by name need not contain them. */
function leadingLinks(linkList: LinkList, id: number) {
  const { table, linked, first, order } = partsOf(linkList, id);
  const { relation } = linkList;
  return sql`json_build_object(
    'current', (SELECT count(*)::int FROM ${table} l WHERE ${linked} AND ${isCurrentLink(relation)}),
    'former', (SELECT count(*)::int FROM ${table} l WHERE ${linked} AND ${isFormerLink(relation)}),
    'rows', (SELECT json_agg(row_to_json(first)) FROM (
      ${first} WHERE ${linked} AND ${isCurrentLink(relation)} AND ${isLeading(relation)} ORDER BY ${linkOrder(relation)} ${order}
      LIMIT ${LINK_TABLE_PAGE_SIZE}::int) AS first))`;
}

/** Reads JSON values by the names of link lists, in one statement. */
async function byList<Value>(
  connection: Connection,
  lists: readonly LinkList[],
  select: (linkList: LinkList) => SqlQuery,
  entries: SqlQuery,
) {
  const pairs = lists.flatMap((linkList) => [sql`${linkList.list}::text`, select(linkList)]);
  const [row] = await connection.$queryRaw<[{ lists: Record<string, Value>; entries: NamedEntries }]>`
    SELECT json_build_object(${join(pairs)}) AS lists, ${entries} AS entries`;
  return row;
}

/**
 * Reads the link lists that a record's page shows. Each list comes with its total; of a long list,
 * only the first page of rows is read and, in a second statement, the first leading links and the
 * numbers of current and former ones.
 */
export async function linkPreview(connection: Connection, lists: readonly LinkList[], id: number): Promise<AnyRow> {
  if (lists.length === 0) return {};
  const found = await byList<ListPreview>(
    connection,
    lists,
    (linkList) => previewObject(linkList, id),
    namedEntries(lists.map(({ relation }) => relation)),
  );
  const previewOf = ({ list }: LinkList) => expectDefined(found.lists[list], `the rows of ${list}`);
  const isLong = (linkList: LinkList) =>
    linkList.relation.fields !== undefined && previewOf(linkList).total > LINK_PREVIEW_SIZE;
  const longLists = lists.filter(isLong);
  const leadingByList =
    longLists.length > 0
      ? await byList<LeadingPreview>(connection, longLists, (one) => leadingLinks(one, id), sql`NULL`)
      : null;
  return Object.fromEntries(
    lists.flatMap((linkList): [string, unknown][] => {
      const { list, relation } = linkList;
      const { total, rows } = previewOf(linkList);
      const leadingPreview = leadingByList?.lists[list];
      return [
        [list, unpackLinks(relation, rows, found.entries)],
        [totalOf(list), total],
        ...(leadingPreview
          ? ([
              [currentOf(list), leadingPreview.current],
              [formerOf(list), leadingPreview.former],
              ...(leadingPreview.rows
                ? [[leadingOf(list), unpackLinks(relation, leadingPreview.rows, found.entries)]]
                : []),
            ] as [string, unknown][])
          : []),
      ];
    }),
  );
}
