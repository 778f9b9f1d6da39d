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
type FoldedCharacter = Range & { character: string };

function foldedCharacters(text: string): FoldedCharacter[] {
  const characters: FoldedCharacter[] = [];
  let start = 0;
  for (const letter of text) {
    const end = start + letter.length;
    const folded = unaccent(letter);
    // A combining accent extends the range of the preceding letter.
    const before = characters.at(-1);
    if (folded === "" && before) before.end = end;
    for (const character of folded.split("")) characters.push({ character, start, end });
    start = end;
  }
  return characters;
}

/** Merges each `ae`, `oe` and `ue` into a single character. */
function collapsedCharacters(characters: readonly FoldedCharacter[]): FoldedCharacter[] {
  const collapsed: FoldedCharacter[] = [];
  let previous = "";
  for (const character of characters) {
    const before = collapsed.at(-1);
    const isSecond = character.character === "e" && before && /[aou]/.test(previous);
    previous = character.character;
    if (isSecond) collapsed[collapsed.length - 1] = { ...before, end: character.end };
    else collapsed.push({ ...character });
  }
  return collapsed;
}

function rangesIn(characters: readonly FoldedCharacter[], word: string): Range[] {
  const folded = characters.map(({ character }) => character).join("");
  const ranges: Range[] = [];
  for (let at = folded.indexOf(word); word && at >= 0; at = folded.indexOf(word, at + word.length)) {
    const [first, last] = [characters[at], characters[at + word.length - 1]];
    if (first && last) ranges.push({ start: first.start, end: last.end });
  }
  return ranges;
}

/** Returns the ranges of a text in which a word occurs, matched as by `matchesFolded`. */
export function foldedRanges(text: string, word: string): Range[] {
  const characters = foldedCharacters(text);
  const ranges = rangesIn(characters, unaccent(word));
  return ranges.length > 0 ? ranges : rangesIn(collapsedCharacters(characters), foldCollapsed(word));
}
