import type { Cell } from "../../records/fields/field";

/** A column of a spreadsheet: what heads it, how much room it wants, and whether its cells are days. */
export type SheetColumn = { header: string; width: number; isDays: boolean };

/** What a spreadsheet holds: its name, its columns, and its rows as they are made. */
export type SheetContent = {
  name: string;
  columns: readonly SheetColumn[];
  rows: ReadableStream<readonly Cell[][]>;
};
