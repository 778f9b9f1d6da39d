import { unaccent } from "../../fold";
import { Prisma } from "../generated/prisma/client";

const { sql, join } = Prisma;

/**
 * Collapsing leaves out the e of ae, oe and ue and nothing else. So a text that holds a word unaccented also holds it collapsed,
 * unless the word begins with the e that is left out: "goesel" holds "esel", and "gosel" does not.
 */
const mayLoseItsBeginning = (word: string) => !/^[!-df-~]/.test(unaccent(word));

/** What is looked for, as a pattern of a folded word; the statement's plan may hang on it. */
const asIs = (folded: Prisma.Sql) => sql`containing(${folded})`;
/** The same hidden from who plans, so that one plan serves all words. */
export const forAnyWord: typeof asIs = (folded) => sql`(SELECT containing(${folded}))`;

/** So many letters or figures, by which the index finds few records whatever they are. */
const LONG_WORD = /[a-z0-9]{5}/;

/** Whether one plan does for some words as for all like them: to make one takes longer than to find a long word. */
export const hasOnePlan = ([word = "", ...more]: readonly string[]) =>
  more.length === 0 && LONG_WORD.test(unaccent(word));

const collapsedWord = (word: string) => sql`fold_umlauts(fold_text(${word}))`;

/** A folded text contains a word in its unaccented or in its collapsed form (contract §2). */
export function contains(folded: Prisma.Sql, collapsed: Prisma.Sql, word: string, pattern = asIs): Prisma.Sql {
  const isThere = sql`${collapsed} LIKE ${pattern(collapsedWord(word))}`;
  return mayLoseItsBeginning(word) ? sql`(${isThere} OR ${folded} LIKE ${pattern(sql`fold_text(${word})`)})` : isThere;
}

/**
 * A word stands in some searched field of the record called `r`. The collapsed form has an index: where a word may have lost its e
 * in it, that is asked for the word behind each of the letters which take it.
 */
export function inSearchedFields(word: string, pattern = asIs): Prisma.Sql {
  const isThere = contains(sql`r.suche`, sql`r.suche_kompakt`, word, pattern);
  if (!mayLoseItsBeginning(word)) return isThere;
  const lost = ["a", "o", "u"].map((letter) => pattern(sql`${letter}::text || substr(${collapsedWord(word)}, 2)`));
  return sql`(r.suche_kompakt LIKE ANY (ARRAY[${join([pattern(collapsedWord(word)), ...lost])}]) AND ${isThere})`;
}
