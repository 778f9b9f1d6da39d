import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { narrowedSearch, rebasedSearch } from "@/lib/records/lists/filter-parameters";
import type { ListQuery } from "@/lib/records/lists/list-query";

export type Narrowed = Pick<ListQuery, "filter" | "topics" | "where">;

/**
 * Returns a function that changes the filters of a list page in its URL. A second change extends the
 * first one, even while the page for the first is still loading, and so do the links that sort and
 * page the list.
 * @param applied the filters currently in effect; the object must be stable between renders
 */
export function useNarrowing(applied: Narrowed): (changes: Partial<Narrowed>) => void {
  const { replace, isPending } = usePendingNavigation();
  const search = useSearchParams().toString();
  const requested = useRef({ applied, search });
  useEffect(() => {
    requested.current = { applied, search };
  }, [applied, search]);

  function go(next: Narrowed, parameters: URLSearchParams) {
    requested.current = { applied: next, search: parameters.toString() };
    const { pathname } = window.location;
    void replace(parameters.size > 0 ? `${pathname}?${parameters}` : pathname, { scroll: false });
  }

  const followLink = useEffectEvent((event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
    if (!link || link.pathname !== window.location.pathname || !link.closest("[data-keep-scroll]")) return;
    event.preventDefault();
    go(requested.current.applied, rebasedSearch(search, link.search, requested.current.search));
  });
  useEffect(() => {
    if (!isPending) return;
    const listener = (event: MouseEvent) => followLink(event);
    document.addEventListener("click", listener, { capture: true });
    return () => document.removeEventListener("click", listener, { capture: true });
  }, [isPending]);

  return (changes) => {
    const next = { ...requested.current.applied, ...changes };
    go(next, narrowedSearch(requested.current.search, next));
  };
}
