import { foldCollapsed, unaccent } from "@/lib/model/pure/fold";
import { ALIASES } from "@/lib/model/kinds/aliases";
import { allLabelFields, type AnyDefinition } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { LinkList } from "@/lib/model/kinds/relations";
import { empty, join, raw, sql, type SqlQuery } from "../database/sql";
import { getAt } from "@/lib/model/pure/get-at";
import { identifier } from "./fragments";

/**
 * Whether collapsing (dropping the e of ae, oe and ue) may drop a word's first letter: "goesel"
 * contains "esel", but its collapsed form "gosel" does not. A letter outside ASCII is treated as an
 * e: only the database knows how it folds.
 */
const mayLoseFirstLetter = (word: string) => !/^[!-df-~]/.test(unaccent(word));

/** Builds a LIKE pattern for a folded word. The planner sees the pattern's value. */
const likePattern = (folded: SqlQuery) => sql`containing(${folded})`;
/**
 * Builds the same pattern, but hides its value from the planner, so that one generic plan serves
 * all words.
 */
export const genericLikePattern: typeof likePattern = (folded) => sql`(SELECT containing(${folded}))`;

/**
 * Matches five letters or digits in a row. A word that contains such a run is selective: the
 * trigram index usually finds few records for it.
 */
const LONG_WORD = /[a-z0-9]{5}/;

/**
 * Whether a search for these words uses a generic plan. It does for a single long word, because
 * planning such a search takes longer than the search itself.
 */
export const usesGenericPlan = ([word = "", ...more]: readonly string[]) =>
  more.length === 0 && LONG_WORD.test(foldCollapsed(word));

const collapsedWord = (word: string) => sql`fold_umlauts(fold_text(${word}))`;

/** Builds a condition: a collapsed text contains a word in its collapsed form. */
export const containsCollapsed = (collapsed: SqlQuery, word: string, pattern = likePattern): SqlQuery =>
  sql`${collapsed} LIKE ${pattern(collapsedWord(word))}`;

/**
 * Builds a condition: a folded text contains a word in its unaccented or collapsed form (contract
 * §2). Only the collapsed form has an index, which finds a word without its first letter, too: both
 * forms of the text contain the rest.
 */
export function contains(folded: SqlQuery, collapsed: SqlQuery, word: string, pattern = likePattern): SqlQuery {
  const matches = (text: SqlQuery, part: SqlQuery) => sql`${text} LIKE ${pattern(part)}`;
  const isCollapsed = containsCollapsed(collapsed, word, pattern);
  if (!mayLoseFirstLetter(word)) return isCollapsed;
  const rest = matches(collapsed, sql`fold_umlauts(substr(fold_text(${word}), 2))`);
  return sql`(${rest} AND (${isCollapsed} OR ${matches(folded, sql`fold_text(${word})`)}))`;
}

/**
 * Minimum length of a name that may match inside a word. Shorter names occur inside too many words,
 * so they match only at the beginning of a word.
 */
const SHORT = 4;

/** Builds a condition: a folded text, which also has its collapsed form, contains one of the names. */
export const foldedContainsOneOf = (folded: SqlQuery, collapsed: SqlQuery, names: readonly string[]): SqlQuery => {
  const terms = names.map((name) => {
    if (name.length >= SHORT) return contains(folded, collapsed, name);
    return sql`${folded} ~ ('\\m' || regexp_replace(fold_text(${name}), '\\W', '\\\\\\&', 'g'))`;
  });
  return sql`(${join(terms, " OR ")})`;
};

/** Builds a condition: a text contains one of the names, compared folded. */
export const containsOneOf = (text: SqlQuery, names: readonly string[]): SqlQuery => {
  const folded = sql`fold_text(${text})`;
  return foldedContainsOneOf(folded, sql`fold_umlauts(${folded})`, names);
};

/** Builds a condition: a searched field of record `r` contains a word. */
export const inSearchedFields = (word: string, pattern = likePattern) =>
  contains(sql`r.suche`, sql`r.suche_kompakt`, word, pattern);

