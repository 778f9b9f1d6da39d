import { LOCALES, type Locale } from "../../i18n";
import type { AnyDefinition, AnyRow, Sort } from "../../records/define";
import type { ListQuery } from "../../records/list-query";
import { nameColumns, type Option } from "../../records/reference-lists";
import { definitionOf } from "../../records/registry";
import { linkListOf, type LinkList } from "../../records/relations";
import { searchWords } from "../../records/search-words";
import { TYPEAHEAD_HITS } from "../../limits";
import type { Connection } from "../db";
import { Prisma } from "../generated/prisma/client";
import { fieldConditions, linkedToAny } from "./filters";
import { contains, inSearchedFields } from "./folded";
import {
  columnFields,
  detailOf,
  entriesOf,
  entryName,
  identifier,
  labelOf,
  linkColumns,
  linkedObjects,
  valueOf,
} from "./sql";

const { sql, join, empty } = Prisma;

function conditions(definition: AnyDefinition, { filter, topics, where }: ListQuery): Prisma.Sql {
  const all = [...searchWords(filter).map(inSearchedFields), ...fieldConditions(definition, where)];
  if (topics.length > 0) all.push(linkedToAny(definition, linkListOf(definition.name, "themenfelder"), topics));
  return all.length > 0 ? sql`WHERE ${join(all, " AND ")}` : empty;
}

function sortTerm(definition: AnyDefinition, sortField: string): Prisma.Sql {
  const { field: name, locale } = definition.sortedField(sortField);
  const field = definition.fields[name];
  return field && locale ? entryName(name, field, sortField) : sql`r.${identifier(name)}`;
}

/** Empty dates sort last in both orders; texts that are sorted by are never empty. The key breaks ties (contract §2). */
export function orderTerms(definition: AnyDefinition, sort: Sort[]): Prisma.Sql {
  const terms = sort.map(({ field, order }) => {
    const expression = sortTerm(definition, field);
    return order === "asc" ? sql`${expression} ASC NULLS LAST` : sql`${expression} DESC NULLS LAST`;
  });
  return join([...terms, sql`r.${identifier(definition.key)} ASC`]);
}

/** What a row carries: the record's own single values, and of its references and lists what the list needs (contract §2). */
function rowColumns(definition: AnyDefinition) {
  const values = columnFields(definition).map(([name, field]) => sql`${valueOf(name, field)} AS ${identifier(name)}`);
  const named = definition.namedInRows.flatMap((name) => {
    const field = definition.fields[name];
    if (!field?.reference) return [];
    if (field.storage.in !== "column") return [sql`${entriesOf(definition, field)} AS ${identifier(name)}`];
    return nameColumns(field.reference).map(
      (nameColumn) => sql`${entryName(name, field, nameColumn)} AS ${identifier(nameColumn)}`,
    );
  });
  const lists = definition.listsInRows.map(
    (list) => sql`${linkedObjects(linkListOf(definition.name, list), definition.key)} AS ${identifier(list)}`,
  );
  return join([sql`r.${identifier(definition.key)}`, ...values, ...named, ...lists]);
}

