import { LOCALES, type Locale } from "@/lib/i18n";
import { SEARCH_MOST_COUNTED, TYPEAHEAD_HITS } from "@/lib/limits";
import { ALIASES } from "@/lib/records/kinds/aliases";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import { searchWords } from "@/lib/records/lists/search-words";
import type { Connection } from "../../database/client";
import { planAnew, join, raw, sql, type SqlQuery } from "../../database/sql";
import { contains, forAnyWord, hasOnePlan, inSearchedFields } from "./folded";
import { detailOf, identifier, labelOf, linkColumns } from "./fragments";

/**
 * A hit of the typeahead; each says how many records match in all, where that was asked for, and the further name by which
 * it was found, where what it is called now would not have done.
 */
export type StoredHit = AnyRow & { label: string; detail: string; alias: string | null; total: number };

/** As many records whose names begin with a text are looked at, and as many that only hold it. */
const [MOST_BEGUN, MOST_HOLDING] = [50, 200];

/**
 * The ways in which a record's name can begin with a text: one of its fields does, or its first field begins with all words
 * but the last, and the second with that one.
 */
function beginnings(definition: AnyDefinition, whole: string) {
  const labels = LOCALES.map((locale) => definition.labelFields(locale));
  const single = [...new Set(labels.flat())].map((name) => [{ name, beginning: whole }]);
  const space = whole.lastIndexOf(" ");
  const [first, second, ...more] = labels[0] ?? [];
  if (space < 0 || !first || !second || more.length > 0) return single;
  const both = [
    { name: first, beginning: whole.slice(0, space) },
    { name: second, beginning: whole.slice(space + 1) },
  ];
  return [both, ...single];
}

/** The further name that holds most of the words, unless the names that a record is known by hold all of them. */
function aliasFound({ labelFields, foundBy = [] }: AnyDefinition, words: readonly string[]): SqlQuery {
  const names = new Set([...LOCALES.flatMap((locale) => labelFields(locale)), ...foundBy]);
  names.delete(ALIASES);
  const known = sql`fold_text(concat_ws(E'\\n', ${join([...names].map((name) => sql`r.${identifier(name)}`))}))`;
  const holds = (text: SqlQuery, word: string) => contains(text, sql`fold_umlauts(${text})`, word);
  const isKnown = join(
    words.map((word) => holds(known, word)),
    " AND ",
  );
  const alias = sql`fold_text(further.name)`;
  const held = join(
    words.map((word) => sql`(${holds(alias, word)})::int`),
    " + ",
  );
  return sql`(SELECT further.name FROM unnest(r.${identifier(ALIASES)}) WITH ORDINALITY AS further(name, place)
    WHERE NOT (${isKnown}) AND (${held}) > 0 ORDER BY (${held}) DESC, further.place LIMIT 1)`;
}

/**
 * The records whose names begin with a text, which an index finds whatever the table's size. The text's forms come from `wanted`,
 * so that no plan hangs on them and one is kept for all texts.
 */
function byBeginning(definition: AnyDefinition, whole: string): { wanted: SqlQuery; ids: SqlQuery } {
  const [table, key] = [identifier(definition.table), identifier(definition.key)];
  const starts: SqlQuery[] = [];
  const ways = beginnings(definition, whole).map((fields) => {
    const parts = fields.map(({ name, beginning }) => {
      const folded = sql`fold_umlauts(fold_text(r.${identifier(name)}))`;
      starts.push(sql`fold_umlauts(fold_text(${beginning}))`);
      const start = raw(`starts[${starts.length}]`);
      const where = sql`${folded} ~>=~ (SELECT ${start} FROM wanted) AND ${folded} ~<~ (SELECT ${start} || chr(1114111) FROM wanted)`;
      return { folded, where };
    });
    const [where, order] = [parts.map((part) => part.where), parts.map(({ folded }) => sql`${folded} USING ~<~`)];
    return sql`(SELECT r.${key} AS id FROM ${table} r WHERE ${join(where, " AND ")}
      ORDER BY ${join(order)} LIMIT ${raw(String(MOST_BEGUN))})`;
  });
  const collapsed = sql`fold_umlauts(fold_text(${whole}))`;
  return {
    wanted: sql`SELECT ${collapsed} AS collapsed, ARRAY[${join(starts)}] AS starts`,
    ids: join(ways, " UNION "),
  };
}

/**
 * The best hits among the records named: whole labels before their beginnings, beginnings of words before the rest (contract §4).
 * What begins unaccented with a text does so collapsed, too.
 */
