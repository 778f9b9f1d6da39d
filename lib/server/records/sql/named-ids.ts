import { LOCALES } from "@/lib/i18n";
import { isEntryList, nameColumns, referenceLists } from "@/lib/records/reference-lists/reference-lists";
import { definitionOf } from "@/lib/records/kinds/registry";
import type { SpreadsheetColumn } from "@/lib/records/spreadsheets/spreadsheet-columns";
import type { Connection } from "../../database/client";
import { join, sql, type SqlQuery } from "../../database/sql";
import { identifier, labelOf } from "./fragments";

/**
 * A reference entry or record that was found by its name. `active` is false for an entry that forms
 * no longer offer.
 */
export type NamedId = { id: number; active: boolean };

/**
 * Returns the table that the names in a spreadsheet column refer to, and a query for its ids and
 * names; null for a column that does not contain names of entries or records.
 */
export function nameSourceOf(column: SpreadsheetColumn): { table: string; rows: SqlQuery } | null {
  if (column.by === "links") {
    const child = definitionOf(column.linkList.other.kind);
    const names = join(LOCALES.map((locale) => sql`(${labelOf(child, locale)})`));
    const rows = sql`SELECT r.${identifier(child.key)} AS id, true AS active, told AS name
      FROM ${identifier(child.table)} r, LATERAL (VALUES ${names}) AS names(told)`;
    return { table: child.table, rows };
  }
  if (column.by !== "field" || !column.field.reference) return null;
  const list = column.field.reference;
  const { table, key } = referenceLists[list];
  const names = join(nameColumns(list).map((name) => sql`(r.${identifier(name)})`));
  const active = isEntryList(list) ? sql`r.active` : sql`true`;
  const rows = sql`SELECT r.${identifier(key)} AS id, ${active} AS active, told AS name
    FROM ${identifier(table)} r, LATERAL (VALUES ${names}) AS names(told)`;
  return { table, rows };
}

/**
 * Finds ids by name, ignoring case, accents and the spelling of umlauts; if a name has exact
 * matches, returns only those. Uses one statement for all names.
 */
export async function idsByName(
  connection: Connection,
  rows: SqlQuery,
  names: readonly string[],
): Promise<Map<string, NamedId[]>> {
  const found = await connection.$queryRaw<(NamedId & { wanted: string })[]>`
    WITH wanted AS (SELECT name, fold_umlauts(fold_text(name)) AS folded FROM unnest(${names}::text[]) AS name),
    there AS (SELECT id, active, name, fold_umlauts(fold_text(name)) AS folded FROM (${rows}) AS named),
    found AS (
      SELECT wanted.name AS wanted, there.id, there.active, bool_or(wanted.name = there.name) AS exact
      FROM wanted JOIN there USING (folded) GROUP BY 1, 2, 3)
    SELECT wanted, id, active FROM (
      SELECT *, bool_or(exact) OVER (PARTITION BY wanted) AS "hasExact" FROM found) AS best
    WHERE exact OR NOT "hasExact" ORDER BY wanted, id`;
  const byName = new Map<string, NamedId[]>();
  for (const { wanted, ...named } of found) byName.set(wanted, [...(byName.get(wanted) ?? []), named]);
  return byName;
}

/**
 * Removes every name that equals an earlier one if case, accents and umlaut spelling are ignored.
 */
export async function distinctNames(connection: Connection, names: readonly string[]): Promise<string[]> {
  const distinct = await connection.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT ON (fold_umlauts(fold_text(name))) name FROM unnest(${names}::text[]) WITH ORDINALITY AS given(name, at)
    ORDER BY fold_umlauts(fold_text(name)), at`;
  return distinct.map(({ name }) => name);
}
