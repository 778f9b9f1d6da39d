import type { Locale } from "../../i18n";
import type { AnyDefinition, AnyRow } from "./define";
import { displayPeriod } from "../fields/day";
import type { Field } from "../fields/field";
import { linkedIn, linkedTotal } from "./linked-lists";
import { NOT_APPLICABLE } from "../reference-lists/reference-lists";
import { definitionOf } from "./registry";
import { placeOf } from "./place";
import { linkListOf } from "./relations";

/**
 * One thing that tells at a glance what a record is: a field (an address may be told by its place alone), a period
 * between two days, or, of its own link lists, the names or the number of what is linked.
 */
export type Glance<Name extends string = string> =
  { field: Name; as?: "badge" | "place" } | { from: Name; to: Name } | { names: string } | { count: string };

/** What the second line of a list row tells, which knows no words to count with. */
export type RowGlance<Name extends string = string> = Exclude<Glance<Name>, { count: string }>;

/** How a record is read: the text of its fields, and how many names are told before the rest is counted. */
export type Reading = { locale: Locale; textOf: (field: Field, name: string) => string; mostNames: number };

/**
 * The first of several names, and how many more there are.
 * @param total how many there are in all, where these are only the first
 */
export function firstNames(names: readonly string[], most: number, total = names.length): string[] {
  const first = names.slice(0, most);
  return total > first.length ? [...first, `+${total - first.length}`] : first;
}

/** What a glance finds, in pieces, as a name may hold commas; none where there is nothing to see. */
export function glancePieces(
  definition: AnyDefinition,
  record: AnyRow,
  glance: RowGlance,
  { locale, textOf, mostNames }: Reading,
): string[] {
  if ("names" in glance) {
    const child = definitionOf(linkListOf(definition.name, glance.names).other.kind);
    const names = linkedIn(record, glance.names).map((row) => child.label(row, locale));
    return firstNames(names, mostNames, linkedTotal(record, glance.names));
  }
  if ("from" in glance) return [displayPeriod(record[glance.from], record[glance.to])].filter(Boolean);
  const field = definition.fields[glance.field];
  const text = field ? textOf(field, glance.field) : "";
  return [glance.as === "place" ? placeOf(text) : text].filter(Boolean);
}

/** So many linked records are named in a row, the others counted. */
const NAMES_IN_ROW = 2;

/**
 * The second line of a list row, which tells rows of one name apart, in its pieces.
 * @param glances some of the kind's `rowNote`, instead of the whole
 */
export function rowNoteOf(
  definition: AnyDefinition,
  row: AnyRow,
  locale: Locale,
  glances: readonly RowGlance[] = definition.rowNote ?? [],
): string[] {
  const textOf: Reading["textOf"] = (field, name) =>
    row[name] === NOT_APPLICABLE ? "" : field.rowText(row, name, locale);
  const reading = { locale, textOf, mostNames: NAMES_IN_ROW };
  return glances.flatMap((glance) => glancePieces(definition, row, glance, reading));
}
