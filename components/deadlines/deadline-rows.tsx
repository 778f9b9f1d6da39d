"use client";

import clsx from "clsx";
import type { DeadlineKind } from "@/lib/features/deadlines/deadlines-query";
import { DeadlineKindLabel } from "./deadline-kind";
import { MemberNamesText, type MemberNames } from "./member-names";

/* A client component, although it has no state, so that its data are sent instead of its elements
   (decision 0021). */

type DeadlineEntry = {
  key: string;
  what: DeadlineKind;
  whatText: string;
  warning?: string;
  label: string;
  href: string;
  members?: MemberNames;
};

/** The deadlines of a day, in texts. */
export type DeadlineDay = { day: string; text: string; isToday: boolean; distance: string; entries: DeadlineEntry[] };

type DeadlineRowsProps = { days: readonly DeadlineDay[]; responsible: string; className?: string };

/**
 * Deadlines in rows, grouped by day. Wide lists have columns for day, kind, project, members, and
 * how far away the day is, with the same widths in all lists, so that those of several months line
 * up; narrow ones show kind and members below the project.
 */
export function DeadlineRows({ days, responsible, className }: DeadlineRowsProps) {
  return (
    <div className="@container/rows">
      <ul className={clsx("divide-y divide-line", className)}>
        {days.map(({ day, text, isToday, distance, entries }) => (
          <li
            key={day}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2 @2xl/rows:grid-cols-[7rem_minmax(0,1fr)_7rem] print:break-inside-avoid"
          >
            <time dateTime={day} className={clsx("tabular", isToday && "text-accent")}>
              {text}
            </time>
            <p
              className={clsx(
                "text-right text-sm leading-6 whitespace-nowrap @2xl/rows:col-start-3 @2xl/rows:row-start-1",
                isToday ? "font-semibold text-accent" : "text-ink-muted",
              )}
            >
              {distance}
            </p>
            <ul className="col-span-full flex min-w-0 flex-col gap-1.5 @2xl/rows:col-span-1 @2xl/rows:col-start-2 @2xl/rows:row-start-1">
              {entries.map(({ key, what, whatText, warning, label, href, members }) => (
                <li
                  key={key}
                  className="flex flex-wrap items-baseline gap-x-4 @5xl/rows:grid @5xl/rows:grid-cols-[11.5rem_minmax(0,1fr)_minmax(0,14rem)]"
                >
                  <p className="min-w-0 basis-full @5xl/rows:col-start-2">
                    <a
                      href={href}
                      className="font-semibold [overflow-wrap:anywhere] underline-offset-2 hover:underline pointer-coarse:inline-block pointer-coarse:py-1.5"
                    >
                      {label}
                    </a>
                  </p>
                  <DeadlineKindLabel
                    what={what}
                    text={whatText}
                    warning={warning}
                    className="text-sm leading-6 @5xl/rows:col-start-1 @5xl/rows:row-start-1"
                  />
                  {members && <MemberNamesText {...members} label={responsible} className="@5xl/rows:col-start-3" />}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
}
