import { foldCollapsed, unaccent } from "@/lib/fold";

/**
 * Whether every word of a query occurs in a text, whatever the case, accents and way of writing an umlaut:
 * `mueller`, `muller` and `Müller` find each other, and `element` still finds `Bauelemente` (contract §2).
 */
export function matchesFolded(text: string, query: string): boolean {
  const [plain, collapsed] = [unaccent(text), foldCollapsed(text)];
  const words = query.trim().split(/\s+/);
  return words.every((word) => plain.includes(unaccent(word)) || collapsed.includes(foldCollapsed(word)));
}

/** A stretch of a text, without its end. */
export type Range = { start: number; end: number };

/** A folded sign, and the stretch of the text that it stands for. */
type FoldedSign = Range & { sign: string };

function foldedSigns(text: string): FoldedSign[] {
  const signs: FoldedSign[] = [];
  let start = 0;
  for (const letter of text) {
    const end = start + letter.length;
    const folded = unaccent(letter);
    // An accent of its own belongs to the letter before it.
    const before = signs.at(-1);
    if (folded === "" && before) before.end = end;
    for (const sign of folded.split("")) signs.push({ sign, start, end });
    start = end;
  }
  return signs;
}

/** The same with ä and ae as one sign. */
function collapsedSigns(signs: readonly FoldedSign[]): FoldedSign[] {
  const collapsed: FoldedSign[] = [];
  for (const [index, sign] of signs.entries()) {
    const before = collapsed.at(-1);
    const isSecond = sign.sign === "e" && before && /[aou]/.test(signs[index - 1]?.sign ?? "");
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

/** Where a word occurs in a text, as `matchesFolded` finds it, in the text's own positions. */
export function foldedRanges(text: string, word: string): Range[] {
  const signs = foldedSigns(text);
  const ranges = rangesIn(signs, unaccent(word));
  return ranges.length > 0 ? ranges : rangesIn(collapsedSigns(signs), foldCollapsed(word));
}
