"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { arriveAt, expectReturn } from "./arrival";

/**
 * Takes the focus along on every change of page, so that who hears or tabs through the app lands on the new page and
 * not on what is left of the old one. Stands behind the page, whose own effects come first.
 */
export function FocusOnArrival() {
  const path = usePathname();
  useEffect(() => {
    const onStep = () => expectReturn(window.location.pathname);
    window.addEventListener("popstate", onStep);
    return () => window.removeEventListener("popstate", onStep);
  }, []);
  useEffect(() => arriveAt(path), [path]);
  return null;
}
