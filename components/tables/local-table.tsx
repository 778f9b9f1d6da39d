"use client";

import { useTable, type PaginationState } from "@tanstack/react-table";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useMemo, useState } from "react";
import { LINK_TABLE_PAGE_SIZE, LINK_TABLE_PAGE_SIZES } from "@/lib/limits";
import { Pagination } from "@/components/ui/pagination";
import { Select } from "@/components/ui/select";
import { columnDefs, SORTING_OPTIONS, tableModel, type ColumnSort, type DataTableColumn } from "./table-model";
import { TableView, type TableLooks } from "./table-view";
import { TextInput } from "@/components/ui/text-input";

type LocalTableProps<Row extends object> = TableLooks<Row> & {
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Keeps the rows that match a text. */
  searchRows: (rows: readonly Row[], text: string) => readonly Row[];
};

const PAGE_SIZES = LINK_TABLE_PAGE_SIZES.map((size) => ({ value: size, label: String(size) }));

/** A table that has all its rows at hand and searches, sorts and cuts them into pages by itself. */
export function LocalTable<Row extends object>({
  columns,
  rows,
  rowKey,
  searchRows,
  emptyText,
  emptyHint,
  ...looks
}: LocalTableProps<Row>) {
  const t = useTranslations("common");
  const sizeId = useId();
  const [text, setText] = useState("");
  const [sorting, setSorting] = useState<ColumnSort[]>([]);
  const [pages, setPages] = useState<PaginationState>({ pageIndex: 0, pageSize: LINK_TABLE_PAGE_SIZE });

  const defs = useMemo(() => columnDefs(columns), [columns]);
  const wanted = text.trim();
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
    onSortingChange: setSorting,
    onPaginationChange: setPages,
    autoResetPageIndex: false,
    enableMultiSort: true,
    ...SORTING_OPTIONS,
  });
  const from = found.length === 0 ? 0 : pageIndex * pages.pageSize + 1;
  const to = Math.min((pageIndex + 1) * pages.pageSize, found.length);

  return (
    <div>
      <div className="relative m-3 max-w-sm md:mx-4">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted"
        />
        <TextInput
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label={t("search_table")}
          placeholder={t("search_table")}
          className="pl-8.5"
        />
      </div>
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
              onChange={(event) => setPages({ pageIndex: 0, pageSize: Number(event.target.value) })}
              className="min-h-8 py-0.5 text-sm"
            />
          </div>
        </div>
        <Pagination
          className="ml-auto"
          page={pageIndex}
          pageCount={pageCount}
          onPage={(page) => setPages({ ...pages, pageIndex: page })}
        />
      </div>
    </div>
  );
}
