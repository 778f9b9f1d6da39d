"use client";

import clsx from "clsx";
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { Badge } from "./badge";
import { KeptPanel } from "./kept-panel";

type Tab<Id extends string> = {
  id: Id;
  label: string;
  panel: ReactNode;
  /** Number shown after the tab's label, such as the number of rows in its panel. */
  count?: number;
  /** What the number does not count, such as former links; shown after it. */
  countNote?: string;
  disabled?: boolean;
  /**
   * True if the panel is read-only. It may contain nothing focusable, so the panel itself is a tab
   * stop.
   */
  isText?: boolean;
};

type TabsProps<Id extends string> = {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab<Id>[];
  active: Id;
  onChange: (id: Id) => void;
};

/** Width in px of the fade-out at the end of the scrollable row; equals the class `pr-6`. */
const FADED = 24;

/** Scrolls the row of tabs, but not the page, until the tab is in view. */
function bringIntoView(row: HTMLElement, tab: HTMLElement) {
  const [rowBox, tabBox] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  const [before, beyond] = [tabBox.left - rowBox.left, tabBox.right - (rowBox.right - FADED)];
  row.scrollLeft += before < 0 ? before : Math.max(Math.min(beyond, before), 0);
}

/** Returns the index of the tab to which a key moves; undefined for keys that do not move. */
function indexAfter(key: string, index: number, count: number): number | undefined {
  if (key === "ArrowRight") return (index + 1) % count;
  if (key === "ArrowLeft") return (index - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

/**
 * Tabs with their panels. Visited panels stay mounted, so that typed values are not lost.
 * Implements the ARIA pattern without a library, which would add a twelfth to the initial load of a
 * record's page.
 */
export function Tabs<Id extends string>({ label, tabs, active, onChange }: TabsProps<Id>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const labels = tabs.map((tab) => `${tab.label} ${tab.count} ${tab.countNote}`).join();

  // On phones, the active tab may be out of view: when the page is loaded, or when labels become
  // longer.
  useEffect(() => {
    const selected = row.current?.querySelector<HTMLElement>("[aria-selected=true]");
    if (row.current && selected) bringIntoView(row.current, selected);
  }, [active, labels]);

  function moveByKey(event: KeyboardEvent) {
    const open = tabs.filter(({ disabled }) => !disabled);
    const hasModifier = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    const index = indexAfter(
      event.key,
      open.findIndex((tab) => tab.id === active),
      open.length,
    );
    const next = index === undefined || hasModifier ? undefined : open[index];
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    row.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  }

  return (
    <div className="min-w-0">
      {/* Pinned below the bar of `records/page/record-frame.tsx`. */}
      <div data-pinned className="z-20 rounded-t-lg bg-surface print:hidden md:tall:sticky md:tall:top-12">
        <div
          ref={row}
          role="tablist"
          aria-label={label}
          onKeyDown={moveByKey}
          className="flex [scrollbar-width:none] gap-1 overflow-x-auto border-b border-line max-md:fade-right max-md:pr-6"
        >
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              data-tab={tab.id}
              aria-selected={tab.id === active}
              aria-controls={`${id}-${tab.id}-panel`}
              aria-disabled={tab.disabled || undefined}
              // The row is a single tab stop; arrow keys move within it.
              tabIndex={tab.id === active ? 0 : -1}
              onClick={() => !tab.disabled && onChange(tab.id)}
              onFocus={(event) => event.currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" })}
              className={clsx(
                "-mb-px inline-flex min-h-10 shrink-0 items-center gap-1.5 border-b-2 px-3 font-semibold whitespace-nowrap",
                "outline-offset-[-3px] transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-50",
                tab.id === active
                  ? "border-accent text-ink"
                  : "border-transparent text-ink-muted not-aria-disabled:hover:border-line-strong not-aria-disabled:hover:text-ink",
              )}
            >
              {tab.label}
              {tab.count !== undefined && <Badge tone={tab.id === active ? "accent" : "neutral"}>{tab.count}</Badge>}
              {tab.countNote && <span className="text-sm font-normal text-ink-muted"> {tab.countNote}</span>}
            </button>
          ))}
        </div>
      </div>
      {tabs.map((tab) => (
        <KeptPanel
          key={tab.id}
          isShown={tab.id === active}
          role="tabpanel"
          id={`${id}-${tab.id}-panel`}
          aria-labelledby={`${id}-${tab.id}`}
          tabIndex={tab.isText ? 0 : undefined}
          className="outline-offset-[-3px]"
        >
          {tab.panel}
        </KeptPanel>
      ))}
    </div>
  );
}
