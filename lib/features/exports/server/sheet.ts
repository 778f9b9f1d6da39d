import type { Cell } from "@/lib/model/fields/field";

/** A column of a spreadsheet: its header, whether its cells hold days, and its maximum width in characters. */
export type SheetColumn = { header: string; isDays: boolean; maxWidth: number };

/** What a printed sheet shows above and below the table on each page. */
export type PrintedHeading = {
  /** The kind of the records, and the view if there is one. */
  title: string;
  /** The filters in words. */
  filters: string;
  /** The day of the export. */
  day: string;
  /** Returns the page number in words. */
  page: (page: string, pages: string) => string;
};

/** The content of a spreadsheet: name, columns, and rows as a stream of chunks. */
export type SheetContent = {
  name: string;
  columns: readonly SheetColumn[];
  rows: ReadableStream<readonly Cell[][]>;
  heading: PrintedHeading;
};
