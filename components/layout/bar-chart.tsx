"use client";

import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { maxOf } from "@/lib/model/pure/long-lists";

/* A client component, although it has no state, so that its data are sent instead of its elements
   (decision 0021). */

/** A bar of a chart; `href` is the URL of the records that it counts. */
export type Bar = { key: string | number; label: string; count: number; text: string; href?: string };

type ChartProps<ShownBar = Bar> = { title: string; bars: ShownBar[]; emptyText: string };

/** A bar's length relative to the longest, from 0 to 1. */
const shareOf = (bar: Bar, bars: Bar[]) =>
  bar.count /
  maxOf(
    bars.map(({ count }) => count),
    1,
  );

/**
 * Horizontal bar chart, rendered as a list of labels and numbers with bars behind them, so that it
 * needs no text alternative. A bar's `tag` shows its label.
 */
export function BarChart({ title, bars, emptyText }: ChartProps<Bar & { tag?: ReactNode }>) {
  return (
    <Card className="p-4 md:p-5">
      <h2 className="text-lg font-semibold">{title}</h2>
      {bars.length === 0 && <p className="mt-3 text-ink-muted">{emptyText}</p>}
      <dl className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2.5">
        {bars.map((bar) => (
          <div key={bar.key} className="contents">
            <dt className="min-w-0">
              {bar.href === undefined ? (
                (bar.tag ?? bar.label)
              ) : (
                <a href={bar.href} className="underline-offset-2 hover:underline">
                  {bar.tag ?? bar.label}
                </a>
              )}
              <span aria-hidden="true" className="mt-1 block h-1.5 rounded-sm bg-sunken">
                <span
                  className="block h-full rounded-sm bg-accent forced-colors:bg-[CanvasText]"
                  style={{ width: `${shareOf(bar, bars) * 100}%` }}
                />
              </span>
            </dt>
            <dd className="tabular text-right font-semibold">{bar.text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const COLUMN = "flex min-w-0 flex-1 flex-col justify-end";

function Column({ bar, share }: { bar: Bar; share: number }) {
  const content = (
    <>
      <span className="sr-only">{`${bar.label}: ${bar.text}`}</span>
      <span aria-hidden="true" className="tabular flex min-h-0 flex-1 flex-col justify-end text-xs text-ink-muted">
        <span className="pb-0.5">{bar.count > 0 && bar.text}</span>
        {/* Leaves room for the number above the tallest column. */}
        <span
          className="block min-h-px rounded-t-sm bg-accent group-hover:bg-accent-strong forced-colors:bg-[CanvasText]"
          style={{ height: `calc((100% - 1.5rem) * ${share})` }}
        />
      </span>
      <span
        aria-hidden="true"
        className="tabular mt-1 border-t border-line pt-1 text-xs text-ink-muted underline-offset-2 group-hover:underline"
      >
        {bar.label}
      </span>
    </>
  );
  if (bar.href === undefined) return <span className={COLUMN}>{content}</span>;
  return (
    <a href={bar.href} className={`${COLUMN} group -outline-offset-2`}>
      {content}
    </a>
  );
}

/** Column chart for years, rendered as an ordered list of texts for screen readers. */
export function ColumnChart({ title, bars, emptyText }: ChartProps) {
  return (
    <Card className="p-4 md:p-5">
      <h2 className="text-lg font-semibold">{title}</h2>
      {bars.length === 0 && <p className="mt-3 text-ink-muted">{emptyText}</p>}
      {/* Columns have a minimum width, to be clickable. If not all fit, `rtl` makes the latest
          years visible without scrolling. */}
      <div dir="rtl" className="relative mt-4 overflow-x-auto">
        <ol dir="ltr" className="flex h-48 min-w-max items-stretch gap-0.5 empty:hidden sm:gap-1">
          {bars.map((bar) => (
            <li key={bar.key} className="flex min-w-9 flex-1 text-center pointer-coarse:min-w-11">
              <Column bar={bar} share={shareOf(bar, bars)} />
            </li>
          ))}
        </ol>
      </div>
    </Card>
  );
}
