import { MAX_NAMES_IN_CELL, NAMES_IN_VIEW } from "@/lib/model/lists/columns";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { ownFilterFieldOf, type LinksFilterField } from "@/lib/model/lists/filters";
import { currentOf, totalOf } from "@/lib/model/kinds/linked-lists";
import { nameColumns } from "@/lib/model/reference-lists/reference-lists";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { Connection } from "../database/client";
import { empty, forceCustomPlan, join, raw, sql, type SqlQuery } from "../database/sql";
import { factValue } from "./filter-conditions";
import {
  entriesOf,
  entryName,
  identifier,
  IS_CONFIRMATION,
  isCurrentLink,
  isInDerivedList,
  linkColumns,
  linkOrder,
  linkRowValues,
  ownColumn,
} from "./fragments";

/**
 * Selects the first records of a link list or of a list derived from it, those with current links and
 * leading roles first, with the values of the links' fields, and the numbers of all records and of
 * current links. A list may contain thousands of records.
 */
function firstLinked({ linkList, derived }: LinksFilterField, key: string, maxNames: number): SqlQuery[] {
  const { relation, own, other } = linkList;
  const list = derived?.name ?? linkList.list;
  const isInList = sql`l.${identifier(own.column)} = outside.id ${derived ? sql`AND ${isInDerivedList(linkList, derived)}` : empty}`;
  const child = definitionOf(other.kind);
  const values = linkRowValues(relation).map(([name, value]) => sql`${value} AS ${identifier(name)}`);
  const first = sql`(SELECT coalesce(json_agg(first), '[]') FROM (
    SELECT ${join([linkColumns(child), ...values])} FROM ${identifier(relation.table)} l
    JOIN ${identifier(child.table)} r ON r.${identifier(child.key)} = l.${identifier(other.column)}
    WHERE ${isInList}
    ORDER BY ${linkOrder(relation)} r.${identifier(child.defaultSort)}, r.${identifier(child.key)} LIMIT ${maxNames}) AS first)`;
  const from = sql`FROM (SELECT r.${identifier(key)} AS id) outside`;
  const counted = (condition: SqlQuery) => sql`(SELECT (
    SELECT count(*)::int FROM ${identifier(relation.table)} l WHERE ${isInList} ${condition}) ${from})`;
  return [
    sql`(SELECT ${first} ${from}) AS ${identifier(list)}`,
    sql`${counted(empty)} AS ${raw(`"${totalOf(list)}"`)}`,
    ...(relation.period
      ? [sql`${counted(sql`AND ${isCurrentLink(relation)}`)} AS ${raw(`"${currentOf(list)}"`)}`]
      : []),
  ];
}

/** Selects the values of a column; selects nothing if list rows contain them anyway. */
function missingColumns(definition: AnyDefinition, name: string, maxNames: number): SqlQuery[] {
  const filterField = ownFilterFieldOf(definition, name);
  if (filterField.by === "moment") return [];
  if (filterField.by === "derived") return [sql`${factValue(definition, filterField.fact)} AS ${identifier(name)}`];
  const { field } = filterField;
  if (!field) {
    if (filterField.by !== "links") return [];
    return definition.listsInRows.includes(name) ? [] : firstLinked(filterField, definition.key, maxNames);
  }
  const { reference, storage } = field;
  if (field.separate && storage.in === "column")
    return [sql`${raw(storage.fromSql(ownColumn(name)))} AS ${identifier(name)}`];
  if (!reference || definition.namedInRows.includes(name)) return [];
  if (storage.in !== "column") return [sql`${entriesOf(definition, field)} AS ${identifier(name)}`];
  return nameColumns(reference).map((column) => sql`${entryName(name, field, column)} AS ${identifier(column)}`);
}

/** Selects the searched values of record `r` that list rows do not contain. */
export const searchedColumns = (definition: AnyDefinition): SqlQuery[] =>
  definition.searched.flatMap((name) => missingColumns(definition, name, NAMES_IN_VIEW));

/** Reads when records were created and last changed, null where the history has no such change. */
async function momentsOfMany(connection: Connection, { apiPath }: AnyDefinition, ids: readonly number[]) {
  const rows = await connection.$queryRaw<{ id: number; created: Date | null; changed: Date | null }[]>`
    SELECT id, min(at) FILTER (WHERE action = 'create') AS created, max(at) AS changed
    FROM changes c WHERE kind = ${apiPath} AND id = ANY(${ids}::int[]) AND action IN ('create', 'update')
      AND relation IS NULL AND NOT ${IS_CONFIRMATION} GROUP BY id`;
  return rows.map(({ id, created, changed }) => ({
    id,
    values: { created: created?.toISOString() ?? null, changed: changed?.toISOString() ?? null },
  }));
}

/**
 * Reads the values of those columns that list rows do not contain, keyed by record id. Uses at most
 * two statements, and none if list rows contain all of the columns.
 * @param maxNames maximum number of linked records that a column names
 */
export async function columnValues(
  connection: Connection,
  definition: AnyDefinition,
  ids: readonly number[],
  names: readonly string[],
  maxNames = MAX_NAMES_IN_CELL,
): Promise<Map<number, AnyRow>> {
  const values = new Map<number, AnyRow>();
  const add = (id: number, more: AnyRow) => values.set(id, { ...values.get(id), ...more });
  const missing = names.flatMap((name) => missingColumns(definition, name, maxNames));
  if (missing.length > 0) {
    // Every selection of columns is another statement, and the number of prepared statements is
    // limited.
    const statement = forceCustomPlan(sql`
      SELECT r.${identifier(definition.key)} AS record_id, ${join(missing)}
      FROM ${identifier(definition.table)} r WHERE r.${identifier(definition.key)} = ANY(${ids}::int[])`);
    const rows = await connection.$queryRaw<(AnyRow & { record_id: number })[]>(statement);
    for (const { record_id, ...more } of rows) add(record_id, more);
  }
  if (names.some((name) => ownFilterFieldOf(definition, name).by === "moment")) {
    for (const { id, values: moments } of await momentsOfMany(connection, definition, ids)) add(id, moments);
  }
  return values;
}
