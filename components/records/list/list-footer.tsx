"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, type ReactNode } from "react";
import { Pagination } from "@/components/ui/pagination";
import { listSearchParams, type ListDefinition, type ListQuery } from "@/lib/records/lists/list-query";

type Besides = Readonly<Record<string, string | undefined>>;

/**
 * The addresses of a list whose whole state lives in the URL.
 * @param besides what the addresses carry beside the query
 * @returns makes the address of the same list with some changes
 */
export function useListAddress(list: ListDefinition, path: string, query: ListQuery, besides: Besides = {}) {
  // What was asked for last: a second change must build on the first, also while its page is still on the way.
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
  /** How many rows the page shows, and how many there are in all. */
  shown: number;
  total: number;
  onPage: (pageNo: number) => void;
  children?: ReactNode;
};

/** What stands below a list: which of its rows are shown, what else can be done with it, and the way to the other pages. */
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
