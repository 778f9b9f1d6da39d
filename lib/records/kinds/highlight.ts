import type { Locale } from "../../i18n";
import type { AnyDefinition, AnyRow } from "./define";
import { displayPeriod, type DayWords } from "../fields/day";
import type { Field } from "../fields/field";
import { linkedIn, linkedTotal } from "./linked-lists";
import { NOT_APPLICABLE } from "../reference-lists/reference-lists";
import { definitionOf } from "./registry";
import { placeOf } from "./place";
import { linkListOf } from "./relations";

/**
 * A fact that is shown beside a record's name: a field (of an address optionally only the place), a
 * period between two days, or the names of the records in a link list.
 */
export type Highlight<Name extends string = string> =
  { field: Name; as?: "place" } | { from: Name; to: Name } | { names: string };

/** The language of highlights, and the translations in it. */
export type HighlightLanguage = { locale: Locale; words: DayWords };

/**
 * How highlights are formatted: the language, the texts of fields, and the maximum number of names;
 * further names are only counted.
 */
export type HighlightContext = HighlightLanguage & {
  textOf: (field: Field, name: string) => string;
  mostNames: number;
};

/**
 * Returns the first `most` names, and the number of the others as `+2`.
 * @param total the total number of names, if `names` contains only the first ones
 */
export function firstNames(names: readonly string[], most: number, total = names.length): string[] {
  const first = names.slice(0, most);
  return total > first.length ? [...first, `+${total - first.length}`] : first;
}

/**
 * Returns the texts of a highlight; an empty array if there is nothing to show. Names are not
 * joined, because a name may contain commas.
 */
export function highlightPieces(
  definition: AnyDefinition,
  record: AnyRow,
  highlight: Highlight,
  { locale, words, textOf, mostNames }: HighlightContext,
): string[] {
  if ("names" in highlight) {
    const child = definitionOf(linkListOf(definition.name, highlight.names).other.kind);
    const names = linkedIn(record, highlight.names).map((row) => child.label(row, locale));
    return firstNames(names, mostNames, linkedTotal(record, highlight.names));
  }
  if ("from" in highlight) {
    return [displayPeriod(record[highlight.from], record[highlight.to], words)].filter(Boolean);
  }
  const field = definition.fields[highlight.field];
  const text = field ? textOf(field, highlight.field) : "";
  return [highlight.as === "place" ? placeOf(text) : text].filter(Boolean);
}

/** Maximum number of linked records that a row's subtitle names; further ones are only counted. */
const NAMES_IN_ROW = 2;

/**
 * Returns the texts of the subtitle of a list row, which distinguishes rows with the same name.
 * @param highlights a selection of the kind's row highlights; all by default
 * @param mostNames maximum number of linked records that the subtitle names
 */
export function rowSubtitleOf(
  definition: AnyDefinition,
  row: AnyRow,
  { locale, words }: HighlightLanguage,
  highlights: readonly Highlight[] = definition.rowSubtitle ?? [],
  mostNames = NAMES_IN_ROW,
): string[] {
  const textOf: HighlightContext["textOf"] = (field, name) =>
    row[name] === NOT_APPLICABLE ? "" : field.rowText(row, name, locale);
  const reading = { locale, words, textOf, mostNames };
  return highlights.flatMap((highlight) => highlightPieces(definition, row, highlight, reading));
}

/** Returns the row highlights that the given columns do not already show. */
export const highlightsBeside = ({ rowSubtitle = [] }: AnyDefinition, columns: readonly string[]): Highlight[] =>
  rowSubtitle.filter((highlight) => {
    if ("from" in highlight) return !columns.includes(highlight.from) || !columns.includes(highlight.to);
    return !columns.includes("field" in highlight ? highlight.field : highlight.names);
  });
