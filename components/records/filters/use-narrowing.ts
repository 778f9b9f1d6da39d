import { useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { narrowedSearch } from "@/lib/records/lists/filter-parameters";
import type { ListQuery } from "@/lib/records/lists/list-query";

export type Narrowed = Pick<ListQuery, "filter" | "topics" | "where">;

/**
 * Returns a function that changes the filters of a list page in its URL.
 * @param applied the filters currently in effect; the object must be stable between renders
 */
export function useNarrowing(applied: Narrowed): (changes: Partial<Narrowed>) => void {
  const { replace } = usePendingNavigation();
  const search = useSearchParams().toString();
  // A second change must extend the first one, even while the page for the first is still loading.
  const requested = useRef({ applied, search });
  useEffect(() => {
    requested.current = { applied, search };
  }, [applied, search]);
  return (changes) => {
    const next = { ...requested.current.applied, ...changes };
    const parameters = narrowedSearch(requested.current.search, next);
    requested.current = { applied: next, search: parameters.toString() };
    const { pathname } = window.location;
    void replace(parameters.size > 0 ? `${pathname}?${parameters}` : pathname, { scroll: false });
  };
}
