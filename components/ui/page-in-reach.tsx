"use client";

import { useLayoutEffect } from "react";

/**
 * Keeps the page accessible to screen readers while a dropdown is open. Base UI hides it as if
 * behind a modal dialog, except for live regions, so the page's parts become silent live regions
 * meanwhile.
 */
export function PageInReach() {
  useLayoutEffect(() => {
    const parts = [...document.body.children].filter((part) => !part.hasAttribute("aria-live"));
    for (const part of parts) part.setAttribute("aria-live", "off");
    return () => {
      for (const part of parts) part.removeAttribute("aria-live");
    };
  }, []);
  return null;
}
