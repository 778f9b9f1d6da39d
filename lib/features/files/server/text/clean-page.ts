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

/** The length of a passage, at which a text is split at the next blank. */
const PASSAGE_LENGTH = 4_000;
/** The length at which it is split inside a word. */
const MAX_LENGTH = 8_000;

/** Splits a cleaned text into passages, so that searching a long document reads little of it; none if it is empty. */
export function splitText(text: string): string[] {
  const passages: string[] = [];
  for (let start = 0; start < text.length;) {
    const blank = text.indexOf(" ", start + PASSAGE_LENGTH);
    const end = blank < 0 || blank > start + MAX_LENGTH ? Math.min(text.length, start + MAX_LENGTH) : blank;
    passages.push(text.slice(start, end).trim().toWellFormed());
    start = end;
  }
  return passages.filter((passage) => passage !== "");
}
