"use client";

import { useLayoutEffect } from "react";

/**
 * Keeps the page accessible to screen readers while an option list is open. Base UI hides
 * everything except live regions from them, as for a modal dialog, so the page's parts become
 * silent live regions.
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
