import { useTranslations } from "next-intl";
import { MoreLink } from "@/components/navigation/links";
import { Card } from "@/components/ui/card";
import type { DeadlineState } from "@/lib/records/deadlines/deadline-states";
import { distanceText } from "@/lib/records/deadlines/deadline-words";
import type { DeadlineKind } from "@/lib/records/deadlines/deadlines-query";
import { displayDate } from "@/lib/records/fields/day";
import type { Option } from "@/lib/records/reference-lists/reference-lists";
import { DeadlineBadge } from "./deadline-badge";
import { FinishButtons } from "./finish-buttons";

export type WaitingItem = {
  id: number;
  label: string;
  href: string;
  /** The notice period as the user typed it. */
  notice: string;
  day: string | null;
  what: DeadlineKind | null;
  daysLeft: number | null;
};

/**
 * Projects in one deadline state: the most urgent ones, the total number, and the URL of the
 * complete list.
 */
export type WaitingGroup = { state: DeadlineState; total: number; items: WaitingItem[]; href: string };

type WaitingCardProps = {
  groups: readonly WaitingGroup[];
  /**
   * Options of the status field that mark a project as finished; empty if the user may not set
   * them.
   */
  finished: readonly Option[];
};

function Item({
  item,
  state,
  finished,
}: { item: WaitingItem; state: DeadlineState } & Pick<WaitingCardProps, "finished">) {
  const t = useTranslations("deadlines");
  const { id, label, href, notice, day, what, daysLeft } = item;
  return (
    <li className="flex items-start justify-between gap-x-3 py-1.5">
      <div className="min-w-0">
        <a href={href} className="[overflow-wrap:anywhere] underline-offset-2 hover:underline">
          {label}
        </a>
        {state === "unread" && (
          <p className="text-sm [overflow-wrap:anywhere] text-ink-muted">{t("quoted", { text: notice })}</p>
        )}
        {day && what && (
          <p className="text-sm text-ink-muted">
            {t(`what.${what}`)} <time dateTime={day}>{displayDate(day)}</time>, {distanceText(daysLeft, t)}
          </p>
        )}
      </div>
      {state === "over" && finished.length > 0 && (
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
export function WaitingCard({ groups, finished }: WaitingCardProps) {
  const t = useTranslations("deadlines");
  const shown = groups.filter(({ total }) => total > 0);
  return (
    <Card className="mb-3 p-4 md:mb-4 md:p-5">
      <h2 className="text-lg font-semibold">{t("waiting")}</h2>
      {shown.length === 0 && <p className="mt-2 text-ink-muted">{t("waiting_none")}</p>}
      <div className="mt-2 grid gap-x-8 gap-y-4 empty:hidden lg:auto-cols-fr lg:grid-flow-col">
        {shown.map(({ state, total, items, href }) => (
          <section key={state} aria-labelledby={`waiting-${state}`} className="min-w-0">
            <h3 id={`waiting-${state}`} className="flex flex-wrap items-center gap-2 font-semibold">
              <DeadlineBadge state={state} text={t(`waiting_states.${state}`)} />
              <span className="tabular">{total}</span>
            </h3>
            <ul className="mt-1 divide-y divide-line">
              {items.map((item) => (
                <Item key={item.id} item={item} state={state} finished={finished} />
              ))}
            </ul>
            <MoreLink href={href}>{t("waiting_all", { count: total })}</MoreLink>
          </section>
        ))}
      </div>
    </Card>
  );
}
