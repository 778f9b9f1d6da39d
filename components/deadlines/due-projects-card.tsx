"use client";

import clsx from "clsx";
import { MoreLink } from "@/components/navigation/links";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icon";
import { SectionCard } from "@/components/ui/section-card";
import type { DeadlineState } from "@/lib/model/deadlines/deadline-states";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import { DeadlineBadge } from "./deadline-badge";
import { FinishButtons } from "./finish-buttons";
import { MemberNamesText, type MemberNames } from "./member-names";

/* A client component, although it has no state, so that its data are sent instead of its elements
   (decision 0021). */

/** A project with its deadline state, in texts. */
export type DueItem = {
  id: number;
  state: DeadlineState;
  stateText: string;
  label: string;
  href: string;
  /** A notice period that was not recognized, as the user typed it. */
  notice?: string;
  /** The next deadline: what it is, its day, and how far away it is. */
  deadline?: { what: string; day: string; dayText: string; distance: string };
  members?: MemberNames;
};

type DueProjectsCardProps = {
  title: string;
  emptyText: string;
  /** The number of items, as text. */
  count: string;
  /** The most urgent projects first. */
  items: readonly DueItem[];
  /** Links to the complete lists. */
  lists: readonly { href: string; text: string }[];
  responsible: string;
  /**
   * Options of the status field that mark a project as finished; empty if the user may not set
   * them.
   */
  finished: readonly Option[];
};

const COLUMNS = "@2xl/due:grid-cols-[11rem_minmax(0,1fr)]";
const COLUMNS_WITH_ACTION = "@2xl/due:grid-cols-[11rem_minmax(0,1fr)_auto]";

type ItemProps = { item: DueItem } & Pick<DueProjectsCardProps, "finished" | "responsible">;

function Item({ item, finished, responsible }: ItemProps) {
  const { id, state, stateText, label, href, notice, deadline, members } = item;
  return (
    <li className={clsx("grid items-start gap-x-4 gap-y-1 py-2", finished.length > 0 ? COLUMNS_WITH_ACTION : COLUMNS)}>
      <p className="flex">
        <DeadlineBadge state={state} text={stateText} />
      </p>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-4">
        <a
          href={href}
          className="min-w-0 basis-full justify-self-start font-semibold [overflow-wrap:anywhere] underline-offset-2 hover:underline pointer-coarse:py-1.5"
        >
          {label}
        </a>
        {notice !== undefined && (
          <p className="min-w-0 text-sm leading-6 [overflow-wrap:anywhere] text-ink-muted">{notice}</p>
        )}
        {deadline && (
          <p className="text-sm leading-6 text-ink-muted">
            {deadline.what} <time dateTime={deadline.day}>{deadline.dayText}</time>, {deadline.distance}
          </p>
        )}
        {members && <MemberNamesText {...members} label={responsible} />}
      </div>
      {state === "over" && finished.length > 0 && (
        <div className="-mx-2.5 @2xl/due:-my-1 @2xl/due:ml-0">
          <FinishButtons id={id} label={label} statuses={finished} isQuiet />
        </div>
      )}
    </li>
  );
}

/**
 * Dashboard card of projects in one list: those that need attention (contract over, deadline near,
 * notice period not recognized), then those with later deadlines.
 */
export function DueProjectsCard({
  title,
  emptyText,
  count,
  items,
  lists,
  responsible,
  finished,
}: DueProjectsCardProps) {
  return (
    // Gets the focus when the row that had it is done (finish-buttons.tsx).
    <SectionCard id="due" title={title} beside={items.length > 0 && <Badge>{count}</Badge>} className="@container/due">
      {items.length === 0 && (
        <p className="mt-2 flex items-center gap-1.5 font-medium text-success">
          <Icon name="icon-circle-check" className="size-4.5" />
          {emptyText}
        </p>
      )}
      <ul className="mt-1.5 divide-y divide-line empty:hidden">
        {items.map((item) => (
          <Item key={item.id} item={item} finished={finished} responsible={responsible} />
        ))}
      </ul>
      {lists.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-x-6 border-t border-line pt-2">
          {lists.map(({ href, text }) => (
            <MoreLink key={href} href={href}>
              {text}
            </MoreLink>
          ))}
        </p>
      )}
    </SectionCard>
  );
}
