"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { usePendingNavigations } from "@/components/navigation/pending-navigation";

/**
 * The tab that is open, kept in the address (`?tab=…`), so that Back from a linked record leads to where one was. The
 * address follows when no page is on its way: if it changed before, Next would drop the answer, or load the whole page
 * anew, and what was typed would be gone.
 * @param base the tab that the address does not name
 * @returns the open tab as it was named, and how to open another
 */
export function useTabInAddress(base: string): [string, (tab: string) => void] {
  const named = useSearchParams().get("tab") ?? base;
  const [tab, setTab] = useState(named);
  const written = useRef(named);
  const isAtRest = usePendingNavigations() === 0;

  useEffect(() => {
    // The address came from elsewhere: Back, or a link to another tab.
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
