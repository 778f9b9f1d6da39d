import { matchesFolded } from "../pure/folded-matches";
import { piecesOf, filterWords, type HintPiece } from "../pure/marked-pieces";
import { LOCALES, type Locale, type MessageKey } from "../messages/i18n";
import { inOneLine } from "../fields/line-breaks";
import type { AnyDefinition, AnyRow, Column, KindName } from "../kinds/define";
import { fieldKey } from "../kinds/field-keys";
import { rowSubtitleOf } from "../kinds/highlight";
import type { LinkLanguage } from "../kinds/link-words";
import { NOT_APPLICABLE } from "../reference-lists/reference-lists";

/**
 * A field or linked record that contains a filter word that is not visible, with the text around the
 * match. `name` is the key of its name among the `records` messages.
 */
export type MatchHint = { name: MessageKey<"records">; pieces: HintPiece[] };
/** A linked record that contains a filter word: its kind, and its texts, the label first. */
export type LinkedMatch = { kind: KindName; texts: readonly string[] };

/** Returns the texts that a list row shows: its columns, and its subtitle except for periods. */
export function textsOfRow(
  definition: AnyDefinition,
  row: AnyRow,
  language: LinkLanguage,
  columns: readonly Column[],
): string[] {
  const highlights = (definition.rowSubtitle ?? []).filter((highlight) => !("from" in highlight));
  return [
    ...columns.map((column) => column.text(row, language)),
    ...rowSubtitleOf(definition, row, language, highlights),
  ];
}

/**
 * Returns the texts of a searched field. Reference entries are returned in both languages, as the
 * row shows only one.
 */
function searchedTexts(definition: AnyDefinition, row: AnyRow, name: string): string[] {
  const field = definition.fields[name];
  if (!field || row[name] === NOT_APPLICABLE) return [];
  const texts = (locale: Locale) => field.rowNames?.(row, name, locale) ?? [field.rowText(row, name, locale)];
  return field.reference ? LOCALES.flatMap(texts) : texts(LOCALES[0]);
}

/** A field or linked record, and its texts in which words occur; a linked record's label comes first. */
type MatchSource = { name: MessageKey<"records">; texts: readonly string[] };

function findMatchSource(
  definition: AnyDefinition,
  row: AnyRow,
  linked: readonly LinkedMatch[],
  word: string,
): MatchSource | undefined {
  const isMatch = (text: string) => matchesFolded(text, word);
  for (const field of definition.searched) {
    const text = searchedTexts(definition, row, field).find(isMatch);
    if (text !== undefined) return { name: fieldKey(definition.name, field), texts: [text] };
  }
  for (const { kind, texts } of linked) {
    const [label = "", ...others] = texts.map(inOneLine);
    if (texts.some(isMatch)) return { name: `${kind}.one`, texts: [label, ...others.filter(isMatch)] };
  }
  return undefined;
}

/**
 * Finds the fields and linked records that contain those words of a text filter that are not visible
 * anyway.
 * @param row a row of the list, with the kind's searched fields
 * @param visible the texts that are visible
 * @param linked the linked records that contain a word
 */
export function matchHints(
  definition: AnyDefinition,
  row: AnyRow,
  filter: string,
  visible: readonly string[],
  linked: readonly LinkedMatch[] = [],
): MatchHint[] {
  const words = filterWords(filter);
  const found = new Map<string, { name: MessageKey<"records">; texts: string[]; words: string[] }>();
  for (const word of words) {
    if (visible.some((text) => matchesFolded(text, word))) continue;
    const source = findMatchSource(definition, row, linked, word);
    if (!source) continue;
    const key = `${source.name} ${source.texts[0]}`;
    const { texts = [], words: before = [] } = found.get(key) ?? {};
    found.set(key, { name: source.name, texts: [...new Set([...texts, ...source.texts])], words: [...before, word] });
  }
  return [...found.values()].map(({ name, texts: [first = "", ...others], words: matchedWords }) => {
    if (others.length === 0) return { name, pieces: piecesOf(first, matchedWords) };
    // A linked record's label is shown whole, whatever is omitted of its other texts.
    const label = piecesOf(first, matchedWords, Infinity);
    return { name, pieces: [...label, { text: ", ", match: false }, ...piecesOf(others.join(", "), matchedWords)] };
  });
}
