import { foldedRanges, matchesFolded, type Range } from "@/components/ui/fold";
import { LOCALES, type Locale } from "@/lib/i18n";
import type { AnyDefinition, AnyRow, Column } from "@/lib/records/kinds/define";
import { rowNoteOf } from "@/lib/records/kinds/glance";

/** A piece of a text that a filter matched; `match` where it is what was looked for. */
export type HintPiece = { text: string; match: boolean };
/** Where a filter found what the row does not show: the field, and what stands around it there. */
export type MatchHint = { field: string; pieces: HintPiece[] };

/** Texts up to this length are shown whole. */
const SHORT = 90;
/** So much stands before a match and behind it. */
const LEAD = 30;
const TAIL = 50;

/** What of a text stands around its matches, from a word's beginning to a word's end. */
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

/** The text around what was found, in pieces, with dots for what is left out. */
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

/** What the columns of a row show, and the fields of its second line that are searched. */
function shownTexts(definition: AnyDefinition, row: AnyRow, locale: Locale, shown: readonly Column[]): string[] {
  const searched = (definition.rowNote ?? []).filter(
    (glance) => "field" in glance && definition.searched.includes(glance.field),
  );
  const columns = shown.map((column) => column.text(row, locale));
  return [...columns, ...rowNoteOf(definition, row, locale, searched)];
}

/** The texts of a searched field, of references in both languages: the row shows them in one. */
function searchedTexts(definition: AnyDefinition, row: AnyRow, name: string): string[] {
  const field = definition.fields[name];
  if (!field) return [];
  const texts = (locale: Locale) => field.rowNames?.(row, name, locale) ?? [field.rowText(row, name, locale)];
  return field.reference ? LOCALES.flatMap(texts) : texts(LOCALES[0]);
}

/**
 * Where the words of a filter were found that stand nowhere in a row as it is shown.
 * @param columns what it shows; the shipped columns by default
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
