"use client";

import clsx from "clsx";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Badge } from "./badge";

export type Tab<Id extends string> = {
  id: Id;
  label: string;
  panel: ReactNode;
  /** Shown behind the label, for instance the number of rows. */
  count?: number;
  disabled?: boolean;
};

type TabsProps<Id extends string> = {
  /** Names the row of tabs for screen readers. */
  label: string;
  tabs: readonly Tab<Id>[];
  active: Id;
  onChange: (id: Id) => void;
};

/** Tabs with their panels. A panel that was once open stays mounted, so that nothing typed in it is lost. */
export function Tabs<Id extends string>({ label, tabs, active, onChange }: TabsProps<Id>) {
  const baseId = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const [visited, setVisited] = useState<readonly Id[]>([active]);
  if (!visited.includes(active)) setVisited([...visited, active]);

  // A tab that the address names may lie outside of what a narrow screen shows of the row.
  useEffect(() => {
    listRef.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, []);

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const enabled = tabs.filter((tab) => !tab.disabled);
    const index = enabled.findIndex((tab) => tab.id === active);
    const targets: Record<string, number> = {
      ArrowRight: (index + 1) % enabled.length,
      ArrowLeft: (index - 1 + enabled.length) % enabled.length,
      Home: 0,
      End: enabled.length - 1,
    };
    const target = enabled[targets[event.key] ?? -1];
    if (!target) return;
    event.preventDefault();
    onChange(target.id);
    listRef.current?.querySelector<HTMLElement>(`[id="${baseId}-tab-${target.id}"]`)?.focus();
  }

  return (
    <div className="min-w-0">
      <div
        ref={listRef}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className={
          "flex [scrollbar-width:none] gap-1 overflow-x-auto border-b border-line " +
          "max-md:mask-r-from-[calc(100%-1.5rem)] max-md:pr-6"
        }
      >
        {tabs.map((tab) => {
          const selected = tab.id === active;
          return (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${baseId}-tab-${tab.id}`}
              aria-selected={selected}
              aria-controls={`${baseId}-panel-${tab.id}`}
              tabIndex={selected ? 0 : -1}
              disabled={tab.disabled}
              onClick={() => onChange(tab.id)}
              onFocus={(event) => event.currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" })}
              className={clsx(
                "-mb-px inline-flex min-h-10 shrink-0 items-center gap-1.5 border-b-2 px-3 font-semibold whitespace-nowrap",
                "outline-offset-[-3px] transition-colors disabled:cursor-not-allowed disabled:opacity-50",
                selected
                  ? "border-accent text-ink"
                  : "border-transparent text-ink-muted enabled:hover:border-line-strong enabled:hover:text-ink",
              )}
            >
              {tab.label}
              {tab.count !== undefined && <Badge tone={selected ? "accent" : "neutral"}>{tab.count}</Badge>}
            </button>
          );
        })}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${baseId}-panel-${tab.id}`}
          aria-labelledby={`${baseId}-tab-${tab.id}`}
          hidden={tab.id !== active}
        >
          {visited.includes(tab.id) && tab.panel}
        </div>
      ))}
    </div>
  );
}
