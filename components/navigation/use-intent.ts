"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { isFocusPut } from "./arrival";

/**
 * Distinguishes a pointer that rests from one passing by, and focus that stays from tabbing
 * through.
 */
const INTENT_MS = 80;

type PrefetchOptions = NonNullable<Parameters<ReturnType<typeof useRouter>["prefetch"]>[1]>;

/** Prefetches the page with its data. */
const WHOLE = { kind: "full" } as PrefetchOptions;

/**
 * Prefetches a page on intent: when the user hovers, focuses or touches what leads there. The
 * router's cache answers repeated prefetches.
 * @returns event handlers for the element, and a function to cancel when the click arrives
 */
export function useIntent(href: string | undefined) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);

  function fetchAhead() {
    cancel();
    const isHere = href === window.location.pathname + window.location.search;
    if (href !== undefined && !isHere) router.prefetch(href, WHOLE);
  }
  function fetchSoon() {
    cancel();
    timer.current = setTimeout(fetchAhead, INTENT_MS);
  }
  const signs = {
    onPointerEnter: fetchSoon,
    onPointerLeave: cancel,
    // Focus restored on return to a page is not intent.
    onFocus: () => !isFocusPut() && fetchSoon(),
    onBlur: cancel,
    onTouchStart: fetchAhead,
  };
  return { signs, cancel };
}
