import { useLocale, useTranslations } from "next-intl";
import { ButtonLink, IconLink } from "@/components/navigation/links";
import { Icon } from "@/components/ui/icon";
import { CALENDAR_VIEWS, calendarHref, type CalendarQuery } from "@/lib/features/deadlines/calendar-query";
import { calendarSpan, calendarStep } from "@/lib/features/deadlines/calendar-span";
import { periodName } from "./calendar-words";
import { PrintButton } from "./print-button";

const ICONS = { month: "icon-calendar-days", list: "icon-list" } as const;

type CalendarBarProps = {
  query: CalendarQuery;
  today: string;
  /** The period shown, in words. */
  period: string;
  /** Number of deadlines in the period. */
  total: number;
  headingId: string;
};

/** Header of the calendar: period, navigation, view switch, and print. */
export function CalendarBar({ query, today, period, total, headingId }: CalendarBarProps) {
  const t = useTranslations("calendar");
  const locale = useLocale();
  const { month, day, view } = query;
  const thisMonth = today.slice(0, month.length);
  const hrefTo = (part: Partial<CalendarQuery>) => calendarHref({ ...query, day: undefined, pageNo: 0, ...part });
  /** Returns the URL of a view from a month on; the agenda of the current month begins today. */
  const viewHref = (name: CalendarQuery["view"], fromMonth: string) =>
    hrefTo({ view: name, month: fromMonth, isUpcoming: name === "list" && fromMonth === thisMonth });
  const stepLink = (direction: -1 | 1) => {
    const targetQuery = calendarStep(query, direction);
    if (targetQuery === null) return null;
    const periodText = periodName(calendarSpan(targetQuery, today), locale);
    const isBackward = direction < 0;
    const label =
      targetQuery.view === "month"
        ? t(isBackward ? "previous" : "next", { month: periodText })
        : t(isBackward ? "earlier_months" : "later_months", { period: periodText });
    return (
      <IconLink
        href={hrefTo(targetQuery)}
        label={label}
        icon={<Icon name={isBackward ? "icon-chevron-left" : "icon-chevron-right"} className="size-5" />}
      />
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2.5 md:px-4 print:border-0 print:px-0 print:pt-1 print:pb-0">
      <div data-keep-scroll className="flex items-center gap-1 print:hidden">
        {stepLink(-1)}
        <ButtonLink size="sm" href={viewHref(view, thisMonth)}>
          {t("today")}
        </ButtonLink>
        {stepLink(1)}
      </div>
      <div className="min-w-0 flex-1 basis-52">
        <h2 id={headingId} className="text-xl leading-tight font-semibold">
          {query.isUpcoming ? t("upcoming") : period}
        </h2>
        <p className="text-sm text-ink-muted">
          {t("count", { count: total })}
          {query.isUpcoming && ` · ${period}`}
          {day && (
            <>
              {" · "}
              <a href={hrefTo({ view: "month" })} className="text-accent underline-offset-2 hover:underline">
                {t("whole_month")}
              </a>
            </>
          )}
        </p>
      </div>
      <div className="flex items-center gap-2 print:hidden">
        <nav data-keep-scroll aria-label={t("view")} className="segmented">
          {CALENDAR_VIEWS.map((name) => {
            const isShown = name === view;
            return (
              <a
                key={name}
                href={viewHref(name, month)}
                aria-current={isShown ? "page" : undefined}
                className="segment"
              >
                <Icon name={ICONS[name]} className="size-4" />
                {t(name)}
              </a>
            );
          })}
        </nav>
        <PrintButton label={t("print")} />
      </div>
    </div>
  );
}
