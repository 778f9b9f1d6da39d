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
import type { Locale } from "@/lib/model/messages/i18n";

export type { ColumnSort };

/**
 * A table column. The array of columns must be stable between renders (a constant or `useMemo`).
 */
export type DataTableColumn<Row> = {
  /** Key of the column; for tables sorted by the server, also the name of the sort field. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** For tables sorted by the server: true if the column can be sorted. */
  sortable?: boolean;
  /**
   * For tables sorted on the client: returns a row's sort value. Without it, the column cannot be
   * sorted. Empty values come last in both orders.
   */
  sortValue?: (row: Row) => string | number | null | undefined;
  /** Relative width. If every column has a `share`, the widths do not depend on the content. */
  share?: number;
  /** Minimum width in rem. */
  minRem?: number;
  /** Language of the column's texts, if it is not the page's. */
  lang?: Locale;
  /** True if the heading of cards already contains the value (`RowTexts.inCard`). */
  inCardHeading?: boolean;
};

type ColumnMeta = {
  header: string;
  share?: number;
  minRem?: number;
  lang?: Locale;
  inCardHeading: boolean;
  content: (row: object) => ReactNode;
};

/** The TanStack Table features in use: sorting by one or several columns, and pagination. */
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

/** Converts columns to TanStack Table's definitions. */
export function columnDefs<Row extends object>(columns: readonly DataTableColumn<Row>[]): ColumnDef<TableModel, Row>[] {
  return columns.map((column) => ({
    id: column.id,
    header: column.header,
    // Converts an empty text to undefined, which sorts last in both directions.
    accessorFn: (row: Row) => {
      const value = column.sortValue?.(row);
      return value === null || value === "" ? undefined : value;
    },
    enableSorting: column.sortable ?? column.sortValue !== undefined,
    sortDescFirst: false,
    sortUndefined: "last" as const,
    sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
    meta: {
      header: column.header,
      share: column.share,
      minRem: column.minRem,
      lang: column.lang,
      inCardHeading: column.inCardHeading ?? false,
      content: (row) => column.cell(row as Row),
    },
  }));
}

type ModifierKeys = { ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean };

/**
 * Sorting behaviour of all tables: a click never leaves a table unsorted; with Ctrl, Cmd or Shift,
 * it adds a sort column.
 */
export const SORTING_OPTIONS = {
  enableSortingRemoval: false,
  enableMultiRemove: true,
  isMultiSortEvent: (event: unknown) => {
    const { ctrlKey, metaKey, shiftKey } = event as ModifierKeys;
    return Boolean(ctrlKey || metaKey || shiftKey);
  },
};
