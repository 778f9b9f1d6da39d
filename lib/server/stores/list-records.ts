import type { Locale } from "../../i18n";
import type { AnyDefinition, AnyRow, Sort } from "../../records/define";
import type { ListQuery } from "../../records/list-query";
import { relationBetween } from "../../records/relations";
import { TYPEAHEAD_HITS } from "../../limits";
import type { Connection } from "../db";
import { Prisma } from "../generated/prisma/client";
import { identifier, type RecordStore } from "./record-store";
import { storeOf, type AnyValues } from "./registry";

const { sql, join, empty } = Prisma;

const words = (text: string) => [...new Set(text.split(/\s+/).filter(Boolean))];

/** A folded text contains a word in its unaccented or in its collapsed form (contract §2). */
const contains = (folded: Prisma.Sql, collapsed: Prisma.Sql, word: string) =>
  sql`(${folded} LIKE containing(fold_text(${word})) OR ${collapsed} LIKE containing(fold_umlauts(fold_text(${word}))))`;

const inSearchedFields = (word: string) => contains(sql`r.suche`, sql`r.suche_kompakt`, word);

function carriesAnyOf(definition: AnyDefinition, topics: number[]): Prisma.Sql {
  const { table } = relationBetween(definition.name, "thematicField");
  const key = identifier(definition.key);
  return sql`EXISTS (SELECT 1 FROM ${identifier(table)} t WHERE t.${key} = r.${key} AND t.themenfeld_id = ANY(${topics}::int[]))`;
}

function conditions(definition: AnyDefinition, { filter, topics }: ListQuery): Prisma.Sql {
  const all = words(filter).map(inSearchedFields);
  if (topics.length > 0) all.push(carriesAnyOf(definition, topics));
  return all.length > 0 ? sql`WHERE ${join(all, " AND ")}` : empty;
}

/** Empty dates sort last in both orders; texts that are sorted by are never empty. The key breaks ties (contract §2). */
function orderBy(definition: AnyDefinition, store: RecordStore<AnyValues>, sort: Sort[]): Prisma.Sql {
  const terms = sort.map(({ field, order }) => {
    const expression = store.sort[field];
    if (!expression) throw new Error(`${definition.name} cannot be sorted by ${field}`);
    return order === "asc" ? sql`${expression} ASC NULLS LAST` : sql`${expression} DESC NULLS LAST`;
  });
  return sql`ORDER BY ${join([...terms, sql`r.${identifier(definition.key)} ASC`])}`;
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
export async function listPage(connection: Connection, definition: AnyDefinition, query: ListQuery) {
  const store = storeOf(definition.name);
  const table = identifier(definition.table);
  const key = identifier(definition.key);
  const where = conditions(definition, query);
  const order = orderBy(definition, store, query.sort);
  const offset = BigInt(query.pageNo) * BigInt(query.pageSize);
  const [page] = await connection.$queryRaw<[{ total: number; ids: number[] }]>`
    SELECT
      (SELECT count(*)::int FROM ${table} r ${where}) AS total,
      ARRAY(SELECT r.${key} FROM ${table} r ${where} ${order} LIMIT ${query.pageSize} OFFSET ${offset}) AS ids`;
  const rows = page.ids.length > 0 ? await store.rows(connection, page.ids) : [];
  return { total: page.total, rows: inOrder(rows, definition.key, page.ids) };
}

/** What link lists and hits show of a kind, with days as `YYYY-MM-DD`; the record's table is called `r`. */
function linkColumns(definition: AnyDefinition): Prisma.Sql {
  return join(
    definition.linkFields.map((name) => {
      const column = identifier(name);
      return definition.fields[name]?.widget === "date"
        ? sql`to_char(r.${column}, 'YYYY-MM-DD') AS ${column}`
        : sql`r.${column}`;
    }),
  );
}

/**
 * The records of `child` that are linked to one record of `parent`, in the child's default order (contract §3).
 * @param id the parent's key
 */
export function linkedRows(connection: Connection, parent: AnyDefinition, child: AnyDefinition, id: number) {
  const { table } = relationBetween(parent.name, child.name);
  const childKey = identifier(child.key);
  return connection.$queryRaw<AnyRow[]>`
    SELECT ${linkColumns(child)}
    FROM ${identifier(table)} l JOIN ${identifier(child.table)} r ON r.${childKey} = l.${childKey}
    WHERE l.${identifier(parent.key)} = ${id}
    ORDER BY r.${identifier(child.defaultSort)}, r.${childKey}`;
}

/**
 * Typeahead: the best hits for a text, whole labels before their beginnings, beginnings of words before the rest
 * (contract §4). The trigram index narrows the table before labels are looked at.
 */
export function searchRecords(connection: Connection, definition: AnyDefinition, text: string, locale: Locale) {
  const store = storeOf(definition.name);
  const label = store.label(locale);
  const searched = sql`fold_text(${store.searched})`;
  const where = words(text).flatMap((word) => [
    inSearchedFields(word),
    contains(searched, sql`fold_umlauts(${searched})`, word),
  ]);
  const whole = words(text).join(" ");
  const startsWith = (value: Prisma.Sql, start: Prisma.Sql) => sql`starts_with(${value}, ${start})`;
  const folded = sql`fold_text(${label})`;
  const wanted = sql`fold_text(${whole})`;
  const either = (test: (value: Prisma.Sql, start: Prisma.Sql) => Prisma.Sql) =>
    sql`(${test(folded, wanted)} OR ${test(sql`fold_umlauts(${folded})`, sql`fold_umlauts(${wanted})`)})`;
  return connection.$queryRaw<AnyRow[]>`
    SELECT ${linkColumns(definition)}, ${label} AS label, ${store.detail(locale)} AS detail
    FROM ${identifier(definition.table)} r
    WHERE ${join(where, " AND ")}
    ORDER BY
      CASE
        WHEN ${either((value, start) => sql`${value} = ${start}`)} THEN 0
        WHEN ${either(startsWith)} THEN 1
        WHEN ${either((value, start) => sql`position(' ' || ${start} IN ${value}) > 0`)} THEN 2
        ELSE 3
      END,
      ${label}, r.${identifier(definition.key)}
    LIMIT ${TYPEAHEAD_HITS}`;
}
