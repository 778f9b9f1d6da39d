import { foldedRanges, matchesFolded, type Range } from "@/components/ui/fold";
import { LOCALES, type Locale } from "@/lib/i18n";
import type { AnyDefinition, AnyRow, Column } from "@/lib/records/kinds/define";
import { rowSubtitleOf } from "@/lib/records/kinds/highlight";

/** A piece of text around a match; `match` marks the searched word itself. */
export type HintPiece = { text: string; match: boolean };
/**
 * A field that contains a filter word that the row does not show, with the text around the match.
 */
export type MatchHint = { field: string; pieces: HintPiece[] };

/** Maximum length in characters of texts that are shown whole. */
const SHORT = 90;
/** Number of characters shown before and after a match. */
const LEAD = 30;
const TAIL = 50;

/** Returns the ranges of text to show around matches, extended to word boundaries. */
function around(text: string, matches: readonly Range[]): Range[] {
  if (text.length <= SHORT) return [{ start: 0, end: text.length }];
  const windows: Range[] = [];
  for (const match of matches) {
    const space = text.slice(0, match.start).search(new RegExp(`\\s\\S*.{0,${LEAD}}$`, "su"));
    const start = match.start <= LEAD || space < 0 ? 0 : space + 1;
    const wished = text.lastIndexOf(" ", match.end + TAIL);
    const end = match.end + TAIL >= text.length ? text.length : Math.max(wished, match.end);
    const before = windows.at(-1);
    if (before && start <= before.end) before.end = Math.max(before.end, end);
    else windows.push({ start, end });
  }
  return windows;
}

/** Splits a text into matches and their context, with an ellipsis for omitted parts. */
function piecesOf(text: string, words: readonly string[]): HintPiece[] {
  const byPlace = (one: Range, other: Range) => one.start - other.start || other.end - one.end;
  const found = words.map((word) => foldedRanges(text, word));
  const first = found.flatMap((ranges) => ranges.slice(0, 1)).sort(byPlace);
  const all = found.flat().sort(byPlace);
  const pieces: HintPiece[] = [];
  let at = 0;
  for (const { start, end } of around(text, first)) {
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

/** Returns the texts that a row shows: its columns, and the searched fields in its subtitle. */
function shownTexts(definition: AnyDefinition, row: AnyRow, locale: Locale, shown: readonly Column[]): string[] {
  const searched = (definition.rowSubtitle ?? []).filter(
    (glance) => "field" in glance && definition.searched.includes(glance.field),
  );
  const columns = shown.map((column) => column.text(row, locale));
  return [...columns, ...rowSubtitleOf(definition, row, locale, searched)];
}

/**
 * Returns the texts of a searched field. Reference entries are returned in both languages, as the
 * row shows only one.
 */
function searchedTexts(definition: AnyDefinition, row: AnyRow, name: string): string[] {
  const field = definition.fields[name];
  if (!field) return [];
  const texts = (locale: Locale) => field.rowNames?.(row, name, locale) ?? [field.rowText(row, name, locale)];
  return field.reference ? LOCALES.flatMap(texts) : texts(LOCALES[0]);
}

/**
 * Finds the fields that contain those filter words that the row itself does not show.
 * @param columns the shown columns; the default columns if omitted
 */
export function matchHints(
  definition: AnyDefinition,
  row: AnyRow,
  filter: string,
  locale: Locale,
  columns: readonly Column[] = definition.columns,
): MatchHint[] {
  const words = [...new Set(filter.split(/\s+/).filter(Boolean))];
  const shown = shownTexts(definition, row, locale, columns);
  const found = new Map<string, { field: string; words: string[] }>();
  for (const word of words) {
    if (shown.some((text) => matchesFolded(text, word))) continue;
    for (const field of definition.searched) {
      const text = searchedTexts(definition, row, field).find((candidate) => matchesFolded(candidate, word));
      if (text === undefined) continue;
      const place = found.get(text) ?? { field, words: [] };
      found.set(text, { ...place, words: [...place.words, word] });
      break;
    }
  }
  return [...found].map(([text, place]) => ({ field: place.field, pieces: piecesOf(text, place.words) }));
}
