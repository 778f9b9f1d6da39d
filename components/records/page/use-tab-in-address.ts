"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { usePendingNavigations } from "@/components/navigation/pending-navigation";

/**
 * Keeps the open tab in the URL (`?tab=…`), so that Back from a linked record returns to it. The
 * URL is updated only while no navigation is pending: earlier, Next would drop the response or
 * reload the page, and typed values would be lost.
 * @param base the tab that is not named in the URL
 * @returns the tab as named in the URL, and its setter
 */
export function useTabInAddress(base: string): [string, (tab: string) => void] {
  const named = useSearchParams().get("tab") ?? base;
  const [tab, setTab] = useState(named);
  const written = useRef(named);
  const isAtRest = usePendingNavigations() === 0;

  useEffect(() => {
    // Changed elsewhere: by Back, or by a link to another tab.
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
