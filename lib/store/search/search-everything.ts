import type { HitReason } from "@/lib/model/answers/search-answers";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import type { FileVisibility } from "@/lib/model/files/file-visibility";
import type { Locale } from "@/lib/model/messages/i18n";
import { SEARCH_MAX_COUNTED, TYPEAHEAD_MIN_LENGTH } from "@/lib/model/limits";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import type { LinkedMatch } from "@/lib/model/lists/match-hints";
import { searchWords } from "@/lib/model/pure/search-words";
import type { Connection } from "../database/client";
import { join, raw, sql, type SqlQuery } from "../database/sql";
import { identifier, labelOf } from "../sql/fragments";
import { linkedMatches } from "../sql/linked-matches";
import { searchedColumns } from "../sql/list-columns";
import { rowColumns } from "../sql/list-records";
import { genericLikePattern, foundRecords, hitReason, usesGenericPlan } from "../sql/text-search";
import { rowOfFiles, type FileHit, type FoundFiles } from "./search-files";
import { plannedFor, searchStatement } from "./typeahead";

/** A record whose name matches; `alias` is the alias by which it was found, or null. */
type NamedHit = { id: number; label: string; detail: string; alias: string | null; by: HitReason };
/**
 * A record that the text filter of its list finds elsewhere than in its name: its searched values,
 * and the linked records that contain a word.
 */
export type FoundHit = { id: number; label: string; row: AnyRow; linked: LinkedMatch[]; by: HitReason };

/**
 * The hits of one kind, those by name first, and how many records match in total, counted up to a
 * thousand.
 */
export type FoundOfKind = { definition: AnyDefinition; named: NamedHit[]; found: FoundHit[]; total: number };

const list = (value: SqlQuery) => sql`coalesce(json_agg(${value}), '[]')`;

/** Selects the records whose names match as one row, the best one first. */
function rowOfNamed(definition: AnyDefinition, text: string, locale: Locale, counts: boolean): SqlQuery {
  const key = identifier(definition.key);
  const by = sql`(SELECT ${hitReason(definition, searchWords(text))} FROM ${identifier(definition.table)} r WHERE r.${key} = hit.${key})`;
  const named = sql`json_build_object('id', hit.${key}, 'label', hit.label, 'detail', hit.detail, 'alias', hit.alias, 'by', ${by})`;
  return sql`SELECT ${list(named)} AS named, coalesce(max(hit.total), 0) AS total
    FROM (${searchStatement(definition, text, { locale, counts })}) AS hit`;
}

/**
 * How to search: the language of names and details, the maximum number of hits of each kind, and the
 * visibilities of the files to search; none to search no files.
 */
type SearchOptions = { locale: Locale; limit: number; visibilities?: readonly FileVisibility[] };

/**
 * Selects the hits of one kind as one row. After the hits by name, of which there are at most five,
 * records that the text filter of the list finds follow, in the order of the list.
 */
function rowOfKind(definition: AnyDefinition, text: string, { locale, limit }: SearchOptions): SqlQuery {
  const kind = sql`${definition.apiPath}::text AS kind`;
  if (text.length < TYPEAHEAD_MIN_LENGTH) {
    return sql`SELECT ${kind}, hits.named, '[]'::json AS found, hits.total FROM (${rowOfNamed(definition, text, locale, true)}) AS hits`;
  }
  const [key, name] = [identifier(definition.key), identifier(definition.defaultSort)];
  const words = searchWords(text);
  const matching = foundRecords(definition, words, {
    columns: sql`r.${key} AS id, r.${name} AS name`,
    more: [],
    pattern: usesGenericPlan(words) ? genericLikePattern : undefined,
  });
  const row = sql`SELECT row_to_json(v) FROM (SELECT ${join([rowColumns(definition), ...searchedColumns(definition)])}) AS v`;
  const hit = sql`json_build_object('id', r.${key}, 'label', ${labelOf(definition, locale)}, 'row', (${row}),
    'linked', coalesce(${linkedMatches(definition, text, locale)}, '[]'), 'by', ${hitReason(definition, words)})`;
  return sql`(
    WITH by_name AS MATERIALIZED (${rowOfNamed(definition, text, locale, false)}),
    matching AS MATERIALIZED (SELECT id, name FROM (${matching}) AS all_matching LIMIT ${raw(String(SEARCH_MAX_COUNTED))}),
    others AS MATERIALIZED (
      SELECT id FROM matching WHERE id NOT IN (SELECT (hit->>'id')::int FROM by_name, json_array_elements(by_name.named) AS hit)
      ORDER BY name, id LIMIT (SELECT ${limit} - json_array_length(named) FROM by_name))
    SELECT ${kind}, by_name.named,
      (SELECT ${list(hit)} FROM others JOIN ${identifier(definition.table)} r ON r.${key} = others.id) AS found,
      (SELECT count(*)::int FROM matching) AS total
    FROM by_name)`;
}

/**
 * Searches several kinds, and the files, in one statement (contract §10).
 * @returns the kinds with hits, in the given order, and the files, unless there are no hits among them
 */
export async function searchKinds(
  connection: Connection,
  definitions: readonly AnyDefinition[],
  text: string,
  options: SearchOptions,
): Promise<{ kinds: FoundOfKind[]; files: FoundFiles | null }> {
  const { visibilities = [] } = options;
  const rowsOfKinds = definitions.map((definition) => rowOfKind(definition, text, options));
  const rowsOfFiles = visibilities.length > 0 ? [rowOfFiles(text, { ...options, visibilities })] : [];
  const statement = join([...rowsOfKinds, ...rowsOfFiles], " UNION ALL ");
  type Row = { kind: string; named: unknown[]; found: FoundHit[]; total: number };
  const rows = await connection.$queryRaw<Row[]>(plannedFor(text, statement));
  const kinds = definitions.flatMap((definition) => {
    const row = rows.find(({ kind }) => kind === definition.apiPath);
    if (!row || row.named.length + row.found.length === 0) return [];
    const { found } = row;
    const named = row.named as NamedHit[];
    return [{ definition, named, found, total: Math.max(row.total, named.length + found.length) }];
  });
  const { named: hits = [], total = 0 } = rows.find(({ kind }) => kind === FILE_KIND) ?? {};
  return { kinds, files: hits.length > 0 ? { hits: hits as FileHit[], total } : null };
}
