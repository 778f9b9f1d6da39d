import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { narrowedSearch, rebasedSearch, type Restriction } from "@/lib/model/lists/filter-parameters";
import type { AddressQuery } from "@/lib/model/lists/list-query";

export type Narrowed = Pick<AddressQuery, "filter" | "topics" | "where"> & Restriction;

/** Like `useAddressChange`, for the filters of a list of records. */
export const useNarrowing = (applied: Narrowed) => useAddressChange(applied, narrowedSearch);

/**
 * Returns a function that changes the filters of a list page in its URL. A second change extends the
 * first one, even while the page for the first is still loading, and so do the links that sort and
 * page the list.
 * @param applied the filters currently in effect; the object must be stable between renders
 * @param searchOf returns the URL parameters with other filters
 */
export function useAddressChange<Filters>(
  applied: Filters,
  searchOf: (search: string, next: Filters) => URLSearchParams,
): (changes: Partial<Filters>) => void {
  const { replace, isPending } = usePendingNavigation();
  const search = useSearchParams().toString();
  const requested = useRef({ applied, search });
  useEffect(() => {
    requested.current = { applied, search };
  }, [applied, search]);

  function go(next: Filters, parameters: URLSearchParams) {
    requested.current = { applied: next, search: parameters.toString() };
    const { pathname } = window.location;
    void replace(parameters.size > 0 ? `${pathname}?${parameters}` : pathname, { scroll: false });
  }

  const followLink = useEffectEvent((event: MouseEvent) => {
    const link =
      event.target instanceof Element &&
      event.target.closest<HTMLAnchorElement>("[data-keep-scroll][href], [data-keep-scroll] [href]");
    if (!link || event.button !== 0 || link.pathname !== window.location.pathname) return;
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    const { adding } = link.dataset;
    if (isModified && adding === undefined) return;
    event.preventDefault();
    const linked = isModified && adding !== undefined ? new URL(adding, link.href).search : link.search;
    go(requested.current.applied, rebasedSearch(search, linked, requested.current.search));
  });
  useEffect(() => {
    if (!isPending) return;
    const listener = (event: MouseEvent) => followLink(event);
    document.addEventListener("click", listener, { capture: true });
    return () => document.removeEventListener("click", listener, { capture: true });
  }, [isPending]);

  return (changes) => {
    const next = { ...requested.current.applied, ...changes };
    go(next, searchOf(requested.current.search, next));
  };
}
