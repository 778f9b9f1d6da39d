import type { Locale } from "@/lib/model/messages/i18n";
import { ALIASES } from "@/lib/model/kinds/aliases";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { LinkList } from "@/lib/model/kinds/relations";
import type { LinkedMatch } from "@/lib/model/lists/match-hints";
import { searchWords } from "@/lib/model/pure/search-words";
import type { Connection } from "../database/client";
import { forceCustomPlan, join, sql, type SqlQuery } from "../database/sql";
import { identifier, labelOf } from "./fragments";
import { inLinkedText } from "./text-search";

/** Selects the first record, by name, in a link list of record `outside` that contains a word. */
function firstWith({ relation, own, other }: LinkList, word: string, locale: Locale): SqlQuery {
  const linked = definitionOf(other.kind);
  const extraTexts = (linked.foundFromLinked ?? []).map((name) => sql`r.${identifier(name)}::text`);
  const extraArray = extraTexts.length > 0 ? sql` || ARRAY[${join(extraTexts)}]` : sql``;
  return sql`(SELECT json_build_object('kind', ${linked.name}::text,
      'texts', array_remove(ARRAY[${labelOf(linked, locale)}] || r.${identifier(ALIASES)}::text[]${extraArray}, ''))
    FROM ${identifier(relation.table)} l JOIN ${identifier(linked.table)} r ON r.${identifier(linked.key)} = l.${identifier(other.column)}
    WHERE l.${identifier(own.column)} = outside.id AND ${inLinkedText(word)}
    ORDER BY r.${identifier(linked.defaultSort)}, r.${identifier(linked.key)} LIMIT 1)`;
}

/**
 * Builds an expression for the linked records of record `r` that contain a word of a text filter: a
 * JSON array with one record for each word and link list.
 */
export function linkedMatches({ key, searchedLists }: AnyDefinition, text: string, locale: Locale): SqlQuery {
  const matches = searchWords(text).flatMap((word) => searchedLists.map((list) => firstWith(list, word, locale)));
  if (matches.length === 0) return sql`'[]'::json`;
  return sql`(SELECT json_agg(match) FILTER (WHERE match IS NOT NULL)
    FROM (SELECT r.${identifier(key)} AS id) outside, LATERAL (VALUES (${join(matches, "), (")})) AS matches(match))`;
}

/** Reads the linked records that contain a word of a text filter, by the keys of the given records. */
export async function linkedMatchesOf(
  connection: Connection,
  definition: AnyDefinition,
  ids: readonly number[],
  { text, locale }: { text: string; locale: Locale },
): Promise<Map<number, LinkedMatch[]>> {
  if (searchWords(text).length === 0 || definition.searchedLists.length === 0) return new Map();
  const key = sql`r.${identifier(definition.key)}`;
  const rows = await connection.$queryRaw<{ id: number; matches: LinkedMatch[] | null }[]>(
    forceCustomPlan(sql`SELECT ${key} AS id, ${linkedMatches(definition, text, locale)} AS matches
      FROM ${identifier(definition.table)} r WHERE ${key} = ANY(${ids}::int[])`),
  );
  return new Map(rows.map(({ id, matches }) => [id, matches ?? []]));
}
