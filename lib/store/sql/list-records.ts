import { isDeepStrictEqual } from "node:util";
import type { Locale } from "@/lib/model/messages/i18n";
import { LIST_MAX_PAGE_SIZE, LIST_PAGE_SIZE } from "@/lib/model/limits";
import type { AnyDefinition, AnyRow, Sort } from "@/lib/model/kinds/define";
import { linkedRecordOf } from "@/lib/model/lists/kind-query";
import { defaultListQuery, type ListQuery } from "@/lib/model/lists/list-query";
import { nameColumns, type Option } from "@/lib/model/reference-lists/reference-lists";
import { definitionOf } from "@/lib/model/kinds/registry";
import { linkListOf, type LinkList } from "@/lib/model/kinds/relations";
import { searchWords } from "@/lib/model/pure/search-words";
import type { Connection } from "../database/client";
import { forceCustomPlan, empty, join, raw, sql, type SqlQuery } from "../database/sql";
import { activityOf } from "@/lib/model/lists/activity";
import { activeOnDay, countOfLinked, fieldConditions, linkedToAny } from "./filter-conditions";
import { genericLikePattern, foundRecords, usesGenericPlan } from "./text-search";
import { findNamedEntries, unpackLinks } from "./links";
import { anchorsOf, maintainedCount } from "./pagination-anchors";
import {
  columnFields,
  emptiesAtEnd,
  entriesOf,
  entryName,
  identifier,
  labelOf,
  linkColumns,
  linkedObjects,
  linkedObjectsInOrder,
  packedLink,
  valueOf,
} from "./fragments";

/**
 * Returns the link list to which the `topics` filter applies.
 * @throws Error for a kind without such a list; queries of such a kind never contain topics
 */
function topicsOf({ name, topicsList }: AnyDefinition): LinkList {
  if (topicsList === null) throw new Error(`Lists of ${name} cannot be filtered by topics`);
  return linkListOf(name, topicsList);
}

/** Builds the conditions of a list on record `r`, except its text filter. */
function conditions(definition: AnyDefinition, { topics, where, ids, activeOn }: ListQuery): SqlQuery[] {
  const day = activeOn && sql`${activeOn.day}::date`;
  const activity = day && activityOf(definition);
  const all = fieldConditions(definition, where, day);
  if (activity) all.push(activeOnDay(definition, activity, day));
  if (ids) all.push(sql`r.${identifier(definition.key)} = ANY(${ids}::int[])`);
  if (topics.length > 0) all.push(linkedToAny(definition, topicsOf(definition), topics));
  return all;
}

/** Returns the column of the kind's table by which a sort field sorts. */
function sortColumn({ sortedField, sortColumns }: AnyDefinition, sortField: string): string {
  return sortColumns.some(({ column }) => column === sortField) ? sortField : sortedField(sortField).field;
}

/**
 * Builds the ORDER BY terms of a list. Empty dates, timestamps and places sort last in both directions.
 * The key breaks ties (contract §2).
 */
export function orderTerms(definition: AnyDefinition, sort: Sort[]): SqlQuery {
  const terms = sort.flatMap(({ field, order }) => {
    const name = sortColumn(definition, field);
    const column = sql`r.${identifier(name)}`;
    const direction = order === "asc" ? sql`ASC` : sql`DESC`;
    // A NULLS clause would prevent backward scans of an index, so that only columns with NULL have one.
    const empties = emptiesAtEnd(definition.fields[name]);
    if (empties === "nulls") return [sql`${column} ${direction} NULLS LAST`];
    return [...(empties === "texts" ? [sql`${column} = ''`] : []), sql`${column} ${direction}`];
  });
  return join([...terms, sql`r.${identifier(definition.key)} ASC`]);
}

/**
 * Selects the columns of a list row: the record's single values, and the names of reference entries
 * and the linked records that list rows contain (contract §2).
 * @param isForScreen whether linked records have the roles and the period of their links, and are in
 * the order of `linkOrder`; the API has neither
 */
