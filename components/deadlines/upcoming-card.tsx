import { MoreLink } from "@/components/navigation/links";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { DeadlineRows, type DeadlineDay } from "./deadline-rows";

type UpcomingCardProps = {
  title: string;
  emptyText: string;
  /** Number of all deadlines in the period, as text. */
  total: string;
  days: readonly DeadlineDay[];
  /** Link to all of them. */
  all: { href: string; text: string };
  responsible: string;
};

/** Dashboard card of the next deadlines. */
export function UpcomingCard({ title, emptyText, total, days, all, responsible }: UpcomingCardProps) {
  const isEmpty = days.length === 0;
  return (
    <Card className="mt-3 p-4 md:mt-4 md:p-5">
      <section aria-labelledby="upcoming">
        <div className="flex items-center gap-2">
          <h2 id="upcoming" className="text-lg font-semibold">
            {title}
          </h2>
          {!isEmpty && <Badge>{total}</Badge>}
        </div>
        {isEmpty ? (
          <p className="mt-2 text-ink-muted">{emptyText}</p>
        ) : (
          <>
            <DeadlineRows days={days} responsible={responsible} className="mt-1.5" />
            <p className="mt-1 border-t border-line pt-2">
              <MoreLink href={all.href}>{all.text}</MoreLink>
            </p>
          </>
        )}
      </section>
    </Card>
  );
}
