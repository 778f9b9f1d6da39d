"use client";

import type { PaginationState } from "@tanstack/react-table";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useId, type ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { Pagination } from "@/components/ui/pagination";
import { Select } from "@/components/ui/choices/select";
import { TextInput } from "@/components/ui/text-input";
import { TableFooter, TableRange } from "./table-footer";
import { FILTER_MAX_LENGTH, LINK_TABLE_PAGE_SIZE, LINK_TABLE_PAGE_SIZES } from "@/lib/model/limits";
import type { ColumnSort } from "./table-model";

/** State of a searchable table: search text, sorting and page. */
export type SearchedView = { text: string; sorting: ColumnSort[]; pages: PaginationState };

export const FIRST_VIEW: SearchedView = {
  text: "",
  sorting: [],
  pages: { pageIndex: 0, pageSize: LINK_TABLE_PAGE_SIZE },
};

const PAGE_SIZES = LINK_TABLE_PAGE_SIZES.map((size) => ({ value: size, label: String(size) }));

type TableSearchProps = {
  text: string;
  onChange: (text: string) => void;
  /** Further filters, rendered beside the search box. */
  children?: ReactNode;
};

/** Search box above a table. */
export function TableSearch({ text, onChange, children }: TableSearchProps) {
  const t = useTranslations("common");
  const id = useId();
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 px-3 py-2 md:px-4 print:hidden">
      <label
        htmlFor={id}
        // On phones, there is no room for the label beside further filters.
        className={clsx("text-sm text-ink-muted", children !== undefined && "max-sm:-mb-1 max-sm:basis-full")}
      >
        {t("search_table")}
      </label>
      <div className="relative w-60 max-sm:min-w-0 max-sm:flex-1">
        <Icon
          name="icon-list-filter"
          className="pointer-events-none absolute top-1/2 left-2 size-4 -translate-y-1/2 text-ink-muted"
        />
        <TextInput
          id={id}
          type="search"
          value={text}
          maxLength={FILTER_MAX_LENGTH}
          onChange={(event) => onChange(event.target.value)}
          className="pl-7.5 pointer-fine:min-h-8 pointer-fine:py-0.5 pointer-fine:text-sm"
        />
      </div>
      {children}
    </div>
  );
}

type TablePagesProps = {
  pages: PaginationState;
  /** Number of rows on all pages. */
  total: number;
  onChange: (pages: PaginationState) => void;
  /** What the number of rows does not count, such as former links. */
  rangeNote?: string;
  /** Further actions, rendered before the pagination. */
  children?: ReactNode;
};

/** Footer of a table: displayed range, page size, and pagination; of an empty one, only the further actions. */
export function TablePages({ pages, total, rangeNote, onChange, children }: TablePagesProps) {
  const t = useTranslations("common");
  const id = useId();
  const { pageIndex, pageSize } = pages;
  const isEmpty = total === 0;
  const [from, to] = [pageIndex * pageSize + 1, Math.min((pageIndex + 1) * pageSize, total)];
  return (
    <TableFooter isEmpty={isEmpty && !children}>
      <TableRange isEmpty={isEmpty} text={t("showing", { from, to, total })} note={rangeNote} />
      {!isEmpty && (
        <div className="flex items-center gap-2 print:hidden">
          <label htmlFor={id} className="text-sm text-ink-muted">
            {t("rows_per_page")}
          </label>
          <div className="w-18">
            <Select
              id={id}
              options={PAGE_SIZES}
              value={pageSize}
              onChange={(event) => onChange({ pageIndex: 0, pageSize: Number(event.target.value) })}
              className="pointer-fine:min-h-8 pointer-fine:py-0.5 pointer-fine:text-sm"
            />
          </div>
        </div>
      )}
      {children}
      <Pagination
        className="ml-auto"
        page={pageIndex}
        pageCount={Math.ceil(total / pageSize)}
        onPage={(page) => onChange({ ...pages, pageIndex: page })}
      />
    </TableFooter>
  );
}

/**
 * Returns the page index, limited to the existing pages, so that removing the only row of the last
 * page does not leave an empty page.
 */
export const pageWithin = ({ pageIndex, pageSize }: PaginationState, total: number): number =>
  Math.min(pageIndex, Math.max(Math.ceil(total / pageSize), 1) - 1);
