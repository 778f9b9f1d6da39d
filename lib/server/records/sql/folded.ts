import { foldCollapsed, unaccent } from "@/lib/fold";
import { sql, type SqlQuery } from "../../database/sql";

/**
 * Whether a word may begin with an e, as far as is known here. Collapsing leaves out the e of ae, oe and ue and nothing else. So a
 * text that holds a word unaccented also holds it collapsed, unless the word begins with the e that is left out: "goesel" holds
 * "esel", and "gosel" does not.
 */
const mayLoseItsBeginning = (word: string) => !/^[!-df-~]/.test(unaccent(word));

/** What is looked for, as a pattern of a folded word; the statement's plan may hang on it. */
const asIs = (folded: SqlQuery) => sql`containing(${folded})`;
/** The same hidden from who plans, so that one plan serves all words. */
export const forAnyWord: typeof asIs = (folded) => sql`(SELECT containing(${folded}))`;

/** So many letters or figures in a row are mostly found in few records, and by the index. */
const LONG_WORD = /[a-z0-9]{5}/;

/** Whether a search for these words keeps its plan: for one long word, where making a plan takes longer than finding it. */
export const hasOnePlan = ([word = "", ...more]: readonly string[]) =>
  more.length === 0 && LONG_WORD.test(foldCollapsed(word));

const collapsedWord = (word: string) => sql`fold_umlauts(fold_text(${word}))`;

/** A folded text contains a word in its unaccented or in its collapsed form (contract §2). */
export function contains(folded: SqlQuery, collapsed: SqlQuery, word: string, pattern = asIs): SqlQuery {
  const isThere = sql`${collapsed} LIKE ${pattern(collapsedWord(word))}`;
  return mayLoseItsBeginning(word) ? sql`(${isThere} OR ${folded} LIKE ${pattern(sql`fold_text(${word})`)})` : isThere;
}

/** A word stands in some searched field of the record called `r`. */
export const inSearchedFields = (word: string, pattern = asIs) =>
  contains(sql`r.suche`, sql`r.suche_kompakt`, word, pattern);
