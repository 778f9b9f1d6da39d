import { LOCALES, type Locale } from "@/lib/model/messages/i18n";
import { SEARCH_MAX_COUNTED, TYPEAHEAD_HITS } from "@/lib/model/limits";
import { ALIASES } from "@/lib/model/kinds/aliases";
import { collapsedNameSql, type AnyDefinition, type AnyRow } from "@/lib/model/kinds/define";
import { searchWords } from "@/lib/model/pure/search-words";
import type { Connection } from "../database/client";
import { empty, forceCustomPlan, join, raw, sql, type SqlQuery } from "../database/sql";
import { contains, genericLikePattern, inLinkedText, inSearchedFields, usesGenericPlan } from "../sql/text-search";
import { detailOf, identifier, labelOf, linkColumns } from "../sql/fragments";

/**
 * A typeahead hit. `total` is the number of all matching records if counting was requested. `alias`
 * is the alias that matched, if the record's current names alone would not have matched.
 */
export type StoredHit = AnyRow & { label: string; detail: string; alias: string | null; total: number };

/**
 * Maximum number of candidates whose names or aliases begin with the search text (for each way to
 * begin), and of candidates whose names contain it anywhere.
 */
const [MAX_PREFIX_MATCHES, MAX_CONTAINING] = [50, 200];

/** Selects the folded and collapsed text of a label field of record `r`. Prefix indexes contain the same expression. */
const collapsedName = (definition: AnyDefinition, name: string) => raw(collapsedNameSql(definition, name, "r.namen"));

/**
 * Returns the ways in which a record's name can begin with a text. Either one label field begins
 * with the whole text; or the first of two label fields begins with all words except the last one,
 * and the second field with the last word.
 */
function beginnings(definition: AnyDefinition, text: string) {
  const labels = LOCALES.map((locale) => definition.labelFields(locale));
  const single = [...new Set(labels.flat())].map((name) => [{ name, beginning: text }]);
  const space = text.lastIndexOf(" ");
  const [first, second, ...more] = labels[0] ?? [];
  if (space < 0 || !first || !second || more.length > 0) return single;
  const both = [
    { name: first, beginning: text.slice(0, space) },
    { name: second, beginning: text.slice(space + 1) },
  ];
  return [both, ...single];
}

const HAS_ALIASES = sql`r.${identifier(ALIASES)} <> '{}'`;
/** Evaluates a value only for records `r` with aliases, which few have: folding texts takes long. */
const ifAliased = (value: SqlQuery) => sql`CASE WHEN ${HAS_ALIASES} THEN ${value} END`;

/**
 * Selects the alias that contains most of the search words, or null if the record's other names
 * contain all of them.
 */
function matchingAlias({ labelFields, foundBy = [] }: AnyDefinition, words: readonly string[]): SqlQuery {
  const names = new Set([...LOCALES.flatMap((locale) => labelFields(locale)), ...foundBy]);
  names.delete(ALIASES);
  const knownNames = sql`fold_text(concat_ws(E'\\n', ${join([...names].map((name) => sql`r.${identifier(name)}`))}))`;
  const containsWord = (text: SqlQuery, word: string) => contains(text, sql`fold_umlauts(${text})`, word);
  const isKnown = join(
    words.map((word) => containsWord(knownNames, word)),
    " AND ",
  );
  const alias = sql`fold_text(aliases.name)`;
  const matchCount = join(
    words.map((word) => sql`(${containsWord(alias, word)})::int`),
    " + ",
  );
  return ifAliased(sql`(SELECT aliases.name FROM unnest(r.${identifier(ALIASES)}) WITH ORDINALITY AS aliases(name, index)
    WHERE NOT (${isKnown}) AND (${matchCount}) > 0 ORDER BY (${matchCount}) DESC, aliases.index LIMIT 1)`);
}

const collapsedAlias = sql`fold_umlauts(fold_text(aliases.name))`;

/**
 * Selects the records of which an alias begins with the text of the CTE `terms`, those whose alias is
 * the text first. The trigram index finds those with a line that begins with it.
 */
const aliasSearch = ({ table, key }: AnyDefinition) => sql`
  (SELECT r.${identifier(key)} AS id FROM ${identifier(table)} r, LATERAL (
      SELECT min(${collapsedAlias} COLLATE "C") AS best FROM unnest(r.${identifier(ALIASES)}) AS aliases(name)
      WHERE starts_with(${collapsedAlias}, (SELECT collapsed FROM terms))) AS beginning
    WHERE r.suche_verknuepft_kompakt LIKE (SELECT containing(E'\\n' || collapsed) FROM terms) AND ${HAS_ALIASES}
      AND beginning.best IS NOT NULL
    ORDER BY beginning.best LIMIT ${raw(String(MAX_PREFIX_MATCHES))})`;

