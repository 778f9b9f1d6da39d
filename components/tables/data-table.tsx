"use client";

import { functionalUpdate, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import { columnDefs, SORTING_OPTIONS, tableModel, type ColumnSort, type DataTableColumn } from "./table-model";
import { TableView, type TableLooks } from "./table-view";

type DataTableProps<Row extends object> = TableLooks<Row> & {
  columns: readonly DataTableColumn<Row>[];
  /** The rows of the current page, in order. */
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  sorting: readonly ColumnSort[];
  onSortingChange: (sorting: ColumnSort[]) => void;
  /**
   * True if a click on a heading with Ctrl, Cmd or Shift sorts by this column in addition to
   * others.
   */
  multiSort?: boolean;
};

/** Table whose rows are sorted and paginated by the server. */
export function DataTable<Row extends object>({
  columns,
  rows,
  rowKey,
  sorting,
  onSortingChange,
  multiSort = false,
  ...looks
}: DataTableProps<Row>) {
  const defs = useMemo(() => columnDefs(columns), [columns]);
  const state = useMemo(() => ({ sorting: [...sorting] }), [sorting]);
  const table = useTable({
    features: tableModel,
    columns: defs,
    data: rows,
    getRowId: (row) => String(rowKey(row)),
    state,
    onSortingChange: (updater) => onSortingChange(functionalUpdate(updater, state.sorting)),
    manualSorting: true,
    manualPagination: true,
    enableMultiSort: multiSort,
    ...SORTING_OPTIONS,
  });
  return <TableView table={table} multiSort={multiSort} {...looks} />;
}
