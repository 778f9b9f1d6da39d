import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Translate } from "@/lib/model/messages/i18n";
import { filterFieldName, linkFilterName } from "@/lib/model/lists/filter-names";
import { filterFieldsOf, isOwn, offeredFilterFields, type OwnFilterField } from "@/lib/model/lists/filters";
import { linkColumnsOf, type LinkColumn } from "./link-columns";
import { roleColumn, type LinksColumn } from "./role-columns";

/** A column that an import can fill: the key of records, or any filter field of their list. */
export type ImportTarget = { name: string; by: "key" } | Exclude<OwnFilterField, { by: "links" }> | LinksColumn;

/** A column of a spreadsheet with records. */
export type SpreadsheetColumn = ImportTarget | LinkColumn;

/** The header of the key column, in both languages (contract §10). */
export const KEY_HEADER = "ID";

const keyColumn = ({ key }: AnyDefinition): ImportTarget => ({ name: key, by: "key" });

/** Returns all columns that a spreadsheet with records of a kind can have. */
export const spreadsheetColumnsOf = (definition: AnyDefinition): SpreadsheetColumn[] => [
  keyColumn(definition),
  ...filterFieldsOf(definition),
  ...linkColumnsOf(definition),
];

const isSeparate = (column: ImportTarget) => column.by === "field" && column.field.separate === true;
const isManaged = (column: ImportTarget) => column.by === "field" && column.field.managed === true;

/**
 * Returns the columns that an import can contain: the default columns of an export without those of
 * managed fields, and the fields with a separate API call, such as aliases.
 */
export const importColumnsOf = (definition: AnyDefinition): ImportTarget[] => [
  ...usualSpreadsheetColumns(definition).filter((column) => !isManaged(column)),
  ...filterFieldsOf(definition).filter(isSeparate),
];

/**
 * Returns the column that the mapping of an import names: one of `importColumnsOf`, or one that links
 * with a role.
 */
export const importColumn = (definition: AnyDefinition, name: string | null | undefined): ImportTarget | undefined =>
  name
    ? (importColumnsOf(definition).find((column) => column.name === name) ?? roleColumn(definition, name))
    : undefined;

/**
 * Returns the default columns of an export: the key, the fields in the order of the form, the link
 * lists, and the managed fields (contract §§10, 15).
 */
export const usualSpreadsheetColumns = (definition: AnyDefinition): ImportTarget[] => [
  keyColumn(definition),
  ...offeredFilterFields(definition).filter((column) => isOwn(column) && !isSeparate(column)),
];

/** Returns the header of a column. */
export function spreadsheetHeader(
  definition: AnyDefinition,
  column: SpreadsheetColumn,
  words: Translate<"records">,
): string {
  if (column.by === "key") return KEY_HEADER;
  if (column.by === "link") return linkFilterName(column.linkList, column.of, words);
  return filterFieldName(definition, column, words);
}

const DAYS = ["date", "timestamptz"];

/** Returns whether the cells of a column are days. */
export const holdsDays = (column: SpreadsheetColumn): boolean =>
  column.by === "moment" ||
  (column.by === "derived" && !column.fact.entries) ||
  (column.by === "field" && column.field.storage.in === "column" && DAYS.includes(column.field.storage.type));
