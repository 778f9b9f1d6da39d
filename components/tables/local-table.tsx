"use client";

import { functionalUpdate, useTable, type PaginationState } from "@tanstack/react-table";
import { ListFilter } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useMemo } from "react";
import { LINK_TABLE_PAGE_SIZE, LINK_TABLE_PAGE_SIZES } from "@/lib/limits";
import { Pagination } from "@/components/ui/pagination";
import { Select } from "@/components/ui/select";
import { columnDefs, SORTING_OPTIONS, tableModel, type ColumnSort, type DataTableColumn } from "./table-model";
import { TableView, type TableLooks } from "./table-view";
import { TextInput } from "@/components/ui/text-input";
import { useKeptView } from "./use-kept-view";

type LocalTableProps<Row extends object> = TableLooks<Row> & {
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Keeps the rows that match a text. */
  searchRows: (rows: readonly Row[], text: string) => readonly Row[];
  /** Tells this table from all others: under it search, order and page survive a look at something else. */
  keptAs?: string;
};

/** How the table is looked at. */
type View = { text: string; sorting: ColumnSort[]; pages: PaginationState };

const INITIAL: View = { text: "", sorting: [], pages: { pageIndex: 0, pageSize: LINK_TABLE_PAGE_SIZE } };

const PAGE_SIZES = LINK_TABLE_PAGE_SIZES.map((size) => ({ value: size, label: String(size) }));

/** A table that has all its rows at hand and searches, sorts and cuts them into pages by itself. */
export function LocalTable<Row extends object>({
  columns,
  rows,
  rowKey,
  searchRows,
  emptyText,
  emptyHint,
  keptAs,
  ...looks
}: LocalTableProps<Row>) {
  const t = useTranslations("common");
  const [sizeId, searchId] = [useId(), useId()];
  const [{ text, sorting, pages }, change] = useKeptView(keptAs, INITIAL);

  const defs = useMemo(() => columnDefs(columns), [columns]);
  // Without rows there is no search to empty.
  const wanted = rows.length > 0 ? text.trim() : "";
  const found = useMemo(() => (wanted ? searchRows(rows, wanted) : rows), [rows, searchRows, wanted]);
  const pageCount = Math.max(Math.ceil(found.length / pages.pageSize), 1);
  // Removing the last row of the last page must not leave an empty page behind.
  const pageIndex = Math.min(pages.pageIndex, pageCount - 1);
  const state = useMemo(
    () => ({ sorting, pagination: { pageIndex, pageSize: pages.pageSize } }),
    [sorting, pageIndex, pages.pageSize],
  );
  const table = useTable({
    features: tableModel,
    columns: defs,
    data: found,
    getRowId: (row) => String(rowKey(row)),
    state,
    onSortingChange: (next) => change({ sorting: functionalUpdate(next, sorting) }),
    onPaginationChange: (next) => change({ pages: functionalUpdate(next, pages) }),
    autoResetPageIndex: false,
    enableMultiSort: true,
    ...SORTING_OPTIONS,
  });
  const from = found.length === 0 ? 0 : pageIndex * pages.pageSize + 1;
  const to = Math.min((pageIndex + 1) * pages.pageSize, found.length);

  return (
    <div>
      {rows.length > 0 && (
        <div className="flex items-center justify-end gap-2 px-3 py-2 md:px-4 print:hidden">
          <label htmlFor={searchId} className="text-sm text-ink-muted">
            {t("search_table")}
          </label>
          <div className="relative w-60 max-sm:min-w-0 max-sm:flex-1">
            <ListFilter
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 left-2 size-4 -translate-y-1/2 text-ink-muted"
            />
            <TextInput
              id={searchId}
              type="search"
              value={text}
              // What is searched for starts on the first page again.
              onChange={(event) => change({ text: event.target.value, pages: { ...pages, pageIndex: 0 } })}
              className="pl-7.5 pointer-fine:min-h-8 pointer-fine:py-0.5 pointer-fine:text-sm"
            />
          </div>
        </div>
      )}
      <TableView
        table={table}
        multiSort
        emptyText={wanted ? t("no_relevant_data") : emptyText}
        emptyHint={wanted ? undefined : emptyHint}
        {...looks}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line px-3 py-2 md:px-4">
        <p aria-live="polite" className="tabular text-sm text-ink-muted">
          {t("showing", { from, to, total: found.length })}
        </p>
        <div className="flex items-center gap-2">
          <label htmlFor={sizeId} className="text-sm text-ink-muted">
            {t("rows_per_page")}
          </label>
          <div className="w-18">
            <Select
              id={sizeId}
              options={PAGE_SIZES}
              value={pages.pageSize}
              onChange={(event) => change({ pages: { pageIndex: 0, pageSize: Number(event.target.value) } })}
              className="pointer-fine:min-h-8 pointer-fine:py-0.5 pointer-fine:text-sm"
            />
          </div>
        </div>
        <Pagination
          className="ml-auto"
          page={pageIndex}
          pageCount={pageCount}
          onPage={(page) => change({ pages: { ...pages, pageIndex: page } })}
        />
      </div>
    </div>
  );
}
