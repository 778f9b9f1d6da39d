import type { Cell } from "../../records/fields/field";

/** A column of a spreadsheet: header, width in characters, and whether its cells hold days. */
export type SheetColumn = { header: string; width: number; isDays: boolean };

/** The content of a spreadsheet: name, columns, and rows as a stream of chunks. */
export type SheetContent = {
  name: string;
  columns: readonly SheetColumn[];
  rows: ReadableStream<readonly Cell[][]>;
};
