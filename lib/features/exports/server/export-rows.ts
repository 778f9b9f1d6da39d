import type { Locale } from "@/lib/model/messages/i18n";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import type { Field } from "@/lib/model/fields/field";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { Moment } from "@/lib/model/lists/filters";
import { isEntryList, referenceLists } from "@/lib/model/reference-lists/reference-lists";
import type { LinkColumn } from "../link-columns";
import type { ListQuery } from "@/lib/model/lists/list-query";
import type { SpreadsheetColumn } from "../spreadsheet-columns";
import type { Connection } from "@/lib/store/database/client";
import { forceCustomPlan, join, raw, sql } from "@/lib/store/database/sql";
import { orderTerms, recordsInList } from "@/lib/store/sql/list-records";
import { linkedNames } from "@/lib/store/sql/overview-rows";
import { factValue } from "@/lib/store/sql/filter-conditions";
import {
  columnFields,
  identifier,
  idsOf,
  IS_CONFIRMATION,
  labelOf,
  linkColumn,
  listFields,
  valueOf,
} from "@/lib/store/sql/fragments";

/** Reads the keys of all records of a list, over all its pages, in the list's order. */
export async function listedKeys(
  connection: Connection,
  definition: AnyDefinition,
  query: ListQuery,
): Promise<number[]> {
  const [{ ids }] = await connection.$queryRaw<[{ ids: number[] }]>(
    forceCustomPlan(sql`SELECT ARRAY(SELECT r.${identifier(definition.key)}
      FROM (${recordsInList(definition, query)}) AS r ORDER BY ${orderTerms(definition, query.sort)}) AS ids`),
  );
  return ids;
}

/**
 * Builds an expression for the day, in the university's time zone, on which a record was created or
 * last changed.
 */
function momentDay({ apiPath, key }: AnyDefinition, moment: Moment) {
  const [first, actions] = moment === "created" ? [sql`min(c.at)`, ["create"]] : [sql`max(c.at)`, ["create", "update"]];
  return sql`(SELECT to_char(${first} AT TIME ZONE 'Europe/Berlin', 'YYYY-MM-DD') FROM changes c
    WHERE c.kind = ${apiPath} AND c.id = r.${identifier(key)} AND c.action = ANY(${actions}::text[])
      AND c.relation IS NULL AND NOT ${IS_CONFIRMATION})`;
}

/**
 * Selects the values of a field of the links in a list of record `r`, in the order of `linkedNames`.
 * Several entries are ids, in the order of their list.
 */
function linkFieldValues({ key }: AnyDefinition, { linkList, of, field }: LinkColumn, locale: Locale) {
  const { relation, own, other } = linkList;
  const child = definitionOf(other.kind);
  return sql`(SELECT coalesce(json_agg(${linkFieldValue(of, field)} ORDER BY ${labelOf(child, locale)}, l.${identifier(other.column)}), '[]')
    FROM (SELECT r.${identifier(key)} AS id) outside
    JOIN ${identifier(relation.table)} l ON l.${identifier(own.column)} = outside.id
    JOIN ${identifier(child.table)} r ON r.${identifier(child.key)} = l.${identifier(other.column)})`;
}

function linkFieldValue(name: string, { storage, reference }: Field) {
  if (storage.in !== "column") throw new Error(`${name} of links is not stored in a column`);
  if (!reference || !isEntryList(reference)) return raw(storage.fromSql(linkColumn(name)));
  const { table, key } = referenceLists[reference];
  return sql`ARRAY(SELECT e.${identifier(key)} FROM ${identifier(table)} e
    WHERE e.${identifier(key)} = ANY(${raw(linkColumn(name))}) ORDER BY e.position, e.${identifier(key)})`;
}

function columnValue(definition: AnyDefinition, column: SpreadsheetColumn, locale: Locale) {
  if (column.by === "key") return sql`r.${identifier(column.name)}`;
  if (column.by === "links") return linkedNames(definition, column.linkList.list, locale, column.derived);
  if (column.by === "link") return linkFieldValues(definition, column, locale);
  if (column.by === "moment") return momentDay(definition, column.moment);
  if (column.by === "derived") return factValue(definition, column.fact);
  const single = columnFields(definition).find(([name]) => name === column.name);
  if (single) return valueOf(...single);
  const list = listFields(definition).find(([name]) => name === column.name);
  if (!list) throw new Error(`${column.name} of ${definition.name} is not stored in a column or list`);
  return idsOf(definition, list[1]);
}

/** The name of a column in the rows, which for fields of links contains a dot. */
function columnAlias({ name }: SpreadsheetColumn) {
  name.split(".").forEach(identifier);
  return raw(`"${name}"`);
}

/**
 * Reads records as spreadsheet rows: field values, ids of reference entries, and the names of
 * linked records in the given language.
 * @returns the rows in the order of the keys
 */
export async function spreadsheetRows(
  connection: Connection,
  definition: AnyDefinition,
  columns: readonly SpreadsheetColumn[],
  options: { ids: readonly number[]; locale: Locale },
): Promise<AnyRow[]> {
  const { ids, locale } = options;
  const values = columns.map((column) => sql`${columnValue(definition, column, locale)} AS ${columnAlias(column)}`);
  const key = identifier(definition.key);
  return connection.$queryRaw<AnyRow[]>`
    SELECT ${join(values)} FROM unnest(${ids}::int[]) WITH ORDINALITY AS requested(id, place)
    JOIN ${identifier(definition.table)} r ON r.${key} = requested.id ORDER BY requested.place`;
}
