"use client";

import clsx from "clsx";
import { MoreLink } from "@/components/navigation/links";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import type { DeadlineState } from "@/lib/model/deadlines/deadline-states";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import { DeadlineBadge } from "./deadline-badge";
import { FinishButtons } from "./finish-buttons";
import { MemberNamesText, type MemberNames } from "./member-names";

/* A client component, although it has no state, so that its data are sent instead of its elements
   (decision 0021). */

/** A project that needs attention, in texts. */
export type WaitingItem = {
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

type WaitingCardProps = {
  title: string;
  emptyText: string;
  /** Number of all projects that need attention, as text. */
  total: string;
  /** The most urgent projects first. */
  items: readonly WaitingItem[];
  /** Links to the complete lists. */
  lists: readonly { href: string; text: string }[];
  responsible: string;
  /**
   * Options of the status field that mark a project as finished; empty if the user may not set
   * them.
   */
  finished: readonly Option[];
};

const COLUMNS =
  "@2xl/waiting:grid-cols-[10rem_minmax(0,1fr)] @5xl/waiting:grid-cols-[10rem_minmax(0,1fr)_13rem_10.5rem]";
const COLUMNS_WITH_ACTION =
  "@2xl/waiting:grid-cols-[10rem_minmax(0,1fr)_auto] @5xl/waiting:grid-cols-[10rem_minmax(0,1fr)_13rem_10.5rem_12.5rem]";

type ItemProps = { item: WaitingItem } & Pick<WaitingCardProps, "finished" | "responsible">;

function Item({ item, finished, responsible }: ItemProps) {
  const { id, state, stateText, label, href, notice, deadline, members } = item;
  return (
    <li
      className={clsx(
        "grid items-start gap-x-4 gap-y-1 py-2 @5xl/waiting:items-center",
        finished.length > 0 ? COLUMNS_WITH_ACTION : COLUMNS,
      )}
    >
      <p className="flex">
        <DeadlineBadge state={state} text={stateText} />
      </p>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 @5xl/waiting:contents">
        <a
          href={href}
          className="min-w-0 basis-full justify-self-start font-semibold [overflow-wrap:anywhere] underline-offset-2 hover:underline pointer-coarse:py-1.5"
        >
          {label}
        </a>
        <p className="min-w-0 text-sm leading-6 text-ink-muted">
          {notice !== undefined && <span className="[overflow-wrap:anywhere]">{notice}</span>}
          {deadline && (
            <>
              <span className="@5xl/waiting:block @5xl/waiting:leading-5">
                {deadline.what} <time dateTime={deadline.day}>{deadline.dayText}</time>
                <span className="@5xl/waiting:sr-only">, </span>
              </span>
              <span className="@5xl/waiting:block @5xl/waiting:leading-5">{deadline.distance}</span>
            </>
          )}
        </p>
        {members ? <MemberNamesText {...members} label={responsible} /> : <span className="max-@5xl/waiting:hidden" />}
      </div>
      {state === "over" && finished.length > 0 && (
        <div className="-mx-2.5 @2xl/waiting:-my-1 @2xl/waiting:ml-0 @5xl/waiting:justify-self-end">
          <FinishButtons id={id} label={label} statuses={finished} isQuiet />
        </div>
      )}
    </li>
  );
}

/**
 * Dashboard card of projects that need attention, as one list: their contract has ended, one of
 * their deadlines is near, or their notice period was not recognized.
 */
export function WaitingCard({ title, emptyText, total, items, lists, responsible, finished }: WaitingCardProps) {
  return (
    <Card className="@container/waiting mt-3 p-4 md:mt-4 md:p-5">
      {/* Gets the focus when the row that had it is done (finish-buttons.tsx). */}
      <section aria-labelledby="waiting" tabIndex={-1} className="outline-none">
        <div className="flex items-center gap-2">
          <h2 id="waiting" className="text-lg font-semibold">
            {title}
          </h2>
          {items.length > 0 && <Badge>{total}</Badge>}
        </div>
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
      </section>
    </Card>
  );
}
