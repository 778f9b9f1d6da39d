"use client";

import { Tabs as Base } from "@base-ui/react/tabs";
import clsx from "clsx";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Badge } from "./badge";

type Tab<Id extends string> = {
  id: Id;
  label: string;
  panel: ReactNode;
  /** Shown behind the label, for instance the number of rows. */
  count?: number;
  disabled?: boolean;
};

type TabsProps<Id extends string> = {
  /** Shown above the tabs once they stay in view while the page scrolls: what they belong to. */
  title: string;
  /** Names the row of tabs for screen readers. */
  label: string;
  tabs: readonly Tab<Id>[];
  active: Id;
  onChange: (id: Id) => void;
};

/** The height of the line that stands above pinned tabs, `top-9`. */
const TITLE_HEIGHT = 36;

/** Tells when what follows an element has reached the place where it stays while the page scrolls. */
function usePinned() {
  const start = useRef<HTMLDivElement>(null);
  const [isPinned, setPinned] = useState(false);
  useEffect(() => {
    if (!start.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => setPinned(Boolean(entry && !entry.isIntersecting && entry.boundingClientRect.top <= TITLE_HEIGHT)),
      { rootMargin: `-${TITLE_HEIGHT + 1}px 0px 0px 0px` },
    );
    observer.observe(start.current);
    return () => observer.disconnect();
  }, []);
  return { start, isPinned };
}

/** Tabs with their panels. A panel that was once open stays mounted, so that nothing typed in it is lost. */
export function Tabs<Id extends string>({ title, label, tabs, active, onChange }: TabsProps<Id>) {
  const [visited, setVisited] = useState<readonly Id[]>([active]);
  if (!visited.includes(active)) setVisited([...visited, active]);
  const { start, isPinned } = usePinned();
  return (
    <Base.Root value={active} onValueChange={onChange} className="min-w-0">
      <div ref={start} />
      <div data-pinned-head className="z-20 rounded-t-lg bg-surface print:hidden tall:sticky tall:top-9">
        {isPinned && (
          <p
            aria-hidden="true"
            className="absolute -inset-x-px bottom-full h-9 truncate border-x border-line bg-surface px-4 pt-2 leading-6 font-semibold"
          >
            {title}
          </p>
        )}
        <Base.List
          activateOnFocus
          aria-label={label}
          className={
            "flex [scrollbar-width:none] gap-1 overflow-x-auto border-b border-line " +
            "max-md:mask-r-from-[calc(100%-1.5rem)] max-md:pr-6"
          }
        >
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.id}
              value={tab.id}
              disabled={tab.disabled}
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
            </Base.Tab>
          ))}
        </Base.List>
      </div>
      {tabs.map((tab) => (
        // Hidden at once, not when a transition would have ended; its content takes the focus, not the panel.
        <Base.Panel key={tab.id} value={tab.id} keepMounted tabIndex={undefined} className="inert:hidden">
          {visited.includes(tab.id) && tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
