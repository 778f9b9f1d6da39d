"use client";

import { useEffect, useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type MouseEvent } from "react";
import type { PointerEvent, ReactNode } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { useRowFocus } from "@/components/ui/rows/row-focus";
import { cutNames } from "./cut-names";
import { controlAfter, keepOneTabStop } from "./grid-keys";
import { isIn, isRowLink, rowAt, textAt } from "@/components/ui/rows/row-parts";

export type TableShellProps = {
  /** True for a lower row height. */
  dense?: boolean;
  /** True while new rows are loading. */
  busy?: boolean;
  /** Called when Space is pressed on a row's name. */
  onPeek?: (row: HTMLTableRowElement) => void;
  children: ReactNode;
};

/**
 * Sets the full text as tooltip of a truncated element. Called on hover, as the width of the window
 * determines what is truncated.
 */
function updateTooltip({ target }: PointerEvent<HTMLElement>) {
  const element = textAt(target);
  if (!element) return;
  const isCut =
    element.scrollHeight > element.clientHeight + 1 ||
    element.scrollWidth > element.clientWidth + 1 ||
    element.dataset.more !== undefined;
  element.title = isCut ? (element.textContent ?? "") : "";
}

/** Prevents a Shift+click on a checkbox from selecting the text between two rows. */
function preventTextSelection(event: MouseEvent<HTMLElement>) {
  if (event.shiftKey && isIn(event.target, "box")) event.preventDefault();
}

/**
 * Adds to a table what needs the browser, by handlers for all of its rows: walking through them by
 * the arrow keys, keeping the focus in the table, names that are cut, tooltips of truncated texts,
 * and sorting by several columns. Clicks on rows are handled by navigation/app-links.tsx.
 */
export function TableShell({ dense = false, busy = false, onPeek, children }: TableShellProps) {
  const { push } = usePendingNavigation();
  const rememberFocus = useRowFocus();
  const containerRef = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLElement>(null);

  // Rows are drawn without knowing this. Also runs when they change.
  useLayoutEffect(() => {
    const table = containerRef.current?.querySelector("table");
    if (!table) return;
    keepOneTabStop(table, focused.current);
    cutNames(table);
  });
  useEffect(() => {
    const table = containerRef.current?.querySelector("table");
    if (!table) return;
    const resized = new ResizeObserver(() => cutNames(table));
    resized.observe(table);
    // Buttons in rows may be loaded later than the rows.
    const changed = new MutationObserver(() => keepOneTabStop(table, focused.current));
    changed.observe(table, { childList: true, subtree: true });
    return () => {
      resized.disconnect();
      changed.disconnect();
    };
  }, []);

  function onFocus(event: FocusEvent<HTMLElement>) {
    rememberFocus(event);
    const { target } = event;
    const table = target.closest("table");
    if (!table || target === focused.current || !rowAt(target)) return;
    focused.current = target;
    keepOneTabStop(table, target);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target } = event;
    if (event.defaultPrevented || event.altKey || event.metaKey || event.shiftKey || !(target instanceof HTMLElement))
      return;
    const table = target.closest("table");
    if (!table || target.matches("input:not([type=checkbox]), select, textarea")) return;
    if (event.key === " " && onPeek && isRowLink(target)) {
      event.preventDefault();
      const row = rowAt(target);
      if (row) onPeek(row);
      return;
    }
    const next = controlAfter(table, target, event);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** Follows the link in a column heading that adds a sort column, if Ctrl, Cmd or Shift is held. */
  function addSortColumn(event: MouseEvent<HTMLElement>) {
    if (
      event.defaultPrevented ||
      !(event.ctrlKey || event.metaKey || event.shiftKey) ||
      !(event.target instanceof Element)
    )
      return;
    const adding = event.target.closest<HTMLElement>("a[data-adding]")?.dataset.adding;
    if (adding === undefined) return;
    event.preventDefault();
    void push(adding, { scroll: false });
  }

  return (
    <div
      ref={containerRef}
      data-rows={dense ? "dense" : "comfortable"}
      aria-busy={busy || undefined}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onPointerOver={updateTooltip}
      onMouseDown={preventTextSelection}
      onClickCapture={addSortColumn}
      className={busy ? "cursor-progress" : undefined}
    >
      {children}
    </div>
  );
}
