import {
  createPaginatedRowModel,
  createSortedRowModel,
  metaHelper,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
  type ColumnSort,
  type ReactTable,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { breakableEmail } from "./breakable-email";

export type { ColumnSort };

/** A column of our tables. Keep the array of columns stable between renders (a constant or `useMemo`). */
export type DataTableColumn<Row> = {
  /** Also the id that a server-driven list sorts by. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Server-driven tables: whether the heading sorts. */
  sortable?: boolean;
  /** Local tables: what the column sorts by; a column without it does not sort. Empty values come last in both orders. */
  sortValue?: (row: Row) => string | number | null | undefined;
  /** Its part of the table's width. Where every column says it, columns stay where they are whatever the rows hold. */
  share?: number;
  /** A card has it in its heading already (`RowTexts.inCard`). */
  inCardHeading?: boolean;
};

type ColumnMeta = { header: string; share?: number; inCardHeading: boolean };

/** The parts of TanStack Table that our tables use: sorting by one or several columns, and pages. */
export const tableModel = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
  columnMeta: metaHelper<ColumnMeta>(),
});

export type TableModel = typeof tableModel;
export type TableInstance<Row extends object> = ReactTable<TableModel, Row>;

const collator = new Intl.Collator("de", { numeric: true });

function compare(a: unknown, b: unknown): number {
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

/** Our columns in the words of TanStack Table. */
export function columnDefs<Row extends object>(columns: readonly DataTableColumn<Row>[]): ColumnDef<TableModel, Row>[] {
  return columns.map((column) => ({
    id: column.id,
    header: column.header,
    // An empty text counts as undefined, so that it sorts last whatever the direction.
    accessorFn: (row: Row) => {
      const value = column.sortValue?.(row);
      return value === null || value === "" ? undefined : value;
    },
    cell: ({ row }) => breakableEmail(column.cell(row.original)),
    enableSorting: column.sortable ?? column.sortValue !== undefined,
    sortDescFirst: false,
    sortUndefined: "last" as const,
    sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
    meta: { header: column.header, share: column.share, inCardHeading: column.inCardHeading ?? false },
  }));
}

type ModifierKeys = { ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean };

/** What every table of ours does with a press on a heading: no unsorted state; ctrl, cmd or shift adds a column. */
export const SORTING_OPTIONS = {
  enableSortingRemoval: false,
  enableMultiRemove: true,
  isMultiSortEvent: (event: unknown) => {
    const { ctrlKey, metaKey, shiftKey } = event as ModifierKeys;
    return Boolean(ctrlKey || metaKey || shiftKey);
  },
};
