"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { isFocusPut } from "./arrival";

/**
 * Delay before a prefetch, so that moving the pointer across links or tabbing through them does not
 * prefetch their targets.
 */
const INTENT_MS = 80;

type PrefetchOptions = NonNullable<Parameters<ReturnType<typeof useRouter>["prefetch"]>[1]>;

/** Option to prefetch a page including its data. */
const WHOLE = { kind: "full" } as PrefetchOptions;

/**
 * Prefetches a page on intent: when the user hovers, focuses or touches a link to it. The router's
 * cache answers repeated prefetches.
 * @returns event handlers for the link, and a function that cancels the prefetch when the link is
 * clicked
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
    // Focus that the app moves on arrival at a page does not show the user's intent.
    onFocus: () => !isFocusPut() && fetchSoon(),
    onBlur: cancel,
    onTouchStart: fetchAhead,
  };
  return { signs, cancel };
}
