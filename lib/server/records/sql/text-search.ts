import { foldCollapsed, unaccent } from "@/lib/fold";
import { sql, type SqlQuery } from "../../database/sql";

/**
 * Whether collapsing (dropping the e of ae, oe and ue) may drop a word's first letter: "goesel"
 * contains "esel", but its collapsed form "gosel" does not. Such a word is also searched
 * unaccented. A letter outside ASCII is treated as an e: only the database knows how it folds.
 */
const mayLoseItsBeginning = (word: string) => !/^[!-df-~]/.test(unaccent(word));

/** Builds a LIKE pattern for a folded word. The planner sees the pattern's value. */
const asIs = (folded: SqlQuery) => sql`containing(${folded})`;
/**
 * Builds the same pattern, but hides its value from the planner, so that one generic plan serves
 * all words.
 */
export const forAnyWord: typeof asIs = (folded) => sql`(SELECT containing(${folded}))`;

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

/**
 * Builds a condition: a folded text contains a word in its unaccented or collapsed form (contract
 * §2).
 */
export function contains(folded: SqlQuery, collapsed: SqlQuery, word: string, pattern = asIs): SqlQuery {
  const isThere = sql`${collapsed} LIKE ${pattern(collapsedWord(word))}`;
  return mayLoseItsBeginning(word) ? sql`(${isThere} OR ${folded} LIKE ${pattern(sql`fold_text(${word})`)})` : isThere;
}

/** Builds a condition: a searched field of record `r` contains a word. */
export const inSearchedFields = (word: string, pattern = asIs) =>
  contains(sql`r.suche`, sql`r.suche_kompakt`, word, pattern);
