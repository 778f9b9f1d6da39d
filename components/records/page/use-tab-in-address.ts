"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { usePendingNavigations } from "@/components/navigation/pending-navigation";

/**
 * Stores the open tab in the URL (`?tab=…`), so that going back from a linked record returns to
 * this tab. Updates the URL only while no navigation is pending: otherwise Next would drop the
 * navigation's response or reload the page, and typed values would be lost.
 * @param base the tab that is open if the URL names none
 * @returns the open tab, and its setter
 */
export function useTabInAddress(base: string): [string, (tab: string) => void] {
  const named = useSearchParams().get("tab") ?? base;
  const [tab, setTab] = useState(named);
  const written = useRef(named);
  const isAtRest = usePendingNavigations() === 0;

  useEffect(() => {
    // The URL was changed in another way: by the Back button, or by a link to another tab.
    if (named !== written.current) setTab(named);
    written.current = named;
  }, [named]);

  useEffect(() => {
    if (!isAtRest || tab === written.current) return;
    written.current = tab;
    window.history.replaceState(null, "", tab === base ? window.location.pathname : `?tab=${tab}`);
  }, [tab, base, isAtRest]);

  return [tab, setTab];
}