function bestNamed(
  definition: AnyDefinition,
  { locale, alias, total }: { locale: Locale; alias: SqlQuery; total: SqlQuery },
) {
  const [table, key] = [identifier(definition.table), identifier(definition.key)];
  const label = labelOf(definition, locale);
  return sql`
      best AS (
        SELECT labels.*,
          CASE
            WHEN labels.collapsed = wanted.collapsed THEN 0
            WHEN starts_with(labels.collapsed, wanted.collapsed) THEN 1
            WHEN position(' ' || wanted.collapsed IN labels.collapsed) > 0 THEN 2
            ELSE 3
          END AS place
        FROM (
          SELECT named.id, ${label} AS label, fold_umlauts(fold_text(${label})) AS collapsed
          FROM named JOIN ${table} r ON r.${key} = named.id OFFSET 0
        ) AS labels CROSS JOIN wanted
        ORDER BY place, label, id LIMIT ${raw(String(TYPEAHEAD_HITS))}
      )
      SELECT ${linkColumns(definition)}, best.label, ${detailOf(definition, locale)} AS detail, ${alias} AS alias, ${total} AS total
      FROM best JOIN ${table} r ON r.${key} = best.id
      ORDER BY best.place, best.label, best.id`;
}

const withSingleSpaces = (text: string) => text.split(/\s+/).filter(Boolean).join(" ");

/** A statement that holds a typeahead's (`searchStatement`), planned as suits the text. */
export const plannedFor = (text: string, statement: SqlQuery) =>
  hasOnePlan(searchWords(text)) ? statement : planAnew(statement);

/** That a record's names hold all words of a text. */
function holding(text: string): SqlQuery {
  const words = searchWords(text);
  const pattern = hasOnePlan(words) ? forAnyWord : undefined;
  const named = words.map((word) => contains(sql`r.namen`, sql`fold_umlauts(r.namen)`, word, pattern));
  return join([...words.map((word) => inSearchedFields(word, pattern)), ...named], " AND ");
}

/** The keys of some of the records that match. */
const matching = (definition: AnyDefinition, text: string, most: number) =>
  sql`SELECT r.${identifier(definition.key)} AS id FROM ${identifier(definition.table)} r WHERE ${holding(text)} LIMIT ${raw(String(most))}`;

/** The best hits among the records whose names begin with a text. None of them was found by a further name. */
function beginningStatement(definition: AnyDefinition, text: string, locale: Locale): SqlQuery {
  const { wanted, ids } = byBeginning(definition, withSingleSpaces(text));
  const nothing = { alias: sql`NULL`, total: sql`0` };
  return sql`WITH wanted AS MATERIALIZED (${wanted}), named AS MATERIALIZED (${ids}), ${bestNamed(definition, { locale, ...nothing })}`;
}

/**
 * The statement of a typeahead: the best hits for a text. Where the records whose names begin with it are fewer than the hits
 * wanted, the trigram index narrows the table, and what it yields is held to the names alone.
 * @param counts whether the hits say how many match, up to a thousand
 */
export function searchStatement(
  definition: AnyDefinition,
  text: string,
  { locale, counts }: { locale: Locale; counts: boolean },
): SqlQuery {
  const { wanted, ids } = byBeginning(definition, withSingleSpaces(text));
  const alias = aliasFound(definition, searchWords(text));
  const total = counts ? sql`(SELECT count(*)::int FROM matching)` : sql`0`;
  const tooFew = sql`(SELECT count(*) FROM begun) < ${TYPEAHEAD_HITS}`;
  // More are counted than are looked at.
  const most = sql`LIMIT ${raw(String(MOST_HOLDING))}`;
  return sql`
      WITH wanted AS MATERIALIZED (${wanted}), begun AS MATERIALIZED (${ids}),
      matching AS MATERIALIZED (${matching(definition, text, counts ? SEARCH_MOST_COUNTED : MOST_HOLDING)}),
      named AS (SELECT id FROM begun UNION (SELECT id FROM matching WHERE ${tooFew} ${most})),
      ${bestNamed(definition, { locale, alias, total })}`;
}

/**
 * The best hits of a typeahead in one kind. Most texts begin the names of enough records, and the statement that finds
 * these has a plan that serves all texts; the other one is planned for its words, unless it is a long one.
 */
export async function searchRecords(
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
  const counted = sql`SELECT count(*)::int AS total FROM (${matching(definition, text, SEARCH_MOST_COUNTED)}) AS matching`;
  const [found] = await connection.$queryRaw<[{ total: number }]>(plannedFor(text, counted));
  // Somebody may have deleted one meanwhile.
  const total = Math.max(hits.length, found.total);
  return hits.map((hit) => ({ ...hit, total }));
}
