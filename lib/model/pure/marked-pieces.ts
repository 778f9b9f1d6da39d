import { foldedRanges, type Range } from "./folded-matches";

/** A piece of text around a match; `match` marks the searched word itself. */
export type HintPiece = { text: string; match: boolean };

/** Maximum length in characters of texts that are shown whole. */
const SHORT = 90;
/** Number of characters shown before and after a match. */
const CHARACTERS_BEFORE = 30;
const CHARACTERS_AFTER = 50;

/** Returns the words of a filter, each once. */
export const filterWords = (filter: string) => [...new Set(filter.split(/\s+/).filter(Boolean))];

/** Returns the ranges of text to show around matches, extended to word boundaries. */
function contextRanges(text: string, matches: readonly Range[], maxWhole: number): Range[] {
  if (text.length <= maxWhole) return [{ start: 0, end: text.length }];
  const windows: Range[] = [];
  for (const match of matches) {
    const space = text.slice(0, match.start).search(new RegExp(`\\s\\S*.{0,${CHARACTERS_BEFORE}}$`, "su"));
    const start = match.start <= CHARACTERS_BEFORE || space < 0 ? 0 : space + 1;
    const lastSpace = text.lastIndexOf(" ", match.end + CHARACTERS_AFTER);
    const end = match.end + CHARACTERS_AFTER >= text.length ? text.length : Math.max(lastSpace, match.end);
    const before = windows.at(-1);
    if (before && start <= before.end) before.end = Math.max(before.end, end);
    else windows.push({ start, end });
  }
  return windows;
}

/**
 * Splits a text into matches and their context, with an ellipsis for omitted parts.
 * @param maxWhole maximum length in characters of a text of which nothing is omitted
 */
export function piecesOf(text: string, words: readonly string[], maxWhole = SHORT): HintPiece[] {
  const byPosition = (one: Range, other: Range) => one.start - other.start || other.end - one.end;
  const found = words.map((word) => foldedRanges(text, word));
  const first = found.flatMap((ranges) => ranges.slice(0, 1)).sort(byPosition);
  const all = found.flat().sort(byPosition);
  const pieces: HintPiece[] = [];
  let at = 0;
  for (const { start, end } of contextRanges(text, first, maxWhole)) {
    if (start > at) pieces.push({ text: "… ", match: false });
    at = start;
    for (const match of all) {
      if (match.start < at || match.end > end) continue;
      if (match.start > at) pieces.push({ text: text.slice(at, match.start), match: false });
      pieces.push({ text: text.slice(match.start, match.end), match: true });
      at = match.end;
    }
    if (end > at) pieces.push({ text: text.slice(at, end), match: false });
    at = end;
    if (at < text.length) pieces.push({ text: " ", match: false });
  }
  if (at < text.length) pieces.push({ text: "…", match: false });
  return pieces;
}

/** Splits a short text at the words of a filter. */
export const markedPieces = (text: string, filter: string): HintPiece[] =>
  piecesOf(text, filterWords(filter), Infinity);