/**
 * Selects by what all words find record `r` (contract §10): its name in any language, its names and
 * aliases, its searched fields, or else only together with linked records.
 */
export function hitReason(definition: AnyDefinition, words: readonly string[]): SqlQuery {
  const own = allLabelFields(definition).map((name) => sql`r.${identifier(name)}`);
  const names = sql`fold_text(concat_ws(E'\\n', ${join(own)}))`;
  const namesAndAliases = sql`fold_text(concat_ws(E'\\n', ${join(own)}, array_to_string(r.${identifier(ALIASES)}, E'\\n')))`;
  const containsAll = (folded: SqlQuery) =>
    join(
      words.map((word) => contains(folded, sql`fold_umlauts(${folded})`, word)),
      " AND ",
    );
  const inOwnFields = join(
    words.map((word) => inSearchedFields(word)),
    " AND ",
  );
  return sql`CASE WHEN ${containsAll(names)} THEN 'name' WHEN ${containsAll(namesAndAliases)} THEN 'alias'
    WHEN ${inOwnFields} THEN 'field' ELSE 'linked' END`;
}

/** Builds a condition: lists of linked records find record `r` by a word. */
export const inLinkedText = (word: string, pattern = likePattern) =>
  contains(sql`r.suche_verknuepft`, sql`r.suche_verknuepft_kompakt`, word, pattern);

/**
 * Selects the keys of the records that have a link in the list to a record with the word. The last
 * condition is the first one again, in a form that no index serves: with it, PostgreSQL expects few
 * records and reads their links by an index.
 */
const linkedTo = ({ relation, own, other }: LinkList, word: string, pattern: typeof likePattern) => {
  const linked = definitionOf(other.kind);
  return sql`SELECT l.${identifier(own.column)} AS id FROM ${identifier(relation.table)} l
    JOIN ${identifier(linked.table)} r ON r.${identifier(linked.key)} = l.${identifier(other.column)}
    WHERE ${inLinkedText(word, pattern)}
      AND ${contains(sql`r.suche_verknuepft`, sql`(r.suche_verknuepft_kompakt || '')`, word, pattern)}`;
};

/**
 * Selects the records in which each word occurs in a searched field or in a linked record (contract
 * §2), as a union of two searches, each of which can use an index: of the records' own fields, and
 * of those that a linked record contributes to (docs/decisions/0020-linked-search.md).
 * @param columns what to select of record `r`
 * @param more further conditions on record `r`
 * @param pattern how the words become patterns
 */
export function foundRecords(
  { table, key, searchedLists }: AnyDefinition,
  words: readonly string[],
  {
    columns,
    more,
    pattern = likePattern,
  }: { columns: SqlQuery; more: readonly SqlQuery[]; pattern?: typeof likePattern },
): SqlQuery {
  const records = sql`${identifier(table)} r`;
  const where = (conditions: readonly SqlQuery[]) => {
    const all = [...conditions, ...more];
    return all.length > 0 ? sql`WHERE ${join(all, " AND ")}` : empty;
  };
  const own = words.map((word) => inSearchedFields(word, pattern));
  const inOwnFields = sql`SELECT ${columns} FROM ${records} ${where(own)}`;
  if (words.length === 0 || searchedLists.length === 0) return inOwnFields;
  const linked = words.map((word, index) => {
    const keys = searchedLists.map((list) => linkedTo(list, word, pattern));
    const name = raw(`linked_${index}`);
    return { table: sql`${name} AS MATERIALIZED (${join(keys, " UNION ")})`, ids: sql`SELECT id FROM ${name}` };
  });
  const id = sql`r.${identifier(key)}`;
  const eachWord = own.map((isOwn, index) => sql`(${isOwn} OR ${id} IN (${getAt(linked, index).ids}))`);
  const candidates = join(
    linked.map(({ ids }) => ids),
    " UNION ",
  );
  return sql`${inOwnFields} UNION ALL (
    WITH ${join(linked.map((each) => each.table))}
    SELECT ${columns} FROM (${candidates}) AS candidates JOIN ${records} ON ${id} = candidates.id
    ${where([...eachWord, sql`NOT (${join(own, " AND ")})`])})`;
}
