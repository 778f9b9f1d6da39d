"use client";

import { usePathname } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { arriveAt, expectReturn } from "./arrival";
import { usePendingNavigation } from "./pending-navigation";

/**
 * Takes the focus along on every change of page, so that who hears or tabs through the app lands on the new page and
 * not on what is left of the old one; and sees to it that the browser's own Back shows no page of before a change of
 * one's own. Stands behind the page, whose own effects come first.
 */
export function FocusOnArrival() {
  const path = usePathname();
  const { refreshOvertaken } = usePendingNavigation();
  const step = useEffectEvent(() => {
    expectReturn(window.location.pathname);
    refreshOvertaken();
  });
  useEffect(() => {
    const onStep = () => step();
    window.addEventListener("popstate", onStep);
    return () => window.removeEventListener("popstate", onStep);
  }, []);
  useEffect(() => arriveAt(path), [path]);
  return null;
}
