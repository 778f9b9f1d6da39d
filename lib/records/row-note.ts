import type { Locale } from "../i18n";
import type { AnyDefinition, AnyRow, RowNotePart } from "./define";
import { NOT_APPLICABLE } from "./reference-lists";
import { definitionOf } from "./registry";
import { linkListOf } from "./relations";

/** So many linked records are named, the others counted. */
const NAMED_LINKS = 2;

function piecesOf(definition: AnyDefinition, part: RowNotePart, row: AnyRow, locale: Locale): string[] {
  if ("fields" in part) {
    const texts = part.fields.map((name) =>
      row[name] === NOT_APPLICABLE ? "" : (definition.fields[name]?.rowText(row, name, locale) ?? ""),
    );
    return [part.joined ? part.joined(texts) : texts.filter(Boolean).join(" ")];
  }
  const child = definitionOf(linkListOf(definition.name, part.list).other.kind);
  const linked = (row[part.list] ?? []) as readonly AnyRow[];
  const names = linked.slice(0, NAMED_LINKS).map((record) => child.label(record, locale));
  return linked.length > NAMED_LINKS ? [...names, `+${linked.length - NAMED_LINKS}`] : names;
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
