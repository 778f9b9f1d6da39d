"use client";

import { MoreLink } from "@/components/navigation/links";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";

/* A client component, although it has no state, so that its data are sent instead of its elements
   (decision 0021). */

export type EndingItem = { href: string; label: string; day: string; dayText: string };

type EndingListProps = {
  title: string;
  items: EndingItem[];
  /** Total number of records that end soon, as text. */
  total: string;
  /** Link to the complete list. */
  all: { href: string; text: string };
  emptyText: string;
};

/** List of records that end soon, each with its date. */
export function EndingList({ title, items, total, all, emptyText }: EndingListProps) {
  return (
    <Card className="p-4 md:p-5">
      <h2 className="flex items-center gap-2 text-lg font-semibold">
        {title}
        {items.length > 0 && <Badge>{total}</Badge>}
      </h2>
      {items.length === 0 && <p className="mt-3 text-ink-muted">{emptyText}</p>}
      <ul className="mt-2 divide-y divide-line empty:hidden">
        {items.map(({ href, label, day, dayText }) => (
          <li key={href} className="flex items-baseline justify-between gap-4 py-1.5">
            <a href={href} className="min-w-0 [overflow-wrap:anywhere] underline-offset-2 hover:underline">
              {label}
            </a>
            <time dateTime={day} className="shrink-0 text-ink-muted">
              {dayText}
            </time>
          </li>
        ))}
      </ul>
      {items.length > 0 && <MoreLink href={all.href}>{all.text}</MoreLink>}
    </Card>
  );
}
