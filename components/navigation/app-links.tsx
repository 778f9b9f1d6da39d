"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { linkOf, rowAt } from "@/components/ui/rows/row-parts";
import { isMovingFocus } from "./arrival";
import { usePendingNavigation } from "./pending-navigation";

/**
 * Delay before a prefetch, so that moving the pointer across links or tabbing through them does not
 * prefetch their targets.
 */
const INTENT_MS = 80;

type PrefetchOptions = NonNullable<Parameters<ReturnType<typeof useRouter>["prefetch"]>[1]>;

/** Option to prefetch a page including its data. The router's cache answers repeated prefetches. */
const WHOLE = { kind: "full" } as PrefetchOptions;

/** Controls in a row, on which a click does not open the row. */
const CONTROLS = "a, button, input, select, textarea, label, summary";

/**
 * Returns the path of a link to a page of the app. Returns null for other links: those to other
 * sites, the API or a place on the same page, downloads, links that open in a new tab, and those
 * that ask for a full load.
 */
function pathOf(link: HTMLAnchorElement | null | undefined): string | null {
  if (!link || link.origin !== window.location.origin) return null;
  if ((link.target && link.target !== "_self") || link.hasAttribute("download") || "fullLoad" in link.dataset)
    return null;
  if (link.pathname.startsWith("/api/") || link.getAttribute("href")?.startsWith("#")) return null;
  return link.pathname + link.search + link.hash;
}

const linkAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;

/** Returns the link of the table row that contains an element; a click anywhere on the row follows it. */
function linkOfRow(target: EventTarget | null): HTMLAnchorElement | null {
  const row = rowAt(target);
  return row && linkOf(row);
}

/**
 * True for a click that opens a row: not on a control in the row, and not at the end of selecting
 * text.
 */
const isRowClick = ({ target }: MouseEvent) =>
  target instanceof Element && !target.closest(CONTROLS) && (window.getSelection()?.toString() ?? "") === "";

/**
 * Handles all links inside the app, which are plain `a` elements: their navigation shows the
 * progress bar, asks about unsaved input and reports an unreachable server. Prefetches the page of
 * a link that the user hovers, focuses or touches. A click on a table row follows the row's link.
 * Links inside of `data-keep-scroll` keep the page's scroll position.
 */
export function AppLinks() {
  const { push } = usePendingNavigation();
  const router = useRouter();
  const hovered = useRef<string>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const cancel = () => clearTimeout(timer.current);
  function prefetch(path: string) {
    cancel();
    if (path !== window.location.pathname + window.location.search) router.prefetch(path, WHOLE);
  }
  function prefetchSoon(path: string) {
    cancel();
    timer.current = setTimeout(() => prefetch(path), INTENT_MS);
  }

  const onClick = useEffectEvent((event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    const link = linkAt(event.target);
    const isNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (link) {
      const path = pathOf(link);
      if (path === null || isNewTab) return;
      event.preventDefault();
      cancel();
      void push(path, { scroll: link.closest("[data-keep-scroll]") === null });
      return;
    }
    const path = pathOf(linkOfRow(event.target));
    if (path === null || !isRowClick(event)) return;
    cancel();
    if (event.ctrlKey || event.metaKey) window.open(path, "_blank", "noopener");
    else void push(path);
  });

  const onPointer = useEffectEvent(({ target, pointerType }: PointerEvent) => {
    if (pointerType === "touch") return;
    const path = pathOf(linkAt(target) ?? linkOfRow(target));
    if (path === hovered.current) return;
    hovered.current = path;
    if (path === null) cancel();
    else prefetchSoon(path);
  });

  const onFocus = useEffectEvent(({ target }: FocusEvent) => {
    const path = pathOf(linkAt(target));
    // Focus that the app moves on arrival at a page does not show the user's intent.
    if (path !== null && !isMovingFocus()) prefetchSoon(path);
  });

  const onTouch = useEffectEvent(({ target }: TouchEvent) => {
    const path = pathOf(linkAt(target));
    if (path !== null) prefetch(path);
  });

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener("click", (event) => onClick(event), { signal });
    document.addEventListener("pointerover", (event) => onPointer(event), { signal, passive: true });
    document.addEventListener("focusin", (event) => onFocus(event), { signal });
    document.addEventListener("focusout", () => clearTimeout(timer.current), { signal });
    document.addEventListener("touchstart", (event) => onTouch(event), { signal, passive: true });
    return () => {
      controller.abort();
      clearTimeout(timer.current);
    };
  }, []);
  return null;
}
