"use client";

import { useLayoutEffect } from "react";

/**
 * Keeps the page in reach of screen readers while a list hangs open. Base UI hides it from them as behind a modal dialog,
 * though nothing holds the reader in the list; it spares live regions, so for that long the page is one, a silent one.
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
