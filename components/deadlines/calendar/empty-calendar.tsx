import { useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/navigation/links";
import { Icon } from "@/components/ui/icon";
import { calendarFilterText, calendarHref, type CalendarQuery } from "@/lib/features/deadlines/calendar-query";
import { dayName } from "./calendar-words";

type EmptyCalendarProps = {
  query: CalendarQuery;
  /** The period shown, in words. */
  period: string;
  /** The next day with deadlines after the period or, if there is none, the last one before it. */
  nearestDays: { last: string | null; next: string | null };
};

/**
 * Message for a period without deadlines, with a link to the next deadline or, if there is none, to
 * the last one.
 */
export function EmptyCalendar({ query, period, nearestDays: { last, next } }: EmptyCalendarProps) {
  const t = useTranslations("calendar");
  const locale = useLocale();
  const { view, day, isUpcoming } = query;
  const nearestDay = next ?? last;
  const noLaterText = calendarFilterText(query) ? t("none_filtered") : t("none_ahead");
  const emptyText = () => {
    if (day) return t("empty_day", { day: period });
    if (view === "month") return t("empty_month", { month: period });
    return isUpcoming ? t("empty_upcoming") : t("empty_period", { period });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-4 last:border-b-0 md:px-6">
      <p className="font-medium">
        {emptyText()}
        {next === null && ` ${noLaterText}`}
      </p>
      {nearestDay && (
        <ButtonLink
          size="sm"
          href={calendarHref({
            ...query,
            ...{ day: undefined, isUpcoming: false, month: nearestDay.slice(0, "YYYY-MM".length), pageNo: 0 },
          })}
          className="max-w-full text-left print:hidden"
        >
          {t(next ? "next_deadline" : "last_deadline", { day: dayName(nearestDay, locale) })}
          <Icon name="icon-arrow-right" className="size-4" />
        </ButtonLink>
      )}
    </div>
  );
}