/**
 * Selects the records whose names or aliases begin with a text. Uses an index, so that the cost does
 * not grow with the table. The text comes from the CTE `terms`, so that one plan serves all texts.
 */
function prefixSearch(definition: AnyDefinition, text: string): { terms: SqlQuery; ids: SqlQuery } {
  const [table, key] = [identifier(definition.table), identifier(definition.key)];
  const starts: SqlQuery[] = [];
  const variants = beginnings(definition, text).map((fields) => {
    const parts = fields.map(({ name, beginning }) => {
      const folded = collapsedName(definition, name);
      starts.push(sql`fold_umlauts(fold_text(${beginning}))`);
      const start = raw(`starts[${starts.length}]`);
      const where = sql`${folded} ~>=~ (SELECT ${start} FROM terms) AND ${folded} ~<~ (SELECT ${start} || chr(1114111) FROM terms)`;
      return { folded, where };
    });
    const [where, order] = [parts.map((part) => part.where), parts.map(({ folded }) => sql`${folded} USING ~<~`)];
    return sql`(SELECT r.${key} AS id FROM ${table} r WHERE ${join(where, " AND ")}
      ORDER BY ${join(order)} LIMIT ${raw(String(MAX_PREFIX_MATCHES))})`;
  });
  const collapsed = sql`fold_umlauts(fold_text(${text}))`;
  return {
    terms: sql`SELECT ${collapsed} AS collapsed, ARRAY[${join(starts)}] AS starts`,
    ids: join([...variants, aliasSearch(definition)], " UNION "),
  };
}

/**
 * Ranks candidates (contract §4): first those with a name equal to the text, then those with one that
 * begins with it, then those with a word that begins with it, then the other names, then what is found
 * by further fields. In each rank, labels precede aliases. Comparing collapsed forms is enough: a name
 * that begins with the unaccented text also begins with the collapsed text.
 * @param isNamed whether record `r` is found by its names alone
 */
function rankedHits(
  definition: AnyDefinition,
  { locale, alias, isNamed, total }: { locale: Locale; alias: SqlQuery; isNamed: SqlQuery; total: SqlQuery },
) {
  const [table, key] = [identifier(definition.table), identifier(definition.key)];
  const label = labelOf(definition, locale);
  const collapsed = definition.labelFields(locale).map((name) => collapsedName(definition, name));
  const rankOf = (name: SqlQuery) => sql`CASE WHEN ${name} = terms.collapsed THEN 0
    WHEN starts_with(${name}, terms.collapsed) THEN 2 WHEN position(' ' || terms.collapsed IN ${name}) > 0 THEN 4 ELSE 6 END`;
  return sql`
      best AS (
        SELECT labels.*,
          CASE WHEN labels.is_named THEN least(${rankOf(sql`labels.collapsed`)}, CASE WHEN labels.aliases IS NOT NULL THEN
            (SELECT min(${rankOf(sql`aliases.name`)}) + 1 FROM unnest(labels.aliases) AS aliases(name)) END) ELSE 8 END AS place
        FROM (
          SELECT candidates.id, ${label} AS label, concat_ws(' ', ${join(collapsed)}) AS collapsed, ${isNamed} AS is_named,
            ${ifAliased(sql`ARRAY(SELECT ${collapsedAlias} FROM unnest(r.${identifier(ALIASES)}) AS aliases(name))`)} AS aliases
          FROM candidates JOIN ${table} r ON r.${key} = candidates.id OFFSET 0
        ) AS labels CROSS JOIN terms
        ORDER BY place, label, id LIMIT ${raw(String(TYPEAHEAD_HITS))}
      )
      SELECT ${linkColumns(definition)}, best.label, ${detailOf(definition, locale)} AS detail, ${alias} AS alias, ${total} AS total
      FROM best JOIN ${table} r ON r.${key} = best.id
      ORDER BY best.place, best.label, best.id`;
}

const withSingleSpaces = (text: string) => text.split(/\s+/).filter(Boolean).join(" ");

/**
 * Chooses how PostgreSQL plans a statement that contains `searchStatement`: with a generic plan for
 * a single long word, otherwise with a custom plan.
 */
export const plannedFor = (text: string, statement: SqlQuery) =>
  usesGenericPlan(searchWords(text)) ? statement : forceCustomPlan(statement);

