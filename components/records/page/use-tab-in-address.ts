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
  const searchOf = (tabName: string | null, filterQuery: string) =>
    tabName === null || tabName === base ? "" : `?tab=${tabName}${filterQuery === "" ? "" : `&${filterQuery}`}`;
  const urlSearch = searchOf(namedTab, namedFilters);
  const chosenSearch = searchOf(tab, ownValue(filters, tab ?? base) ?? "");
  /** The query that the page last saw in the URL, and those that were written since. */
  const written = useRef([urlSearch]);
  const isIdle = usePendingNavigations() === 0;

  const setTabFilters = useCallback(
    (tabName: string, filterQuery: string) =>
      setFilters((last) =>
        (ownValue(last, tabName) ?? "") === filterQuery ? last : { ...last, [tabName]: filterQuery },
      ),
    [setFilters],
  );

  useEffect(() => {
    const index = written.current.indexOf(urlSearch);
    // The URL was changed in another way: by the Back button, or by a link to another tab.
    if (index < 0) {
      openTab(namedTab);
      setTabFilters(namedTab ?? base, namedFilters);
    }
    written.current = index < 0 ? [urlSearch] : written.current.slice(index);
  }, [urlSearch, namedTab, base, namedFilters, setTabFilters]);

  useEffect(() => {
    if (!isIdle || chosenSearch === written.current.at(-1)) return;
    written.current.push(chosenSearch);
    window.history.replaceState(null, "", chosenSearch || window.location.pathname);
  }, [chosenSearch, isIdle]);

  return { tab, openTab, filters, setTabFilters };
}
