import type { AnyDefinition } from "../kinds/define";
import { filterFieldName, type Words } from "../lists/filter-names";
import { filterFieldsOf, isOwn, offeredFilterFields, type FilterField } from "../lists/filters";

/** A column of a spreadsheet of records: their key, or what lists can be narrowed by. */
export type SpreadsheetColumn = { name: string; by: "key" } | FilterField;

/** What heads the column with the key, in both languages (contract §10). */
export const KEY_HEADER = "ID";

const keyColumn = ({ key }: AnyDefinition): SpreadsheetColumn => ({ name: key, by: "key" });

/** Every column that a spreadsheet of a kind can have. */
export const spreadsheetColumnsOf = (definition: AnyDefinition): SpreadsheetColumn[] => [
  keyColumn(definition),
  ...filterFieldsOf(definition),
];

const isApart = (column: SpreadsheetColumn) => column.by === "field" && column.field.apart === true;

/** The columns that an import can fill: what an export has unless told otherwise, and what records have beside their form. */
export const importColumnsOf = (definition: AnyDefinition): SpreadsheetColumn[] => [
  ...usualSpreadsheetColumns(definition),
  ...filterFieldsOf(definition).filter(isApart),
];

/** The columns that it has unless told otherwise: the key, the form in its order, the link lists (contract §10). */
export const usualSpreadsheetColumns = (definition: AnyDefinition): SpreadsheetColumn[] => [
  keyColumn(definition),
  ...offeredFilterFields(definition).filter((column) => isOwn(column) && !isApart(column)),
];

/** What heads a column. */
export const spreadsheetHeader = (definition: AnyDefinition, column: SpreadsheetColumn, words: Words): string =>
  column.by === "key" ? KEY_HEADER : filterFieldName(definition, column, words);

/** Whether the cells of a column are days. */
export const holdsDays = (column: SpreadsheetColumn): boolean =>
  column.by === "moment" ||
  (column.by === "derived" && !column.fact.entries) ||
  (column.by === "field" && column.field.storage.in === "column" && column.field.storage.type === "date");
