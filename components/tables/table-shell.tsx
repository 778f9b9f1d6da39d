"use client";

import type { MouseEvent, PointerEvent, ReactNode } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { useRowFocus } from "@/components/ui/row-focus";

type TableShellProps = {
  /** True for a lower row height. */
  dense?: boolean;
  /** True while new rows are loading. */
  busy?: boolean;
  children: ReactNode;
};

/**
 * Sets the full text as tooltip of a truncated element. Called on hover, as the width of the window
 * determines what is truncated.
 */
function titleWholeText({ target }: PointerEvent<HTMLElement>) {
  const element = target instanceof Element ? target.closest<HTMLElement>(".row-note, .row-line > td > span") : null;
  if (!element) return;
  const isCut = element.scrollHeight > element.clientHeight + 1;
  element.title = isCut ? (element.textContent ?? "") : "";
}

/** Prevents a Shift+click on a checkbox from selecting the text between two rows. */
function keepText(event: MouseEvent<HTMLElement>) {
  if (event.shiftKey && event.target instanceof Element && event.target.closest(".row-box")) event.preventDefault();
}

/**
 * Adds to a table what needs the browser, by handlers for all of its rows: keeping the focus in the
 * table, tooltips of truncated texts, and sorting by several columns. Clicks on rows are handled by
 * navigation/app-links.tsx.
 */
export function TableShell({ dense = false, busy = false, children }: TableShellProps) {
  const { push } = usePendingNavigation();
  const onFocus = useRowFocus();

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
      data-rows={dense ? "dense" : "comfortable"}
      aria-busy={busy || undefined}
      onFocus={onFocus}
      onPointerOver={titleWholeText}
      onMouseDown={keepText}
      onClickCapture={addSortColumn}
      className={busy ? "cursor-progress" : undefined}
    >
      {children}
    </div>
  );
}