export function rowColumns(definition: AnyDefinition, isForScreen = false) {
  const values = columnFields(definition).flatMap(([name, field]) =>
    field.separate ? [] : [sql`${valueOf(name, field)} AS ${identifier(name)}`],
  );
  const named = definition.namedInRows.flatMap((name) => {
    const field = definition.fields[name];
    if (!field?.reference) return [];
    if (field.storage.in !== "column") return [sql`${entriesOf(definition, field)} AS ${identifier(name)}`];
    return nameColumns(field.reference).map(
      (nameColumn) => sql`${entryName(name, field, nameColumn)} AS ${identifier(nameColumn)}`,
    );
  });
  const lists = definition.listsInRows.map((list) => {
    const linked = isForScreen ? linkedObjectsInOrder : linkedObjects;
    return sql`${linked(linkListOf(definition.name, list), definition.key)} AS ${identifier(list)}`;
  });
  return join([sql`r.${identifier(definition.key)}`, ...values, ...named, ...lists]);
}

/** Selects the packed values of the links to the record that a query asks for, of rows `r`. */
function linkOf({ name, key }: AnyDefinition, { link, where }: ListQuery) {
  const id = link === undefined ? null : linkedRecordOf(where, link);
  if (link === undefined || id === null) return { values: empty, join: empty };
  const { relation, own, other } = linkListOf(name, link);
  return {
    values: join([empty, ...packedLink(relation).map(([column, value]) => sql`${value} AS ${identifier(column)}`)]),
    join: sql`JOIN ${identifier(relation.table)} l ON l.${identifier(own.column)} = r.${identifier(key)} AND l.${identifier(other.column)} = ${id}::int`,
  };
}

/** A list query, and whether its rows are for a screen (`rowColumns`). */
type ReadQuery = ListQuery & { isForScreen?: boolean };

/** Selects the list rows whose keys the given subquery returns, as one JSON array in list order. */
function rowsOf(definition: AnyDefinition, query: ReadQuery, keys: SqlQuery, order: SqlQuery) {
  const link = linkOf(definition, query);
  return sql`(
  SELECT coalesce(json_agg(row_to_json(shown)), '[]') FROM (
    SELECT ${rowColumns(definition, query.isForScreen)} ${link.values}
    FROM (${keys}) AS page(id) JOIN ${identifier(definition.table)} r ON r.${identifier(definition.key)} = page.id ${link.join}
    ORDER BY ${order}) AS shown)`;
}

/** Builds LIMIT and OFFSET. LIMIT is a literal, because PostgreSQL's plan depends on it. */
const window = ({ pageSize }: ListQuery, offset: bigint) =>
  sql`LIMIT ${raw(String(Math.trunc(pageSize)))} ${offset > 0n ? sql`OFFSET (SELECT ${offset}::bigint)` : empty}`;

type Page = { total: number; rows: AnyRow[] };

/**
 * Reads a page of an unfiltered list. Takes the total from the maintained count, and starts deep
 * pages from a cached anchor (`pagination-anchors.ts`).
 */
async function pageOfAll(connection: Connection, definition: AnyDefinition, query: ReadQuery): Promise<Page> {
  const [table, key] = [identifier(definition.table), identifier(definition.key)];
  const order = orderTerms(definition, query.sort);
  const pageAfter = async (offset: bigint, where: SqlQuery) => {
    const keys = sql`SELECT r.${key} FROM ${table} r ${where} ORDER BY ${order} ${window(query, offset)}`;
    const statement = sql`SELECT ${maintainedCount(definition)}, ${rowsOf(definition, query, keys, order)} AS rows`;
    // Each page size is a separate statement, and the number of prepared statements is limited.
    const isCommonSize = query.pageSize === LIST_PAGE_SIZE || query.pageSize === LIST_MAX_PAGE_SIZE;
    const [page] = await connection.$queryRaw<[Page & { state: string }]>(
      isCommonSize ? statement : forceCustomPlan(statement),
    );
    return page;
  };
  const offset = BigInt(query.pageNo) * BigInt(query.pageSize);
  const [sort, ...more] = query.sort;
  const column = sort && more.length === 0 ? sortColumn(definition, sort.field) : null;
  const anchors = column && sort ? anchorsOf(definition, column, sort.order) : null;
  const anchor = anchors?.before(offset);
  if (anchor) {
    const page = await pageAfter(anchor.rest, anchor.where);
    if (page.state === anchor.state) return page;
  }
  const page = await pageAfter(offset, empty);
  anchors?.countedFor(connection, offset, page.state);
  return page;
}

