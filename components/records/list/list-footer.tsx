"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Pagination, type PageTarget } from "@/components/ui/pagination";
import type { ListQuery } from "@/lib/records/lists/list-query";

type ListFooterProps = {
  query: Pick<ListQuery, "pageNo" | "pageSize">;
  /** Number of rows on this page; `total` counts all pages. */
  shown: number;
  total: number;
  keepsScroll?: boolean;
  children?: ReactNode;
} & PageTarget;

/* A client component, although it has no state, so that its data are sent instead of its elements
   (decision 0021). */

/** Footer of a list page: range of the displayed rows, further actions, and pagination. */
export function ListFooter({ query: { pageNo, pageSize }, shown, total, children, ...pages }: ListFooterProps) {
  const t = useTranslations("common");
  const before = pageNo * pageSize;
  const range = shown > 0 ? { from: before + 1, to: before + shown } : { from: 0, to: 0 };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-3 py-2 md:px-4">
      <p aria-live="polite" className="tabular text-sm text-ink-muted">
        {t("displaying", { ...range, total })}
      </p>
      {children}
      <Pagination className="ml-auto" page={pageNo} pageCount={Math.ceil(total / pageSize)} {...pages} />
    </div>
  );
}
