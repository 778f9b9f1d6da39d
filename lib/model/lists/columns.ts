import { LOCALES, type Locale } from "../messages/i18n";
import { shareOf, type ColumnWidths } from "./column-widths";
import type { AnyDefinition, AnyRow, Column } from "../kinds/define";
import { factText } from "../kinds/derived-facts";
import { ownFilterFieldOf, offeredFilterFields, type OwnFilterField } from "./filters";
import { fieldsOfHighlight } from "../kinds/highlight-fields";
import { firstNames } from "../pure/first-names";
import { linkedName, type LinkLanguage } from "../kinds/link-words";
import { linkedIn, linkedTotal } from "../kinds/linked-lists";
import { displayMoment } from "../fields/moments";
import { definitionOf } from "../kinds/registry";
import type { LinkList } from "../kinds/relations";

/**
 * Maximum number of linked records that a cell contains; further ones are only counted. The cell
 * shows those for which it has room (components/tables/cut-names.ts).
 */
export const MAX_NAMES_IN_CELL = 50;
/** The number of linked records that a cell has room for at least. */
export const NAMES_IN_VIEW = 3;

/** Widths of the columns for linked records, timestamps and derived facts. */
const LINKS_WIDTH = { share: 3.4, minRem: 8.5 };
const MOMENT_WIDTH = { share: 2.4, minRem: 8.5 };
const FACT_WIDTH = { share: 2.2, minRem: 7 };

/**
 * Returns the names of all columns that a kind's list can show (contract §10). They are the same as
 * those of its filter fields.
 */
export const columnNames = (definition: AnyDefinition): string[] =>
  offeredFilterFields(definition).map(({ name }) => name);

/** Returns the names of the default columns of a kind's list. */
export const defaultColumns = ({ columns }: AnyDefinition): string[] => columns.map(({ name }) => name);

/**
 * Returns the names of the columns that a list shows for the user's choice, or the defaults without
 * a choice. Drops unknown columns, and always puts the column with the record's name first.
 */
export function chosenColumns(definition: AnyDefinition, chosen: readonly string[] | undefined): string[] {
  const defaults = defaultColumns(definition);
  if (!chosen) return defaults;
  const known = new Set(columnNames(definition));
  return [...new Set([...defaults.slice(0, 1), ...chosen.filter((name) => known.has(name))])];
}

/** Returns the names of all linked records with their roles; the periods of links that are not current are added. */
const linkedNames =
  (list: string, { relation, other }: LinkList, maxNames: number) =>
  (row: AnyRow, language: LinkLanguage): string[] => {
    const child = definitionOf(other.kind);
    const nameOf = (one: AnyRow) => linkedName(relation, one, child.label(one, language.locale), language);
    return firstNames(linkedIn(row, list).map(nameOf), maxNames, linkedTotal(row, list));
  };

function momentText(row: AnyRow, name: string): string {
  const at = row[name];
  return typeof at === "string" ? displayMoment(new Date(at)) : "";
}

function columnFrom(definition: AnyDefinition, filterField: OwnFilterField, maxNames: number): Column {
  const { name } = filterField;
  if (filterField.by === "moment") return { name, ...MOMENT_WIDTH, text: (row) => momentText(row, name) };
  if (filterField.by === "derived") {
    return { name, ...FACT_WIDTH, text: (row, { locale }) => factText(row, filterField.fact, locale) };
  }
  const { field } = filterField;
  if (!field) {
    const names = filterField.by === "links" ? linkedNames(name, filterField.linkList, maxNames) : () => [];
    return { name, ...LINKS_WIDTH, names, text: (row, language) => names(row, language).join(", ") };
  }
  const { rowNames } = field;
  const sortKeys = field.sortNames(name).filter((key) => definition.sortFields.includes(key));
  return {
    name,
    share: field.share,
    minRem: field.minRem,
    text: (row, { locale }) => field.rowText(row, name, locale),
    ...(rowNames && { names: (row: AnyRow, { locale }: LinkLanguage) => rowNames(row, name, locale) }),
    ...(sortKeys.length > 0 && {
      sortBy: (locale: Locale) => sortKeys[LOCALES.indexOf(locale)] ?? sortKeys[0] ?? name,
    }),
  };
}

/**
 * Returns the columns with these names. Uses the kind's declaration of a column if there is one,
 * otherwise derives the column from the filter field.
 * @param widths the widths that the user has chosen
 * @param maxNames maximum number of linked records that a cell names
 */
export const columnsNamed = (
  definition: AnyDefinition,
  names: readonly string[],
  widths: ColumnWidths = {},
  maxNames = MAX_NAMES_IN_CELL,
): Column[] =>
  names.map((name) => {
    const column =
      definition.columns.find((declared) => declared.name === name) ??
      columnFrom(definition, ownFilterFieldOf(definition, name), maxNames);
    return { ...column, share: shareOf(column.share, widths[name]) };
  });

/**
 * Removes the values that no column shows from the rows of a list. Otherwise each page would
 * include comments of up to ten thousand characters per row.
 * @param shown the names of the visible columns
 */
export function omitHiddenColumns(
  definition: AnyDefinition,
  rows: readonly AnyRow[],
  shown: readonly string[],
): AnyRow[] {
  const { fields, labelFields, cardHeading = [], rowSubtitle = [] } = definition;
  const subtitleFields = rowSubtitle.flatMap(fieldsOfHighlight);
  const labelNames = LOCALES.flatMap((locale) => labelFields(locale));
  const visible = new Set<string>([...shown, ...cardHeading, ...labelNames, ...subtitleFields]);
  const isHiddenColumn = (name: string) => {
    const field = fields[name];
    return field?.storage.in === "column" && !field.reference && !visible.has(name);
  };
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !isHiddenColumn(name))));
}
