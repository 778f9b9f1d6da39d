"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";

/** Height in px that the bar covers at most when it appears; its own height is `h-10` or more. */
const BAR_HEIGHT = 40;

/** Returns `isPassed`, true while the element `mark` is above the bar's lower edge. */
function useScrolledPast() {
  const mark = useRef<HTMLDivElement>(null);
  const [isScrolledPast, setScrolledPast] = useState(false);
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver(
      ([entry]) =>
        setScrolledPast(Boolean(entry && !entry.isIntersecting && entry.boundingClientRect.top <= BAR_HEIGHT)),
      { rootMargin: `-${BAR_HEIGHT}px 0px 0px 0px` },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return { mark, isPassed: isScrolledPast };
}

type RecordFrameProps = {
  /** The record's name, which a bar shows while the heading is scrolled out of view. */
  title: string;
  heading: ReactNode;
  /** Shown below the heading. */
  summary?: ReactNode;
  /** Buttons for actions on the record: right of the heading, below it on phones. */
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * Layout of a record's page. The actions stay at the top of wide windows, where the bar with the
 * name appears behind them; phones have room only for the name, and low windows for neither.
 */
export function RecordFrame({ title, heading, summary, actions, children }: RecordFrameProps) {
  const { mark, isPassed: isScrolledPast } = useScrolledPast();
  return (
    <div className="md:grid md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-4 print:block">
      {/* Its area is the whole page, so that it stays pinned to the end. */}
      <div
        data-pinned
        aria-hidden="true"
        className="sticky top-0 z-20 hidden h-0 md:col-span-2 md:col-start-1 md:row-span-3 md:row-start-1 md:grid-cols-subgrid roomy:grid"
      >
        {isScrolledPast && (
          <>
            <div className="col-start-1 row-start-1 h-10 border border-t-0 border-line bg-surface md:col-end-3 md:h-12" />
            <p className="col-start-1 row-start-1 truncate px-4 leading-10 font-semibold md:px-6 md:text-lg md:leading-12">
              {title}
            </p>
          </>
        )}
      </div>
      <div className="min-w-0 md:col-start-1 md:row-start-1 md:min-h-9">
        {heading}
        <div ref={mark} />
      </div>
      {summary && <div className="min-w-0 md:col-span-2 md:col-start-1 md:row-start-2">{summary}</div>}
      {actions && (
        <div className="mt-3 flex items-center gap-2 self-start md:z-30 md:col-start-2 md:row-span-3 md:row-start-1 md:mt-0 print:hidden md:tall:sticky md:tall:top-1.5">
          {actions}
        </div>
      )}
      <div className="mt-3 min-w-0 md:col-span-2 md:col-start-1 md:row-start-3">{children}</div>
    </div>
  );
}