/**
 * Whether a query differs from the default list only by a search text for which a generic plan is
 * good enough. Such queries are the most frequent ones.
 */
const isTextSearchOnly = (definition: AnyDefinition, { isForScreen: _, ...query }: ReadQuery) =>
  usesGenericPlan(searchWords(query.filter)) &&
  isDeepStrictEqual({ ...query, filter: "" }, defaultListQuery(definition));

/** Returns the columns of the kind's table that the order of a list needs, the key first. */
const orderColumns = (definition: AnyDefinition, sort: Sort[]) =>
  join(
    [...new Set([definition.key, ...sort.map(({ field }) => sortColumn(definition, field))])].map(
      (name) => sql`r.${identifier(name)}`,
    ),
  );

/**
 * Selects the key and the sort columns of all records in a list. The statement that contains this
 * must not join it to the records again: where PostgreSQL expects one match of many thousands, such
 * as before it has statistics of a new table, it would search anew for each record.
 */
export const recordsInList = (
  definition: AnyDefinition,
  query: ListQuery,
  pattern?: typeof genericLikePattern,
): SqlQuery =>
  foundRecords(definition, searchWords(query.filter), {
    columns: orderColumns(definition, query.sort),
    more: conditions(definition, query),
    pattern,
  });

/**
 * Reads a page of a list that is searched by text. Materializes the matches, so that the total and
 * the page are taken from one search.
 */
async function pageOfFound(connection: Connection, definition: AnyDefinition, query: ReadQuery): Promise<Page> {
  const usesGeneric = isTextSearchOnly(definition, query);
  const key = identifier(definition.key);
  const order = orderTerms(definition, query.sort);
  const offset = BigInt(query.pageNo) * BigInt(query.pageSize);
  const keys = sql`SELECT r.${key} FROM found r ORDER BY ${order} ${window(query, offset)}`;
  const statement = sql`
    WITH found AS MATERIALIZED (${recordsInList(definition, query, usesGeneric ? genericLikePattern : undefined)})
    SELECT (SELECT count(*)::int FROM found) AS total, ${rowsOf(definition, query, keys, order)} AS rows`;
  const [page] = await connection.$queryRaw<[Page]>(usesGeneric ? statement : forceCustomPlan(statement));
  return page;
}

/**
 * Reads a page of a list that is filtered by values or links. The total is a separate subquery, so
 * that PostgreSQL may either walk the sort index until the page is full or sort a small result.
 */
async function pageOfFiltered(connection: Connection, definition: AnyDefinition, query: ReadQuery): Promise<Page> {
  const [table, key] = [identifier(definition.table), identifier(definition.key)];
  const order = orderTerms(definition, query.sort);
  const keys = sql`SELECT r.${key} FROM ${table} r WHERE ${join(conditions(definition, query), " AND ")} ORDER BY ${order}
    ${window(query, BigInt(query.pageNo) * BigInt(query.pageSize))}`;
  // A filter by topics alone can be counted on the link table.
  const total =
    query.where.length === 0 && !query.ids && !query.activeOn
      ? countOfLinked(topicsOf(definition), query.topics)
      : countOf(definition, query);
  const [page] = await connection.$queryRaw<[Page]>(
    forceCustomPlan(sql`SELECT (${total}) AS total, ${rowsOf(definition, query, keys, order)} AS rows`),
  );
  return page;
}