type InFields = typeof inSearchedFields;

/**
 * Selects the keys of records whose names contain all words of a text, at most `limit`.
 * @param inFields finds candidates by an index
 */
function matching({ key, table }: AnyDefinition, text: string, limit: number, inFields: InFields = inSearchedFields) {
  const words = searchWords(text);
  const pattern = usesGenericPlan(words) ? genericLikePattern : undefined;
  const named = words.map((word) => contains(sql`r.namen`, sql`fold_umlauts(r.namen)`, word, pattern));
  const conditions = join([...words.map((word) => inFields(word, pattern)), ...named], " AND ");
  return sql`SELECT r.${identifier(key)} AS id FROM ${identifier(table)} r WHERE ${conditions} LIMIT ${raw(String(limit))}`;
}

/** Selects the best hits among the records of which a name or an alias begins with a text. */
function beginningStatement(definition: AnyDefinition, text: string, locale: Locale): SqlQuery {
  const { terms, ids } = prefixSearch(definition, withSingleSpaces(text));
  const alias = matchingAlias(definition, searchWords(text));
  const ranked = rankedHits(definition, { locale, alias, isNamed: sql`true`, total: sql`0` });
  return sql`WITH terms AS MATERIALIZED (${terms}), candidates AS MATERIALIZED (${ids}), ${ranked}`;
}

/**
 * Builds the typeahead statement, which selects the best hits for a text. If too few names begin
 * with the text, adds records whose names contain it, which the trigram index finds.
 * @param counts whether to count all matches, up to a thousand
 */
export function searchStatement(
  definition: AnyDefinition,
  text: string,
  { locale, counts }: { locale: Locale; counts: boolean },
): SqlQuery {
  const { terms, ids } = prefixSearch(definition, withSingleSpaces(text));
  const alias = matchingAlias(definition, searchWords(text));
  const total = counts ? sql`(SELECT count(*)::int FROM matching)` : sql`0`;
  const tooFew = sql`(SELECT count(*) FROM prefix_matches) < ${TYPEAHEAD_HITS}`;
  // For counting, `matching` reads more records than are ranked.
  const limit = sql`LIMIT ${raw(String(MAX_CONTAINING))}`;
  // If there are more matches than are ranked, names have candidates of their own, so that further
  // fields in which many records contain the text, such as e-mail addresses, displace none of them.
  const hasFurtherFields = definition.foundBy?.some((name) => name !== ALIASES) === true;
  const names = hasFurtherFields
    ? sql`UNION (SELECT id FROM (${matching(definition, text, MAX_CONTAINING, inLinkedText)}) AS names
        WHERE ${tooFew} AND (SELECT count(*) FROM matching) >= ${raw(String(MAX_CONTAINING))})`
    : empty;
  const isNamed = hasFurtherFields
    ? join(
        searchWords(text).map((word) => inLinkedText(word)),
        " AND ",
      )
    : sql`true`;
  return sql`
      WITH terms AS MATERIALIZED (${terms}), prefix_matches AS MATERIALIZED (${ids}),
      matching AS MATERIALIZED (${matching(definition, text, counts ? SEARCH_MAX_COUNTED : MAX_CONTAINING)}),
      candidates AS (SELECT id FROM prefix_matches ${names} UNION (SELECT id FROM matching WHERE ${tooFew} ${limit})),
      ${rankedHits(definition, { locale, alias, isNamed, total })}`;
}

/**
 * Finds the best typeahead hits of one kind. Tries the statement for beginnings first, which
 * suffices for most texts and has one generic plan. The full statement gets a custom plan, unless
 * the text is a single long word.
 */
export async function selectHits(
  connection: Connection,
  definition: AnyDefinition,
  text: string,
  { locale, counts }: { locale: Locale; counts: boolean },
): Promise<StoredHit[]> {
  const hits = await connection.$queryRaw<StoredHit[]>(beginningStatement(definition, text, locale));
  if (hits.length < TYPEAHEAD_HITS) {
    return connection.$queryRaw<StoredHit[]>(plannedFor(text, searchStatement(definition, text, { locale, counts })));
  }
  if (!counts) return hits;
  const counted = sql`SELECT count(*)::int AS total FROM (${matching(definition, text, SEARCH_MAX_COUNTED)}) AS matching`;
  const [found] = await connection.$queryRaw<[{ total: number }]>(plannedFor(text, counted));
  // A hit may have been deleted between the two statements.
  const total = Math.max(hits.length, found.total);
  return hits.map((hit) => ({ ...hit, total }));
}
