import { foldCollapsed, unaccent } from "@/lib/fold";
import { sql, type SqlQuery } from "../../database/sql";

/**
 * Whether collapsing, which drops the e of ae, oe and ue, may drop a word's first letter: "goesel"
 * contains "esel", but "gosel" does not. Otherwise a text that contains a word unaccented also
 * contains it collapsed. Letters outside ASCII count as an e: only the database knows how it folds
 * them.
 */
const mayLoseItsBeginning = (word: string) => !/^[!-df-~]/.test(unaccent(word));

/** A LIKE pattern for a folded word. The planner sees its value. */
const asIs = (folded: SqlQuery) => sql`containing(${folded})`;
/** The same pattern, hidden from the planner, so that a generic plan is used for all words. */
export const forAnyWord: typeof asIs = (folded) => sql`(SELECT containing(${folded}))`;

/**
 * A run of this many letters or digits is selective: the trigram index mostly finds few records.
 */
const LONG_WORD = /[a-z0-9]{5}/;

/**
 * Whether a search for these words uses a generic plan: for a single long word, where planning
 * takes longer than the search.
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
