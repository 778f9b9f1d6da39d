import clsx from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { stateName } from "../deadline-badge";
import { groupBy } from "@/lib/model/pure/group-by";
import { DeadlineKindLabel } from "../deadline-kind";
import type { GridDay, GridWeek } from "@/lib/features/deadlines/month-grid";
import { calendarHref, type CalendarQuery } from "@/lib/features/deadlines/calendar-query";
import type { DeadlineRow } from "@/lib/features/deadlines/deadline-answers";
import { dayName, weekdayName } from "./calendar-words";

/** A deadline in the grid. `total` is the number of all deadlines on its day, shown or not. */
type GridEntry = Omit<DeadlineRow, "members"> & { total: number };

type MonthGridProps = {
  query: CalendarQuery;
  weeks: readonly GridWeek[];
  entries: readonly GridEntry[];
  today: string;
  /** Path of project pages. */
  projectPath: string;
  /** Id of the heading that names the month. */
  labelledBy: string;
};

/**
 * Renders a month as a table with one row per week; each day links to its projects. Containers too
 * narrow for seven columns show only days with deadlines, one below the other.
 */
export function MonthGrid({ query, weeks, entries, today, projectPath, labelledBy }: MonthGridProps) {
  const t = useTranslations("calendar");
  const locale = useLocale();
  const entriesByDay = groupBy(entries, ({ day }) => day);
  const [{ days: firstDays } = { days: [] }] = weeks;
  return (
    <table aria-labelledby={labelledBy} className="w-full table-fixed border-collapse @max-3xl/calendar:block">
      <thead className="@max-3xl/calendar:hidden">
        <tr className="border-b border-line text-sm text-ink-muted">
          <th scope="col" className="w-9 py-1.5 font-normal">
            {t("week")}
          </th>
          {firstDays.map((cell, index) => {
            const { short, long } = weekdayName(cell?.day ?? "", locale);
            return (
              <th key={index} scope="col" className="px-2 py-1.5 text-left font-semibold">
                <span aria-hidden="true">{short}</span>
                <span className="sr-only">{long}</span>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody className="@max-3xl/calendar:block">
        {weeks.map(({ number, days }) => (
          <tr
            key={number}
            className="border-b border-line last:border-b-0 @max-3xl/calendar:block @max-3xl/calendar:border-b-0 print:break-inside-avoid"
          >
            <th
              scope="row"
              className="py-1.5 text-center align-top text-xs leading-6 font-normal text-ink-muted @max-3xl/calendar:hidden"
            >
              <span aria-hidden="true">{number}</span>
              <span className="sr-only">{t("week_of", { week: number })}</span>
            </th>
            {days.map((cell, index) => (
              <Day
                key={cell?.day ?? index}
                cell={cell}
                entries={cell ? (entriesByDay.get(cell.day) ?? []) : []}
                isToday={cell?.day === today}
                query={query}
                projectPath={projectPath}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayProps = {
  cell: GridDay | null;
  entries: readonly GridEntry[];
  isToday: boolean;
} & Pick<MonthGridProps, "query" | "projectPath">;

function Day({ cell, entries, isToday, query, projectPath }: DayProps) {
  const t = useTranslations("calendar");
  const locale = useLocale();
  if (!cell) return <td className="@max-3xl/calendar:hidden" />;
  const { day, isOfMonth, isWeekend } = cell;
  const name = dayName(day, locale);
  const more = (entries[0]?.total ?? 0) - entries.length;
  return (
    <td
      aria-current={isToday ? "date" : undefined}
      className={clsx(
        "h-24 border-l border-line p-1 align-top @max-3xl/calendar:h-auto @max-3xl/calendar:border-b @max-3xl/calendar:border-l-0 @max-3xl/calendar:px-4 @max-3xl/calendar:py-2.5 print:h-10 print:py-0.5",
        (isWeekend || !isOfMonth) && "@3xl/calendar:bg-sunken/60",
        entries.length === 0 || !isOfMonth ? "@max-3xl/calendar:hidden" : "@max-3xl/calendar:block",
      )}
    >
      <p className="flex items-center gap-1.5 text-sm">
        <time
          dateTime={day}
          className={clsx(
            "@3xl/calendar:inline-grid @3xl/calendar:h-6 @3xl/calendar:min-w-6 @3xl/calendar:place-items-center @3xl/calendar:rounded-full @3xl/calendar:px-1",
            "@max-3xl/calendar:font-semibold",
            isToday
              ? "font-semibold @3xl/calendar:bg-accent @3xl/calendar:text-on-accent print:bg-transparent! print:text-ink!"
              : (!isOfMonth || isWeekend) && "@3xl/calendar:text-ink-muted",
          )}
        >
          <span aria-hidden="true" className="@max-3xl/calendar:hidden">
            {Number(day.slice(-2))}
          </span>
          <span className="@3xl/calendar:sr-only">{name}</span>
        </time>
        {isToday && <span className="text-xs font-semibold text-accent">{t("is_today")}</span>}
      </p>
      {entries.length > 0 && (
        <ul className="mt-0.5 flex flex-col gap-1">
          {entries.map(({ projekt_id, projekt_titel, what, state }) => (
            <li key={`${projekt_id} ${what}`}>
              <a
                href={`${projectPath}/${projekt_id}`}
                title={projekt_titel}
                className="group block rounded-sm px-1 py-0.5 no-underline hover:bg-accent-soft @max-3xl/calendar:-mx-1 pointer-coarse:min-h-11"
              >
                <DeadlineKindLabel
                  what={what}
                  text={t(`short.${what}`)}
                  warning={state === "over" ? stateName(state, locale) : undefined}
                  className="text-xs leading-4 font-semibold"
                />
                <span className="line-clamp-2 text-sm leading-snug [overflow-wrap:anywhere] hyphens-auto group-hover:underline @max-3xl/calendar:line-clamp-3 print:line-clamp-none">
                  {projekt_titel}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <a
          href={calendarHref({ ...query, view: "list", day })}
          aria-label={t("more_on", { count: more, day: name })}
          className="mt-0.5 inline-flex min-h-6 items-center px-1 text-sm font-medium text-accent underline-offset-2 hover:underline @max-3xl/calendar:px-0 pointer-coarse:min-h-11"
        >
          {t("more", { count: more })}
        </a>
      )}
    </td>
  );
}
