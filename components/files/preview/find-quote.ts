/** A part of an item of a page's text content, as offsets in its text. */
export type TextMark = { item: number; start: number; end: number };

/** White space, hyphens and invisible signs: line breaks change them. */
const IGNORED = /[\s\p{Cc}\p{Cf}\p{M}\-\u2010\u2011\uFFFD]/u;
/** Letters of a sentence that must be found together, unless all of it is found. */
const MIN_LETTERS = 20;
/** On the page after the first, the rest of a sentence follows at most a header of this many letters. */
const MAX_HEADER_LETTERS = 300;

type Letters = {
  text: string;
  /** For each letter, its item and the offsets of its sign there. */
  origins: TextMark[];
};

/** Returns the letters of texts as one, in the form in which different spellings of a letter are equal. */
function lettersOf(items: readonly string[]): Letters {
  const letters: string[] = [];
  const origins: TextMark[] = [];
  for (const [item, text] of items.entries()) {
    let start = 0;
    for (const sign of text) {
      const end = start + sign.length;
      for (const letter of sign.normalize("NFKD").split("")) {
        if (IGNORED.test(letter)) continue;
        letters.push(letter);
        origins.push({ item, start, end });
      }
      start = end;
    }
  }
  return { text: letters.join(""), origins };
}

/** Returns how many of the first letters of `sought` occur together in `text`. */
function foundLength(text: string, sought: string): number {
  let [found, tooLong] = [0, sought.length + 1];
  while (tooLong - found > 1) {
    const length = Math.floor((found + tooLong) / 2);
    if (text.includes(sought.slice(0, length))) found = length;
    else tooLong = length;
  }
  return found;
}

/** Joins the origins of successive letters to one mark for each item. */
function marksOf(origins: readonly TextMark[], items: readonly string[]): TextMark[] {
  const marks: TextMark[] = [];
  for (const { item, start, end } of origins) {
    const last = marks.at(-1);
    if (last?.item === item) {
      last.end = end;
      continue;
    }
    // With the hyphen at the end of a line.
    if (last) last.end = items[last.item]?.length ?? last.end;
    marks.push({ item, start, end });
  }
  return marks;
}

/**
 * Finds a sentence in the text of successive pages, across items and lines, as far as it goes there.
 * @param pages the texts of the items of each page
 * @returns the marks of each page; none if the sentence does not begin on the first one
 */
export function findQuote(pages: readonly (readonly string[])[], quote: string): TextMark[][] {
  let rest = lettersOf([quote]).text;
  return pages.map((items, index) => {
    if (rest === "") return [];
    const { text, origins } = lettersOf(items);
    const length = foundLength(text, rest);
    const at = text.indexOf(rest.slice(0, length));
    const isFound = index === 0 ? length >= Math.min(MIN_LETTERS, rest.length) : length > 0 && at <= MAX_HEADER_LETTERS;
    rest = isFound ? rest.slice(length) : "";
    return isFound ? marksOf(origins.slice(at, at + length), items) : [];
  });
}
