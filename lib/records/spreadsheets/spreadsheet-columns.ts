import type { AnyDefinition } from "../kinds/define";
import { filterFieldName, type Words } from "../lists/filter-names";
import { filterFieldsOf, isOwn, offeredFilterFields, type OwnFilterField } from "../lists/filters";

/** A column of a spreadsheet with records: their key, or any filter field of their list. */
export type SpreadsheetColumn = { name: string; by: "key" } | OwnFilterField;

/** The header of the key column, in both languages (contract §10). */
export const KEY_HEADER = "ID";

const keyColumn = ({ key }: AnyDefinition): SpreadsheetColumn => ({ name: key, by: "key" });

/** Returns all columns that a spreadsheet with records of a kind can have. */
export const spreadsheetColumnsOf = (definition: AnyDefinition): SpreadsheetColumn[] => [
  keyColumn(definition),
  ...filterFieldsOf(definition),
];

const isSeparate = (column: SpreadsheetColumn) => column.by === "field" && column.field.separate === true;

/**
 * Returns the columns that an import can contain: the default columns of an export, and the fields
 * with a separate API call, such as aliases.
 */
export const importColumnsOf = (definition: AnyDefinition): SpreadsheetColumn[] => [
  ...usualSpreadsheetColumns(definition),
  ...filterFieldsOf(definition).filter(isSeparate),
];

/**
 * Returns the default columns of an export: the key, the fields in the order of the form, and the
 * link lists (contract §10).
 */
export const usualSpreadsheetColumns = (definition: AnyDefinition): SpreadsheetColumn[] => [
  keyColumn(definition),
  ...offeredFilterFields(definition).filter((column) => isOwn(column) && !isSeparate(column)),
];

/** Returns the header of a column. */
export const spreadsheetHeader = (definition: AnyDefinition, column: SpreadsheetColumn, words: Words): string =>
  column.by === "key" ? KEY_HEADER : filterFieldName(definition, column, words);

/** Returns whether the cells of a column are days. */
export const holdsDays = (column: SpreadsheetColumn): boolean =>
  column.by === "moment" ||
  (column.by === "derived" && !column.fact.entries) ||
  (column.by === "field" && column.field.storage.in === "column" && column.field.storage.type === "date");
