import { LOCALES, type Locale } from "../../i18n";
import { SEARCH_MOST_COUNTED, TYPEAHEAD_HITS } from "../../limits";
import { ALIASES } from "../../records/aliases";
import type { AnyDefinition, AnyRow } from "../../records/define";
import { searchWords } from "../../records/search-words";
import type { Connection } from "../db";
import { Prisma } from "../generated/prisma/client";
import { planAnew } from "../sql-connection";
import { contains, inSearchedFields } from "./folded";
import { detailOf, identifier, labelOf, linkColumns } from "./sql";

const { sql, join } = Prisma;

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
function aliasFound({ labelFields, foundBy = [] }: AnyDefinition, words: readonly string[]): Prisma.Sql {
  const names = new Set([...LOCALES.flatMap((locale) => labelFields(locale)), ...foundBy]);
  names.delete(ALIASES);
  const known = sql`fold_text(concat_ws(E'\\n', ${join([...names].map((name) => sql`r.${identifier(name)}`))}))`;
  const holds = (text: Prisma.Sql, word: string) => contains(text, sql`fold_umlauts(${text})`, word);
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
 * The statement of a typeahead: the best hits for a text, whole labels before their beginnings, beginnings of words before the rest
 * (contract §4). Most texts begin a name, which an index of beginnings finds whatever the table's size; where these are fewer
 * than the hits wanted, the trigram index narrows the table, and what it yields is held to the names alone.
 * @param counts whether the hits say how many match, up to a thousand
 */
export function searchStatement(
  definition: AnyDefinition,
  text: string,
  { locale, counts }: { locale: Locale; counts: boolean },
): Prisma.Sql {
  const [table, key] = [identifier(definition.table), identifier(definition.key)];
  const label = labelOf(definition, locale);
  const words = searchWords(text);
  const isNamed = join(
    words.map((word) => contains(sql`r.namen`, sql`fold_umlauts(r.namen)`, word)),
    " AND ",
  );
  const holds = sql`${join(words.map(inSearchedFields), " AND ")} AND ${isNamed}`;
  const whole = text.split(/\s+/).filter(Boolean).join(" ");
  const wanted = sql`fold_text(${whole})`;
  const either = (test: (value: Prisma.Sql, start: Prisma.Sql) => Prisma.Sql) =>
    sql`(${test(sql`labels.folded`, wanted)} OR ${test(sql`fold_umlauts(labels.folded)`, sql`fold_umlauts(${wanted})`)})`;
  const begun = beginnings(definition, whole).map((fields) => {
    const parts = fields.map(({ name, beginning }) => {
      const folded = sql`fold_umlauts(fold_text(r.${identifier(name)}))`;
      const start = sql`fold_umlauts(fold_text(${beginning}))`;
      return { folded, where: sql`${folded} ~>=~ ${start} AND ${folded} ~<~ (${start} || chr(1114111))` };
    });
    const order = join(parts.map(({ folded }) => sql`${folded} USING ~<~`));
    return sql`(SELECT r.${key} AS id FROM ${table} r
      WHERE ${join(
        parts.map(({ where }) => where),
        " AND ",
      )} AND ${isNamed}
      ORDER BY ${order} LIMIT ${Prisma.raw(String(MOST_BEGUN))})`;
  });
  const total = sql`(SELECT count(*)::int FROM (
    SELECT 1 FROM ${table} r WHERE ${holds} LIMIT ${Prisma.raw(String(SEARCH_MOST_COUNTED))}) AS counted)`;
  return sql`
      WITH begun AS MATERIALIZED (${join(begun, " UNION ")}),
      named AS (
        SELECT id FROM begun UNION
        (SELECT r.${key} FROM ${table} r
          WHERE (SELECT count(*) FROM begun) < ${TYPEAHEAD_HITS} AND ${holds} LIMIT ${Prisma.raw(String(MOST_HOLDING))})
      ),
      best AS (
        SELECT labels.*,
          CASE
            WHEN ${either((value, start) => sql`${value} = ${start}`)} THEN 0
            WHEN ${either((value, start) => sql`starts_with(${value}, ${start})`)} THEN 1
            WHEN ${either((value, start) => sql`position(' ' || ${start} IN ${value}) > 0`)} THEN 2
            ELSE 3
          END AS place
        FROM (
          SELECT named.id, ${label} AS label, fold_text(${label}) AS folded
          FROM named JOIN ${table} r ON r.${key} = named.id OFFSET 0
        ) AS labels
        ORDER BY place, label, id LIMIT ${TYPEAHEAD_HITS}
      )
      SELECT ${linkColumns(definition)}, best.label, ${detailOf(definition, locale)} AS detail,
        ${aliasFound(definition, words)} AS alias, ${counts ? total : sql`0`} AS total
      FROM best JOIN ${table} r ON r.${key} = best.id
      ORDER BY best.place, best.label, best.id`;
}

/** The best hits of a typeahead in one kind. */
export const searchRecords = (
  connection: Connection,
  definition: AnyDefinition,
  text: string,
  wanted: { locale: Locale; counts: boolean },
) => connection.$queryRaw<StoredHit[]>(planAnew(searchStatement(definition, text, wanted)));
