"use client";

import { usePathname } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { arriveAt, expectReturn } from "./arrival";
import { usePendingNavigation } from "./pending-navigation";

/**
 * Moves focus on each client-side navigation, for screen reader and keyboard users, and prevents
 * the browser's Back button from showing pages cached before the user changed data. Rendered after
 * the page, so that the page's own effects run first.
 */
export function FocusOnArrival() {
  const path = usePathname();
  const { refreshIfStale } = usePendingNavigation();
  const step = useEffectEvent(() => {
    expectReturn(window.location.pathname);
    refreshIfStale();
  });
  useEffect(() => {
    const onStep = () => step();
    window.addEventListener("popstate", onStep);
    return () => window.removeEventListener("popstate", onStep);
  }, []);
  useEffect(() => arriveAt(path), [path]);
  return null;
}
