"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { usePendingNavigations } from "@/components/navigation/pending-navigation";
import { ownValue } from "@/lib/model/pure/own-value";

/** Returns the field filters among URL parameters (contract §10) as query text. */
const filtersIn = (parameters: URLSearchParams) =>
  String(new URLSearchParams([...parameters].filter(([name]) => name.startsWith("where["))));

/**
 * Stores the open tab and the filters of its link list in the URL (`?tab=…&where[…]=…`), so that a
 * copied URL shows the same, and going back from a linked record returns to it. Updates the URL only
 * while no navigation is pending: otherwise Next would drop the navigation's response or reload the
 * page, and typed values would be lost.
 * @param base the tab that is open if the URL names none
 * @returns the tab that the URL or the user has chosen, or null, the filters as query text by tab,
 * and their setters
 */
export function useTabInAddress(base: string) {
  const parameters = useSearchParams();
  const [namedTab, namedFilters] = [parameters.get("tab"), filtersIn(parameters)];
  const [tab, openTab] = useState(namedTab);
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({ [namedTab ?? base]: namedFilters });
  const searchOf = (of: string | null, narrowed: string) =>
    of === null || of === base ? "" : `?tab=${of}${narrowed === "" ? "" : `&${narrowed}`}`;
  const named = searchOf(namedTab, namedFilters);
  const shown = searchOf(tab, ownValue(filters, tab ?? base) ?? "");
  /** The query that the page last saw in the URL, and those that were written since. */
  const written = useRef([named]);
  const isAtRest = usePendingNavigations() === 0;

  const setTabFilters = useCallback(
    (of: string, narrowed: string) =>
      setFilters((last) => ((ownValue(last, of) ?? "") === narrowed ? last : { ...last, [of]: narrowed })),
    [setFilters],
  );

  useEffect(() => {
    const place = written.current.indexOf(named);
    // The URL was changed in another way: by the Back button, or by a link to another tab.
    if (place < 0) {
      openTab(namedTab);
      setTabFilters(namedTab ?? base, namedFilters);
    }
    written.current = place < 0 ? [named] : written.current.slice(place);
  }, [named, namedTab, base, namedFilters, setTabFilters]);

  useEffect(() => {
    if (!isAtRest || shown === written.current.at(-1)) return;
    written.current.push(shown);
    window.history.replaceState(null, "", shown || window.location.pathname);
  }, [shown, isAtRest]);

  return { tab, openTab, filters, setTabFilters };
}
