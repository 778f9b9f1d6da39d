import { foldCollapsed, unaccent } from "./fold";

/**
 * True if a text contains every word of a query, regardless of case, accents and umlaut spelling:
 * `mueller`, `muller` and `Müller` match each other, and `element` still matches `Bauelemente`
 * (contract §2).
 */
export function matchesFolded(text: string, query: string): boolean {
  const [plain, collapsed] = [unaccent(text), foldCollapsed(text)];
  const words = query.trim().split(/\s+/);
  return words.every((word) => plain.includes(unaccent(word)) || collapsed.includes(foldCollapsed(word)));
}

/** A range of a text; `end` is exclusive. */
export type Range = { start: number; end: number };

/** A character of the folded text, with the range of the original text from which it was folded. */
type FoldedSign = Range & { sign: string };

function foldedSigns(text: string): FoldedSign[] {
  const signs: FoldedSign[] = [];
  let start = 0;
  for (const letter of text) {
    const end = start + letter.length;
    const folded = unaccent(letter);
    // A combining accent extends the range of the preceding letter.
    const before = signs.at(-1);
    if (folded === "" && before) before.end = end;
    for (const sign of folded.split("")) signs.push({ sign, start, end });
    start = end;
  }
  return signs;
}

/** Merges each `ae`, `oe` and `ue` into a single character. */
function collapsedSigns(signs: readonly FoldedSign[]): FoldedSign[] {
  const collapsed: FoldedSign[] = [];
  let previous = "";
  for (const sign of signs) {
    const before = collapsed.at(-1);
    const isSecond = sign.sign === "e" && before && /[aou]/.test(previous);
    previous = sign.sign;
    if (isSecond) collapsed[collapsed.length - 1] = { ...before, end: sign.end };
    else collapsed.push({ ...sign });
  }
  return collapsed;
}

function rangesIn(signs: readonly FoldedSign[], word: string): Range[] {
  const folded = signs.map(({ sign }) => sign).join("");
  const ranges: Range[] = [];
  for (let at = folded.indexOf(word); word && at >= 0; at = folded.indexOf(word, at + word.length)) {
    const [first, last] = [signs[at], signs[at + word.length - 1]];
    if (first && last) ranges.push({ start: first.start, end: last.end });
  }
  return ranges;
}

/** Returns the ranges of a text in which a word occurs, matched as by `matchesFolded`. */
export function foldedRanges(text: string, word: string): Range[] {
  const signs = foldedSigns(text);
  const ranges = rangesIn(signs, unaccent(word));
  return ranges.length > 0 ? ranges : rangesIn(collapsedSigns(signs), foldCollapsed(word));
}
