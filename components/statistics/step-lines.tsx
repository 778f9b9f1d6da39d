"use client";

import clsx from "clsx";
import { useFormatter } from "next-intl";
import { linePath, linePoints } from "@/components/layout/line-points";
import { getAt } from "@/lib/model/pure/get-at";
import { maxOf } from "@/lib/model/pure/long-lists";

/* A client component, although it has no state, so that its data are sent instead of its elements
   (decision 0021). */

/** A line: a number on each of the days. */
export type StepLine = { key: string; name: string; values: readonly number[]; picks?: string };

type StepLinesProps = {
  title: string;
  /** Describes the drawing for screen readers, which have the table for its numbers. */
  label: string;
  days: readonly string[];
  /** The texts below the first and the last point. */
  ends: readonly [string, string];
  /** The first one is the total. */
  lines: readonly StepLine[];
};

/** The drawing is stretched to the width of the page, so only its proportions count. */
const FRAME = { width: 1000, height: 300, edge: 6 };

/** Dashes tell the lines apart without colours, in print and in contrast themes. */
const DASHES = [undefined, undefined, "7 4", "2 4", "12 4 2 4", "16 6"];
const STROKES = ["text-ink", "text-accent", "text-accent", "text-accent", "text-accent", "text-accent"];

/** The numbers of some rows over days, as lines with a legend. */
export function StepLines({ title, label, days, ends, lines }: StepLinesProps) {
  const format = useFormatter();
  const max = maxOf(
    lines.flatMap(({ values }) => values),
    1,
  );
  const pathOf = ({ values }: StepLine) =>
    linePath(
      linePoints(
        days.map((day, at) => ({ day, count: getAt(values, at) })),
        { ...FRAME, max },
      ),
    );
  const sample = (at: number, d: string) => (
    <path
      d={d}
      strokeDasharray={DASHES[at]}
      strokeWidth={at === 0 ? 2.5 : 1.75}
      stroke="currentColor"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  );
  return (
    <figure className="min-w-0 break-inside-avoid">
      <figcaption className="font-semibold">{title}</figcaption>
      <div className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-ink-muted">
        <span className="tabular flex flex-col justify-between text-right leading-none" aria-hidden="true">
          <span>{format.number(max)}</span>
          <span>0</span>
        </span>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
          preserveAspectRatio="none"
          fill="none"
          className="h-56 w-full border-b border-l border-line-strong"
        >
          {lines.map((line, at) => (
            <g key={line.key} data-picks={line.picks} className={clsx("step-line", STROKES[at])}>
              {sample(at, pathOf(line))}
            </g>
          ))}
        </svg>
        <span />
        <span className="tabular mt-1 flex justify-between" aria-hidden="true">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </span>
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {lines.map(({ key, name, picks }, at) => (
          <li
            key={key}
            data-picks={picks}
            className="flex items-center gap-2 rounded-sm px-1 data-picked:bg-accent-soft"
          >
            <svg aria-hidden="true" viewBox="0 0 36 4" fill="none" className={clsx("h-1 w-9 shrink-0", STROKES[at])}>
              {sample(at, "M0 2H36")}
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </figure>
  );
}
