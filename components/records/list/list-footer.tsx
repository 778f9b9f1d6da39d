"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { TableFooter, TableRange } from "@/components/tables/table-footer";
import { Pagination, type PageTarget } from "@/components/ui/pagination";
import type { ListQuery } from "@/lib/model/lists/list-query";

type ListFooterProps = {
  query: Pick<ListQuery, "pageNo" | "pageSize">;
  /** Number of rows on this page; `total` counts all pages. */
  shown: number;
  total: number;
  keepsScroll?: boolean;
  /** Page sizes to choose from, with the URL of the list in each. */
  sizes?: readonly { pageSize: number; href: string }[];
} & PageTarget;

/* A client component, although it has no state, so that its data are sent instead of its elements
   (decision 0021). */

/** Footer of a list page: range of the displayed rows, page size, and pagination; an empty list has none. */
export function ListFooter({ query: { pageNo, pageSize }, shown, total, sizes = [], ...pages }: ListFooterProps) {
  const t = useTranslations("common");
  const before = pageNo * pageSize;
  const sizesId = useId();
  const isEmpty = total === 0;
  return (
    <TableFooter isEmpty={isEmpty}>
      <TableRange isEmpty={shown === 0} text={t("displaying", { from: before + 1, to: before + shown, total })} />
      {sizes.length > 0 && !isEmpty && (
        <nav
          aria-labelledby={sizesId}
          data-keep-scroll
          className="flex items-center gap-1 text-sm text-ink-muted print:hidden"
        >
          <span id={sizesId} className="mr-1 max-sm:sr-only">
            {t("rows_per_page")}
          </span>
          {sizes.map((size) => (
            <a
              key={size.pageSize}
              href={size.href}
              aria-current={size.pageSize === pageSize || undefined}
              className="page-size"
            >
              {size.pageSize}
            </a>
          ))}
        </nav>
      )}
      <Pagination className="ml-auto" page={pageNo} pageCount={Math.ceil(total / pageSize)} {...pages} />
    </TableFooter>
  );
}
