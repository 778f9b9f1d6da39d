"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, type ReactNode } from "react";
import { Pagination } from "@/components/ui/pagination";
import { listSearchParams, type ListDefinition, type ListQuery } from "@/lib/records/lists/list-query";

type Besides = Readonly<Record<string, string | undefined>>;

/**
 * Builds URLs of a list page, whose whole state is part of the URL.
 * @param besides further URL parameters
 * @returns a function that returns the list's URL with some changes to its query
 */
export function useListAddress(list: ListDefinition, path: string, query: ListQuery, besides: Besides = {}) {
  // A second change must extend the first one, even while the page for the first is still loading.
  const requested = useRef(query);
  useEffect(() => {
    requested.current = query;
  }, [query]);
  return (changes: Partial<ListQuery>): string => {
    requested.current = { ...requested.current, ...changes };
    const parameters = listSearchParams(list, requested.current);
    for (const [name, value] of Object.entries(besides)) if (value) parameters.set(name, value);
    return parameters.size > 0 ? `${path}?${parameters}` : path;
  };
}

type ListFooterProps = {
  query: Pick<ListQuery, "pageNo" | "pageSize">;
  /** Number of rows on this page; `total` counts all pages. */
  shown: number;
  total: number;
  onPage: (pageNo: number) => void;
  children?: ReactNode;
};

/** Footer of a list page: range of the displayed rows, further actions, and pagination. */
export function ListFooter({ query: { pageNo, pageSize }, shown, total, onPage, children }: ListFooterProps) {
  const t = useTranslations("common");
  const before = pageNo * pageSize;
  const range = shown > 0 ? { from: before + 1, to: before + shown } : { from: 0, to: 0 };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-3 py-2 md:px-4">
      <p aria-live="polite" className="tabular text-sm text-ink-muted">
        {t("displaying", { ...range, total })}
      </p>
      {children}
      <Pagination className="ml-auto" page={pageNo} pageCount={Math.ceil(total / pageSize)} onPage={onPage} />
    </div>
  );
}
