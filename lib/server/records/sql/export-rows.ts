import type { Locale } from "@/lib/i18n";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import type { Moment } from "@/lib/records/lists/filters";
import type { ListQuery } from "@/lib/records/lists/list-query";
import type { SpreadsheetColumn } from "@/lib/records/spreadsheets/spreadsheet-columns";
import type { Connection } from "../../database/client";
import { forceCustomPlan, join, sql } from "../../database/sql";
import { orderTerms, recordsInList } from "./list-records";
import { linkedNames } from "./overview-rows";
import { factValue } from "./filter-conditions";
import { columnFields, identifier, idsOf, listFields, valueOf } from "./fragments";

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
      AND c.relation IS NULL)`;
}

function columnValue(definition: AnyDefinition, column: SpreadsheetColumn, locale: Locale) {
  if (column.by === "key") return sql`r.${identifier(column.name)}`;
  if (column.by === "links") return linkedNames(definition, column.linkList.list, locale, column.derived);
  if (column.by === "moment") return momentDay(definition, column.moment);
  if (column.by === "derived") return factValue(definition, column.fact);
  const single = columnFields(definition).find(([name]) => name === column.name);
  if (single) return valueOf(...single);
  const list = listFields(definition).find(([name]) => name === column.name);
  if (!list) throw new Error(`${column.name} of ${definition.name} is not stored in a column or list`);
  return idsOf(definition, list[1]);
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
  wanted: { ids: readonly number[]; locale: Locale },
): Promise<AnyRow[]> {
  const { ids, locale } = wanted;
  const values = columns.map((column) => sql`${columnValue(definition, column, locale)} AS ${identifier(column.name)}`);
  const key = identifier(definition.key);
  return connection.$queryRaw<AnyRow[]>`
    SELECT ${join(values)} FROM unnest(${ids}::int[]) WITH ORDINALITY AS wanted(id, place)
    JOIN ${identifier(definition.table)} r ON r.${key} = wanted.id ORDER BY wanted.place`;
}