/** Rows in the order of their keys. */
function inOrder(rows: AnyRow[], key: string, ids: number[]): AnyRow[] {
  const byId = new Map(rows.map((row) => [row[key], row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/**
 * One page of a kind's list and the exact number of all its rows. The keys and the count are one statement, so that
 * they agree with each other; the rows follow in a fixed number of queries.
 */
export async function listRows(connection: Connection, definition: AnyDefinition, query: ListQuery) {
  const table = identifier(definition.table);
  const key = identifier(definition.key);
  const where = conditions(definition, query);
  const order = sql`ORDER BY ${orderTerms(definition, query.sort)}`;
  const offset = BigInt(query.pageNo) * BigInt(query.pageSize);
  const [page] = await connection.$queryRaw<[{ total: number; ids: number[] }]>`
    SELECT
      (SELECT count(*)::int FROM ${table} r ${where}) AS total,
      ARRAY(SELECT r.${key} FROM ${table} r ${where} ${order} LIMIT ${query.pageSize} OFFSET ${offset}) AS ids`;
  if (page.ids.length === 0) return { total: page.total, rows: [] };
  const rows = await connection.$queryRaw<AnyRow[]>`
    SELECT ${rowColumns(definition)} FROM ${table} r WHERE r.${key} = ANY(${page.ids}::int[])`;
  return { total: page.total, rows: inOrder(rows, definition.key, page.ids) };
}

/**
 * The records that one record is linked to, in their kind's default order (contract §3).
 * @param id the key of the record that the list belongs to
 */
export function linkedRows(connection: Connection, { relation, own, other }: LinkList, id: number) {
  const child = definitionOf(other.kind);
  const childKey = identifier(child.key);
  return connection.$queryRaw<AnyRow[]>`
    SELECT ${linkColumns(child)}
    FROM ${identifier(relation.table)} l JOIN ${identifier(child.table)} r ON r.${childKey} = l.${identifier(other.column)}
    WHERE l.${identifier(own.column)} = ${id}
    ORDER BY r.${identifier(child.defaultSort)}, r.${childKey}`;
}

/** What records of a kind are called, of those that there are. */
export const recordLabels = (connection: Connection, definition: AnyDefinition, ids: number[], locale: Locale) =>
  connection.$queryRaw<Option[]>`
    SELECT r.${identifier(definition.key)} AS id, ${labelOf(definition, locale)} AS label
    FROM ${identifier(definition.table)} r WHERE r.${identifier(definition.key)} = ANY(${ids}::int[])`;

/** A hit of the typeahead; each says how many records match in all. */
export type StoredHit = AnyRow & { label: string; detail: string; total: number };

/**
 * Typeahead: the best hits for a text, whole labels before their beginnings, beginnings of words before the rest
 * (contract §4). The trigram index narrows the table before labels are looked at; what is left is folded once a record
 * (`OFFSET 0` keeps PostgreSQL from folding it anew for each word), and details are told of the hits only.
 */
export function searchRecords(connection: Connection, definition: AnyDefinition, text: string, locale: Locale) {
  const table = identifier(definition.table);
  const key = identifier(definition.key);
  const label = labelOf(definition, locale);
  const names = new Set([...LOCALES.flatMap((each) => definition.labelFields(each)), ...(definition.foundBy ?? [])]);
  const searched = sql`concat_ws(E'\\n', ${join([...names].map((name) => sql`r.${identifier(name)}`))})`;
  const words = searchWords(text);
  const inNames = words.map((word) => contains(sql`names.folded`, sql`fold_umlauts(names.folded)`, word));
  const whole = text.split(/\s+/).filter(Boolean).join(" ");
  const wanted = sql`fold_text(${whole})`;
  const either = (test: (value: Prisma.Sql, start: Prisma.Sql) => Prisma.Sql) =>
    sql`(${test(sql`labels.folded`, wanted)} OR ${test(sql`fold_umlauts(labels.folded)`, sql`fold_umlauts(${wanted})`)})`;
  return connection.$queryRaw<StoredHit[]>`
    SELECT ${linkColumns(definition)}, best.label, ${detailOf(definition, locale)} AS detail, best.total
    FROM (
      SELECT labels.*, count(*) OVER ()::int AS total,
        CASE
          WHEN ${either((value, start) => sql`${value} = ${start}`)} THEN 0
          WHEN ${either((value, start) => sql`starts_with(${value}, ${start})`)} THEN 1
          WHEN ${either((value, start) => sql`position(' ' || ${start} IN ${value}) > 0`)} THEN 2
          ELSE 3
        END AS place
      FROM (
        SELECT names.id, names.label, fold_text(names.label) AS folded
        FROM (
          SELECT r.${key} AS id, ${label} AS label, fold_text(${searched}) AS folded
          FROM ${table} r WHERE ${join(words.map(inSearchedFields), " AND ")} OFFSET 0
        ) AS names
        WHERE ${join(inNames, " AND ")} OFFSET 0
      ) AS labels
      ORDER BY place, label, id
      LIMIT ${TYPEAHEAD_HITS}
    ) AS best
    JOIN ${table} r ON r.${key} = best.id
    ORDER BY best.place, best.label, best.id`;
}
