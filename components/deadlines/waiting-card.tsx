"use client";

import { MoreLink } from "@/components/navigation/links";
import { Card } from "@/components/ui/card";
import type { DeadlineState } from "@/lib/records/deadlines/deadline-states";
import type { Option } from "@/lib/records/reference-lists/reference-lists";
import { DeadlineBadge } from "./deadline-badge";
import { FinishButtons } from "./finish-buttons";

/* A client component, although it has no state, so that its data are sent instead of its elements
   (decision 0021). */

export type WaitingItem = {
  id: number;
  label: string;
  href: string;
  /** A notice period that cannot be parsed, as the user typed it. */
  notice?: string;
  /** The next deadline: what it is, its day, and how far away it is. */
  deadline?: { what: string; day: string; dayText: string; distance: string };
};

/**
 * Projects in one deadline state: the most urgent ones, the total number, and a link to the
 * complete list.
 */
export type WaitingGroup = {
  state: DeadlineState;
  name: string;
  total: number;
  items: WaitingItem[];
  all: { href: string; text: string };
};

type WaitingCardProps = {
  title: string;
  emptyText: string;
  /** The groups that contain projects. */
  groups: readonly WaitingGroup[];
  /**
   * Options of the status field that mark a project as finished; empty if the user may not set
   * them.
   */
  finished: readonly Option[];
};

function Item({ item, finished }: { item: WaitingItem } & Pick<WaitingCardProps, "finished">) {
  const { id, label, href, notice, deadline } = item;
  return (
    <li className="flex items-start justify-between gap-x-3 py-1.5">
      <div className="min-w-0">
        <a href={href} className="[overflow-wrap:anywhere] underline-offset-2 hover:underline">
          {label}
        </a>
        {notice !== undefined && <p className="text-sm [overflow-wrap:anywhere] text-ink-muted">{notice}</p>}
        {deadline && (
          <p className="text-sm text-ink-muted">
            {deadline.what} <time dateTime={deadline.day}>{deadline.dayText}</time>, {deadline.distance}
          </p>
        )}
      </div>
      {finished.length > 0 && (
        <div className="shrink-0">
          <FinishButtons id={id} label={label} statuses={finished} isShort />
        </div>
      )}
    </li>
  );
}

/**
 * Dashboard card of projects that need attention: their contract has ended, one of their deadlines
 * is near, or their notice period cannot be parsed.
 */
export function WaitingCard({ title, emptyText, groups, finished }: WaitingCardProps) {
  return (
    <Card className="mb-3 p-4 md:mb-4 md:p-5">
      <h2 className="text-lg font-semibold">{title}</h2>
      {groups.length === 0 && <p className="mt-2 text-ink-muted">{emptyText}</p>}
      <div className="mt-2 grid gap-x-8 gap-y-4 empty:hidden lg:auto-cols-fr lg:grid-flow-col">
        {groups.map(({ state, name, total, items, all }) => (
          <section key={state} aria-labelledby={`waiting-${state}`} className="min-w-0">
            <h3 id={`waiting-${state}`} className="flex flex-wrap items-center gap-2 font-semibold">
              <DeadlineBadge state={state} text={name} />
              <span className="tabular">{total}</span>
            </h3>
            <ul className="mt-1 divide-y divide-line">
              {items.map((item) => (
                <Item key={item.id} item={item} finished={state === "over" ? finished : []} />
              ))}
            </ul>
            <MoreLink href={all.href}>{all.text}</MoreLink>
          </section>
        ))}
      </div>
    </Card>
  );
}
