import clsx from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { ButtonLink, IconLink } from "@/components/navigation/links";
import { Icon } from "@/components/ui/icon";
import { monthAfter } from "@/lib/deadlines/month-grid";
import { CALENDAR_VIEWS, calendarHref, type CalendarQuery } from "@/lib/records/deadlines/calendar-query";
import { dayName, monthName } from "./calendar-words";
import { PrintButton } from "./print-button";

const ICONS = { month: "icon-calendar-days", list: "icon-list" } as const;

type CalendarBarProps = {
  query: CalendarQuery;
  /** The month that contains today. */
  thisMonth: string;
  /** Number of deadlines in the month or day shown. */
  total: number;
  headingId: string;
};

/** Header of the calendar: period, navigation, view switch, and print. */
export function CalendarBar({ query, thisMonth, total, headingId }: CalendarBarProps) {
  const t = useTranslations("calendar");
  const locale = useLocale();
  const { month, day, view } = query;
  const to = (part: Partial<CalendarQuery>) => calendarHref({ ...query, day: undefined, pageNo: 0, ...part });
  const step = (months: number) => {
    const other = monthAfter(month, months);
    if (other === null) return null;
    const label = t(months < 0 ? "previous" : "next", { month: monthName(other, locale) });
    return (
      <IconLink
        href={to({ month: other })}
        label={label}
        icon={<Icon name={months < 0 ? "icon-chevron-left" : "icon-chevron-right"} className="size-5" />}
      />
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2.5 md:px-4 print:border-0 print:px-0 print:pt-1 print:pb-0">
      <div data-keep-scroll className="flex items-center gap-1 print:hidden">
        {step(-1)}
        <ButtonLink size="sm" href={to({ month: thisMonth })}>
          {t("today")}
        </ButtonLink>
        {step(1)}
      </div>
      <div className="min-w-0 flex-1 basis-52">
        <h2 id={headingId} className="text-xl leading-tight font-semibold">
          {day ? dayName(day, locale) : monthName(month, locale)}
        </h2>
        <p className="text-sm text-ink-muted">
          {t("count", { count: total })}
          {day && (
            <>
              {" · "}
              <a href={to({ view: "list" })} className="text-accent underline-offset-2 hover:underline">
                {t("whole_month")}
              </a>
            </>
          )}
        </p>
      </div>
      <div className="flex items-center gap-2 print:hidden">
        <nav data-keep-scroll aria-label={t("view")} className="flex rounded-md border border-line-strong">
          {CALENDAR_VIEWS.map((name) => {
            const isShown = name === view;
            return (
              <a
                key={name}
                href={to({ view: name })}
                aria-current={isShown ? "page" : undefined}
                className={clsx(
                  "inline-flex min-h-8 items-center gap-1.5 px-2.5 text-sm font-semibold no-underline first:rounded-l-[3px] last:rounded-r-[3px] pointer-coarse:min-h-11",
                  isShown ? "bg-accent text-on-accent" : "hover:bg-sunken",
                )}
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
