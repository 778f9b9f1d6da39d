import type { Locale } from "../i18n";
import type { AnyDefinition, AnyRow, RowNotePart } from "./define";
import { displayPeriod } from "./field-types/day";
import { NOT_APPLICABLE } from "./reference-lists";
import { definitionOf } from "./registry";
import { linkListOf } from "./relations";

/** So many linked records are named, the others counted. */
const NAMED_LINKS = 2;

/** The first of several names, and how many more there are. */
export function firstNames(names: readonly string[], most: number): string[] {
  return names.length > most ? [...names.slice(0, most), `+${names.length - most}`] : [...names];
}

function piecesOf(definition: AnyDefinition, part: RowNotePart, row: AnyRow, locale: Locale): string[] {
  if ("fields" in part) {
    const texts = part.fields.map((name) =>
      row[name] === NOT_APPLICABLE ? "" : (definition.fields[name]?.rowText(row, name, locale) ?? ""),
    );
    return [part.joined ? part.joined(texts) : texts.filter(Boolean).join(" ")];
  }
  if ("from" in part) return [displayPeriod(row[part.from], row[part.to])];
  const child = definitionOf(linkListOf(definition.name, part.list).other.kind);
  const linked = (row[part.list] ?? []) as readonly AnyRow[];
  return firstNames(
    linked.map((record) => child.label(record, locale)),
    NAMED_LINKS,
  );
}

/**
 * The second line of a list row, which tells rows of one name apart, in its pieces.
 * @param parts some of the kind's `rowNote`, instead of the whole
 */
export const rowNoteOf = (
  definition: AnyDefinition,
  row: AnyRow,
  locale: Locale,
  parts: readonly RowNotePart[] = definition.rowNote ?? [],
): string[] => parts.flatMap((part) => piecesOf(definition, part, row, locale)).filter(Boolean);
