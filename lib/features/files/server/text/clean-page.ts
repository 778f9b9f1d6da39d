/** Soft hyphens, and signs that PostgreSQL cannot store or that stand for no letter. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\uFEFF\p{Cc}\p{Co}\p{Cn}]/gu;
const BROKEN_WORD = /(\p{Ll})[-\u00AD\u2010][^\S\n]*\n[^\S\n]*(?=\p{Ll})/gu;

/**
 * Returns the text of a page as the search needs it: words that were broken at the end of a line are joined,
 * ligatures are letters, and white space is single blanks.
 */
export const cleanPage = (text: string): string =>
  text
    .replace(BROKEN_WORD, "$1")
    .replace(/[ﬀ-ﬆ]/g, (ligature) => ligature.normalize("NFKC"))
    .replace(/\s+/g, " ")
    .replace(INVISIBLE, "")
    .toWellFormed()
    .trim();
