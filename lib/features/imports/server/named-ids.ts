import { LOCALES } from "@/lib/model/messages/i18n";
import { ALIAS_MAX_LENGTH } from "@/lib/model/limits";
import { maxOf } from "@/lib/model/pure/long-lists";
import { ownValue } from "@/lib/model/pure/own-value";
import { ALIASES } from "@/lib/model/kinds/aliases";
import { countryCodeOf, countryIdOf } from "@/lib/model/places/country-names";
import { isEntryList, nameColumns, referenceLists } from "@/lib/model/reference-lists/reference-lists";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { allDefinitions, definitionOf } from "@/lib/model/kinds/registry";
import type { SpreadsheetColumn } from "@/lib/features/exports/spreadsheet-columns";
import type { Connection } from "@/lib/store/database/client";
import { expectDefined } from "@/lib/base/errors/invariant";
import { join, sql, type SqlQuery } from "@/lib/store/database/sql";
import { identifier, labelOf } from "@/lib/store/sql/fragments";

/**
 * A reference entry or record that was found by its name. `active` is false for an entry that forms
 * no longer offer.
 */
export type NamedId = { id: number; active: boolean };

/** The table that names refer to, a query for the ids and names in it, and the maximum length of these. */
export type NameSource = { table: string; rows: SqlQuery; maxLength: number; isOfCountries?: boolean };

/** Returns the maximum length of a record's label or alias. */
function longestName({ fields, labelFields }: AnyDefinition): number {
  const lengths = LOCALES.map((locale) =>
    labelFields(locale).reduce((sum, name) => sum + (ownValue(fields, name)?.max ?? 0) + 1, 0),
  );
  return maxOf(lengths, ALIAS_MAX_LENGTH);
}

/**
 * Returns those of some texts that may be names of a source. Folding 32,000 characters takes PostgreSQL
 * milliseconds, for each row that they are compared with. A name may be twice as long as it is stored,
 * with `ue` for each `ü`.
 */
const possibleNames = ({ maxLength }: NameSource, texts: readonly string[]): string[] =>
  texts.filter((text) => text.length <= 2 * maxLength);

/**
 * Returns the table that the names in a spreadsheet column refer to, and a query for its ids and
 * names; null for a column that does not contain names of entries or records.
 */
export function nameSourceOf(column: SpreadsheetColumn): NameSource | null {
  if (column.by === "links") {
    const child = definitionOf(column.linkList.other.kind);
    const names = join(LOCALES.map((locale) => sql`(${labelOf(child, locale)})`));
    const rows = sql`SELECT r.${identifier(child.key)} AS id, true AS active, label AS name, is_alias
      FROM ${identifier(child.table)} r, LATERAL (
        SELECT label, false AS is_alias FROM (VALUES ${names}) AS labels(label)
        UNION ALL SELECT alias, true FROM unnest(r.${identifier(ALIASES)}) AS alias) AS names`;
    return { table: child.table, rows, maxLength: longestName(child) };
  }
  if (column.by !== "field" || !column.field.reference) return null;
  const list = column.field.reference;
  const declared = referenceLists[list];
  const { table, key } = declared;
  const records = allDefinitions.find((definition) => definition.table === table);
  const maxLength = "max" in declared ? declared.max : longestName(expectDefined(records, `the kind of ${table}`));
  const names = join(nameColumns(list).map((name) => sql`(r.${identifier(name)})`));
  const active = isEntryList(list) ? sql`r.active` : sql`true`;
  const rows = sql`SELECT r.${identifier(key)} AS id, ${active} AS active, label AS name, false AS is_alias
    FROM ${identifier(table)} r, LATERAL (VALUES ${names}) AS names(label)`;
  return { table, rows, maxLength, isOfCountries: list === "laender" };
}

/** Returns those of the given ids that entries or records of a source have, unless they are inactive. */
export async function existingIds(
  connection: Connection,
  { rows }: NameSource,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const found = await connection.$queryRaw<{ id: number }[]>`
    SELECT DISTINCT id FROM (${rows}) AS named WHERE active AND id = ANY(${ids}::int[])`;
  return new Set(found.map(({ id }) => id));
}

/** Number of entries or records that are offered for a name. */
const OFFERED = 3;

/**
 * Finds entries whose names have trigrams in common with a name, the most similar first. Reference
 * lists are short, so that no index is needed.
 * @returns the entries by name, at most three each
 */
export async function similarEntries(
  connection: Connection,
  source: NameSource,
  names: readonly string[],
): Promise<Map<string, { id: number; label: string }[]>> {
  const { rows } = source;
  const found = await connection.$queryRaw<{ searched: string; id: number; label: string }[]>`
    SELECT searched, best.id, best.label FROM unnest(${possibleNames(source, names)}::text[]) AS searched, LATERAL (
      SELECT id, min(name) AS label, max(word_similarity(fold_text(searched), fold_text(name))
          + similarity(fold_text(searched), fold_text(name))) AS score
      FROM (${rows}) AS named WHERE active GROUP BY id
      HAVING max(similarity(fold_text(searched), fold_text(name))) > 0.2
      ORDER BY score DESC, id LIMIT ${OFFERED}) AS best`;
  const similar = new Map<string, { id: number; label: string }[]>();
  for (const { searched, id, label } of found) similar.set(searched, [...(similar.get(searched) ?? []), { id, label }]);
  return similar;
}

/** Returns the entry of `laender` that a text means by a name in use or its alpha-2 code (contract §16). */
function countryMeant(text: string): NamedId | null {
  const code = countryCodeOf(text) ?? (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : "");
  const id = countryIdOf(code);
  return id === undefined ? null : { id, active: true };
}

/**
 * Finds ids by name, ignoring case, accents and the spelling of umlauts; if a name has exact
 * matches, returns only those, and aliases only if it is no label. Uses one statement for all names,
 * in which each text is folded once: a common table expression that is read once would be merged.
 */
export async function idsByName(
  connection: Connection,
  source: NameSource,
  names: readonly string[],
): Promise<Map<string, NamedId[]>> {
  const searchedNames = possibleNames(source, names);
  const found = await connection.$queryRaw<(NamedId & { searched: string })[]>`
    WITH searched_names AS MATERIALIZED (
      SELECT name, fold_umlauts(fold_text(name)) AS folded FROM unnest(${searchedNames}::text[]) AS name),
    existing AS MATERIALIZED (
      SELECT id, active, name, is_alias, fold_umlauts(fold_text(name)) AS folded FROM (${source.rows}) AS named),
    found AS (
      SELECT searched_names.name AS searched, existing.id, existing.active,
        min(CASE WHEN existing.is_alias THEN 2 WHEN searched_names.name = existing.name THEN 0 ELSE 1 END) AS rank
      FROM searched_names JOIN existing USING (folded) GROUP BY 1, 2, 3)
    SELECT searched, id, active FROM (
      SELECT *, min(rank) OVER (PARTITION BY searched) AS best FROM found) AS ranked
    WHERE rank = best ORDER BY searched, id`;
  const byName = new Map<string, NamedId[]>();
  for (const { searched: name, ...named } of found) byName.set(name, [...(byName.get(name) ?? []), named]);
  for (const name of source.isOfCountries ? searchedNames : []) {
    const country = byName.has(name) ? null : countryMeant(name);
    if (country) byName.set(name, [country]);
  }
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
