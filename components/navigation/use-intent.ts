"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { isFocusPut } from "./arrival";

/** Long enough to tell a pointer that stays from one that passes by, and a focus that rests from one on its way. */
const INTENT_MS = 80;

type PrefetchOptions = NonNullable<Parameters<ReturnType<typeof useRouter>["prefetch"]>[1]>;

/** With its rows and values, so that the press finds it there. */
const WHOLE = { kind: "full" } as PrefetchOptions;

/**
 * Fetches a page ahead once somebody seems to want it: points at what leads there, focuses or touches it. A page that has
 * been fetched or seen a moment ago is not asked for again.
 * @returns what the element listens to, and how to tell that the press has come
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
    // The way back leads to the link that one left by: that is no wish to go there once more.
    onFocus: () => !isFocusPut() && fetchSoon(),
    onBlur: cancel,
    onTouchStart: fetchAhead,
  };
  return { signs, cancel };
}
