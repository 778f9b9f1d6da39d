import type { AnyDefinition, AnyRow } from "./define";
import { fieldsOfHighlight, type Highlight } from "./highlight-fields";
import { firstNames } from "../pure/first-names";
import { displayPeriod } from "../fields/day";
import type { Field } from "../fields/field";
import {
  isLeadingLink,
  linkedName,
  linksInState,
  sortByRoles,
  type LinkLanguage,
  type RoleOptions,
} from "./link-words";
import { currentOf, leadingOf, linkedIn, linkedTotal } from "./linked-lists";
import { NOT_APPLICABLE } from "../reference-lists/reference-lists";
import { definitionOf } from "./registry";
import { placeOf } from "../places/address";
import type { LinkState } from "./link-states";
import { linkListOf } from "./relations";

/**
 * How highlights are formatted: the language, the texts of fields, and the maximum number of names;
 * further names are only counted. Without `roles`, link lists are sorted by roles already.
 */
export type HighlightContext = LinkLanguage & {
  textOf: (field: Field, name: string) => string;
  maxNames: number;
  roles?: RoleOptions;
};

/**
 * Returns the names of the records in a link list, of which only current links count: former and future
 * ones are named, with their periods, if no link is current.
 */
function linkedPieces(
  definition: AnyDefinition,
  record: AnyRow,
  { names: list, leading }: Extract<Highlight, { names: string }>,
  { roles = [], maxNames, ...language }: LinkLanguage & Pick<HighlightContext, "roles" | "maxNames">,
): string[] {
  const { relation, other } = linkListOf(definition.name, list);
  const child = definitionOf(other.kind);
  const nameOf = (row: AnyRow) => linkedName(relation, row, child.label(row, language.locale), language, leading);
  const rows = linkedIn(record, list);
  const total = linkedTotal(record, list);
  const inState = (state: LinkState, of = rows) =>
    sortByRoles(relation, linksInState(relation, of, state, language.today), roles);
  const leadingRows = record[leadingOf(list)] as AnyRow[] | undefined;
  const current = inState("current", leadingRows);
  if (leading) {
    const named = current.filter((row) => isLeadingLink(relation, row, roles));
    return firstNames(named.map(nameOf), maxNames);
  }
  if (current.length > 0) {
    const count = Number(record[currentOf(list)] ?? (rows.length < total ? total : current.length));
    const leadingCount = current.filter((row) => isLeadingLink(relation, row, roles)).length;
    // Where there is no room for all, those beside the leading ones are only counted.
    const maxShown = leadingCount > 0 && count > maxNames ? Math.min(leadingCount, maxNames) : maxNames;
    return firstNames(current.map(nameOf), maxShown, count);
  }
  return firstNames([...inState("future"), ...inState("former")].map(nameOf), maxNames, total);
}

/**
 * Returns the texts of a highlight; an empty array if there is nothing to show. Names are not
 * joined, because a name may contain commas.
 */
export function highlightPieces(
  definition: AnyDefinition,
  record: AnyRow,
  highlight: Highlight,
  context: HighlightContext,
): string[] {
  if ("names" in highlight) return linkedPieces(definition, record, highlight, context);
  const { textOf } = context;
  if ("from" in highlight) {
    return [displayPeriod(record[highlight.from], record[highlight.to], context)].filter(Boolean);
  }
  const text = (name: string) => {
    const field = definition.fields[name];
    return field ? textOf(field, name) : "";
  };
  if ("field" in highlight) return [text(highlight.field)].filter(Boolean);
  const place = [highlight.place, highlight.country].map(text).filter(Boolean).join(", ");
  return [place || placeOf(text(highlight.address))].filter(Boolean);
}

/** Maximum number of linked records that a row's subtitle names; further ones are only counted. */
const NAMES_IN_ROW = 2;

/**
 * Returns the texts of the subtitle of a list row, which distinguishes rows with the same name.
 * @param highlights a selection of the kind's row highlights; all by default
 * @param maxNames maximum number of linked records that the subtitle names
 */
export function rowSubtitleOf(
  definition: AnyDefinition,
  row: AnyRow,
  language: LinkLanguage,
  highlights: readonly Highlight[] = definition.rowSubtitle ?? [],
  maxNames = NAMES_IN_ROW,
): string[] {
  const textOf: HighlightContext["textOf"] = (field, name) =>
    row[name] === NOT_APPLICABLE ? "" : field.rowText(row, name, language.locale);
  const context = { ...language, textOf, maxNames };
  return highlights.flatMap((highlight) => highlightPieces(definition, row, highlight, context));
}

/** Returns the row highlights that the given columns do not already show. */
export const highlightsBeside = ({ rowSubtitle = [] }: AnyDefinition, columns: readonly string[]): Highlight[] =>
  rowSubtitle.filter((highlight) => {
    if ("names" in highlight) return !columns.includes(highlight.names);
    const shown = "place" in highlight ? [highlight.place, highlight.country] : fieldsOfHighlight(highlight);
    return !shown.every((field) => columns.includes(field));
  });
