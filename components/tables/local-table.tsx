"use client";

import { functionalUpdate, useTable } from "@tanstack/react-table";
import { useMemo, useState, type ReactNode } from "react";
import { useTranslations } from "next-intl";
import { FIRST_VIEW, pageWithin, TablePages, TableSearch, type SearchedView } from "./table-bars";
import { columnDefs, SORTING_OPTIONS, tableModel, type DataTableColumn } from "./table-model";
import { TableView, type TableLooks } from "./table-view";
import type { RowSelection } from "./row-selection";

type LocalRowsProps<Row extends object> = Omit<TableLooks<Row>, "selection"> & {
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Returns the rows that match a search text. */
  searchRows: (rows: readonly Row[], text: string) => readonly Row[];
  view: SearchedView;
  onViewChange: (part: Partial<SearchedView>) => void;
  ticks?: RowSelection<Row>;
  /** Further actions on the matching rows, rendered beside the pagination. */
  tools?: (matchingRows: readonly Row[]) => ReactNode;
  /** What the number of rows does not count, such as former links. */
  rangeNote?: string;
};

/** Table rows that are searched, sorted and paginated on the client. */
export function LocalRows<Row extends object>({
  columns,
  rows,
  rowKey,
  searchRows,
  view,
  onViewChange,
  emptyText,
  emptyHint,
  ticks,
  tools,
  rangeNote,
  ...looks
}: LocalRowsProps<Row>) {
  const t = useTranslations("common");
  const { text, sorting, pages } = view;

  const defs = useMemo(() => columnDefs(columns), [columns]);
  // Ignores the search text if there are no rows: the search box is then hidden, so the text could
  // not be cleared.
  const searchText = rows.length > 0 ? text.trim() : "";
  const matchingRows = useMemo(
    () => (searchText ? searchRows(rows, searchText) : rows),
    [rows, searchRows, searchText],
  );
  const pageIndex = pageWithin(pages, matchingRows.length);
  const state = useMemo(
    () => ({ sorting, pagination: { pageIndex, pageSize: pages.pageSize } }),
    [sorting, pageIndex, pages.pageSize],
  );
  const table = useTable({
    features: tableModel,
    columns: defs,
    data: matchingRows,
    getRowId: (row) => String(rowKey(row)),
    state,
    onSortingChange: (next) => onViewChange({ sorting: functionalUpdate(next, sorting) }),
    onPaginationChange: (next) => onViewChange({ pages: functionalUpdate(next, pages) }),
    autoResetPageIndex: false,
    enableMultiSort: true,
    ...SORTING_OPTIONS,
  });

  return (
    <>
      <TableView
        table={table}
        multiSort
        emptyText={searchText ? t("no_relevant_data") : emptyText}
        emptyHint={searchText ? undefined : emptyHint}
        selection={ticks?.on(table.getRowModel().rows.map(({ original }) => original))}
        {...looks}
      />
      <TablePages
        pages={{ ...pages, pageIndex }}
        total={matchingRows.length}
        rangeNote={rangeNote}
        onChange={(next) => onViewChange({ pages: next })}
      >
        {tools?.(matchingRows)}
      </TablePages>
    </>
  );
}

type LocalTableProps<Row extends object> = Omit<LocalRowsProps<Row>, "view" | "onViewChange">;

/** Table with a search box that is searched, sorted and paginated on the client. */
export function LocalTable<Row extends object>(props: LocalTableProps<Row>) {
  const [view, setView] = useState(FIRST_VIEW);
  const change = (part: Partial<SearchedView>) => setView({ ...view, ...part });
  return (
    <div>
      {props.rows.length > 0 && (
        // A new search starts on the first page.
        <TableSearch text={view.text} onChange={(text) => change({ text, pages: { ...view.pages, pageIndex: 0 } })} />
      )}
      <LocalRows {...props} view={view} onViewChange={change} />
    </div>
  );
}