/** Builds a query that counts the records of a filtered list. */
const countOf = (definition: AnyDefinition, query: ListQuery) =>
  sql`SELECT count(*)::int FROM (${recordsInList(definition, query)}) AS records`;

/** Whether a list has no filter. */
const isUnfiltered = (definition: AnyDefinition, query: ListQuery) =>
  searchWords(query.filter).length === 0 && conditions(definition, query).length === 0;

/** Counts the records of a list, over all its pages. */
export async function countRows(connection: Connection, definition: AnyDefinition, query: ListQuery): Promise<number> {
  if (isUnfiltered(definition, query)) {
    const [counted] = await connection.$queryRaw<[{ total: number }]>`SELECT ${maintainedCount(definition)}`;
    return counted.total;
  }
  const [counted] = await connection.$queryRaw<[{ total: number }]>(
    forceCustomPlan(sql`SELECT (${countOf(definition, query)}) AS total`),
  );
  return counted.total;
}

/**
 * Reads one page of a list and its exact total in one statement, so that they are consistent.
 * @param isForScreen whether the rows are for a screen (`rowColumns`)
 */
export async function listRows(
  connection: Connection,
  definition: AnyDefinition,
  listQuery: ListQuery,
  isForScreen = false,
): Promise<Page> {
  const query: ReadQuery = { ...listQuery, isForScreen };
  if (query.link === undefined) return pageOf(connection, definition, query);
  const { relation } = linkListOf(definition.name, query.link);
  const [page, entries] = await Promise.all([
    pageOf(connection, definition, query),
    findNamedEntries(connection, [relation]),
  ]);
  return { ...page, rows: unpackLinks(relation, page.rows, entries) };
}

async function pageOf(connection: Connection, definition: AnyDefinition, query: ReadQuery): Promise<Page> {
  if (searchWords(query.filter).length > 0 || query.where.some(({ operator }) => operator === "contains"))
    return pageOfFound(connection, definition, query);
  return isUnfiltered(definition, query)
    ? pageOfAll(connection, definition, query)
    : pageOfFiltered(connection, definition, query);
}

/**
 * Lists the records in a link list, in the default order of their kind (contract §3).
 * @param id the key of the record that owns the list
 */
export async function linkedRows(
  connection: Connection,
  { relation, own, other }: LinkList,
  id: number,
): Promise<AnyRow[]> {
  const child = definitionOf(other.kind);
  const childKey = identifier(child.key);
  const [entries, rows] = await Promise.all([
    findNamedEntries(connection, [relation]),
    connection.$queryRaw<AnyRow[]>`
    SELECT ${linkColumns(child, relation)}
    FROM ${identifier(relation.table)} l JOIN ${identifier(child.table)} r ON r.${childKey} = l.${identifier(other.column)}
    WHERE l.${identifier(own.column)} = ${id}
    ORDER BY r.${identifier(child.defaultSort)}, r.${childKey}`,
  ]);
  return unpackLinks(relation, rows, entries);
}

/** Reads the labels of records; ids without a record are left out. */
export const recordLabels = (connection: Connection, definition: AnyDefinition, ids: number[], locale: Locale) =>
  connection.$queryRaw<Option[]>`
    SELECT r.${identifier(definition.key)} AS id, ${labelOf(definition, locale)} AS label
    FROM ${identifier(definition.table)} r WHERE r.${identifier(definition.key)} = ANY(${ids}::int[])`;

/** Reads the ids of the records in a list, over all its pages, at most `limit`. */
export async function matchingIds(
  connection: Connection,
  definition: AnyDefinition,
  query: ListQuery,
  limit: number,
): Promise<number[]> {
  const key = identifier(definition.key);
  const rows = await connection.$queryRaw<{ id: number }[]>(
    forceCustomPlan(sql`
      SELECT r.${key} AS id FROM (${recordsInList(definition, query)}) AS r ORDER BY r.${key} LIMIT ${limit}`),
  );
  return rows.map(({ id }) => id);
}
