import type { Locale } from "@/lib/model/messages/i18n";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { OVERVIEW_ROWS, sectionsOf, type LinkedSection, type OverviewSection } from "@/lib/model/overview/overview";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import type { DerivedList } from "@/lib/model/kinds/derived-facts";
import { fieldsOfHighlight } from "@/lib/model/kinds/highlight-fields";
import { definitionOf } from "@/lib/model/kinds/registry";
import { linkListOf, type RelationSides } from "@/lib/model/kinds/relations";
import type { Connection } from "../database/client";
import { empty, join, raw, sql } from "../database/sql";
import { orderTerms } from "./list-records";
import {
  columnFields,
  currentNames,
  identifier,
  isFormerLink,
  isInDerivedList,
  labelOf,
  linkOrder,
  linkRowValues,
  valueOf,
} from "./fragments";

/**
 * Selects the labels of all records in a link list of record `r`, as exports list them.
 * @param derived restricts them to a list that is derived from the link list
 */
export function linkedNames(definition: AnyDefinition, list: string, locale: Locale, derived?: DerivedList) {
  const { relation, own, other } = linkListOf(definition.name, list);
  const child = definitionOf(other.kind);
  const label = labelOf(child, locale);
  return sql`(SELECT ARRAY(
      SELECT ${label} FROM ${identifier(relation.table)} l
      JOIN ${identifier(child.table)} r ON r.${identifier(child.key)} = l.${identifier(other.column)}
      WHERE l.${identifier(own.column)} = outside.id ${derived ? sql`AND ${isInDerivedList({ relation }, derived)}` : empty}
      ORDER BY 1, l.${identifier(other.column)})
    FROM (SELECT r.${identifier(definition.key)} AS id) outside)`;
}

/**
 * Selects the field values that an overview section shows for a linked record, as a JSON object.
 */
function valuesSql(child: AnyDefinition, { shows = [] }: OverviewSection) {
  const names = new Set(shows.flatMap((highlight) => fieldsOfHighlight(highlight)));
  const columns = columnFields(child).filter(([name]) => names.has(name));
  if (columns.length === 0) return sql`'{}'::json`;
  const pairs = columns.flatMap(([name, field]) => [sql`${name}::text`, valueOf(name, field)]);
  return sql`json_build_object(${join(pairs)})`;
}

/**
 * Builds a condition: record `r` belongs to the past by its status or end date, like a finished
 * project.
 */
export function pastOf({ fields, past }: AnyDefinition, today: string) {
  const reference = past && fields[past.field]?.reference;
  if (!reference) return sql`false`;
  const { table, key } = referenceLists[reference];
  const isOver = sql`r.${identifier(past.field)} IN
    (SELECT e.${identifier(key)} FROM ${identifier(table)} e WHERE e.${identifier(past.flag)})`;
  return sql`(${isOver} OR coalesce(r.${identifier(past.end)} < ${today}::date, false))`;
}

/** The record whose overview is requested, the language, and the day that counts as today. */
type OverviewRequest = { id: number; locale: Locale; today: string };

function sectionObject(
  section: OverviewSection,
  { relation, own, other }: RelationSides,
  { id, locale, today }: OverviewRequest,
) {
  const child = definitionOf(other.kind);
  const linked = sql`
    FROM ${identifier(relation.table)} l JOIN ${identifier(child.table)} r
      ON r.${identifier(child.key)} = l.${identifier(other.column)}
    WHERE l.${identifier(own.column)} = ${id}`;
  const isPast = sql`(${pastOf(child, today)} OR ${isFormerLink(relation)})`;
  const link = linkRowValues(relation).flatMap(([name, value]) => [sql`${raw(`'${name}'`)}`, value]);
  const order = orderTerms(child, [section.sort ?? { field: child.defaultSort, order: "asc" }]);
  return sql`json_build_object(
    'total', (SELECT count(*)::int ${linked}),
    'past', (SELECT count(*)::int ${linked} AND ${isPast}),
    'rows', (SELECT coalesce(json_agg(row_to_json(shown)), '[]') FROM (
      SELECT r.${identifier(child.key)} AS id, ${labelOf(child, locale)} AS label, ${isPast} AS "isPast",
        ${valuesSql(child, section)} AS values, json_build_object(${link.length > 0 ? join(link) : empty}) AS link,
        ${section.with ? currentNames(child, section.with, locale) : sql`ARRAY[]::text[]`} AS "with"
      ${linked} ORDER BY "isPast", ${linkOrder(relation)} ${order} LIMIT ${OVERVIEW_ROWS}) shown))`;
}

/**
 * Reads the sections of a record's overview, each with its linked records, in one statement.
 * @returns the sections, keyed by relation name
 */
export async function overviewSections(
  connection: Connection,
  definition: AnyDefinition,
  request: OverviewRequest,
): Promise<Record<string, LinkedSection>> {
  const sections = sectionsOf(definition);
  if (sections.length === 0) return {};
  const pairs = sections.flatMap(({ section, sides }) => [
    sql`${section.relation}::text`,
    sectionObject(section, sides, request),
  ]);
  const [{ sections: linkedSections }] = await connection.$queryRaw<[{ sections: Record<string, LinkedSection> }]>`
    SELECT json_build_object(${join(pairs)}) AS sections`;
  return linkedSections;
}
