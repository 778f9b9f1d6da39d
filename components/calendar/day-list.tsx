import { useLocale, useTranslations } from "next-intl";
import type { DeadlineRow } from "@/lib/records/deadlines/deadlines-query";
import { byDay, dayName } from "./calendar-words";
import { DeadlineKindLabel } from "./deadline-kind";

type DayListProps = { rows: readonly DeadlineRow[]; today: string; projectPath: string };

/** List of deadlines, grouped by day, each with the members of its project. */
export function DayList({ rows, today, projectPath }: DayListProps) {
  const t = useTranslations("calendar");
  const locale = useLocale();
  const days = [...byDay(rows)];
  return (
    <ul className="divide-y divide-line">
      {days.map(([day, entries]) => (
        <li
          key={day}
          className="grid gap-x-6 gap-y-1 px-4 py-3 md:px-6 lg:grid-cols-[15rem_minmax(0,1fr)] print:break-inside-avoid print:px-0"
        >
          <h3 className="text-base font-semibold">
            <time dateTime={day}>{dayName(day, locale)}</time>
            {day === today && <span className="ml-2 text-sm text-accent">{t("is_today")}</span>}
          </h3>
          <ul className="flex min-w-0 flex-col gap-2">
            {entries.map(({ projekt_id, projekt_titel, what, state, members }) => (
              <li
                key={`${projekt_id} ${what}`}
                className="grid items-baseline gap-x-6 sm:grid-cols-[12rem_minmax(0,1fr)] print:grid-cols-[11rem_minmax(0,1fr)]"
              >
                <DeadlineKindLabel what={what} state={state} className="sm:min-h-6" />
                <div className="min-w-0">
                  <a
                    href={`${projectPath}/${projekt_id}`}
                    className="[overflow-wrap:anywhere] underline-offset-2 hover:underline pointer-coarse:inline-block pointer-coarse:py-1.5"
                  >
                    {projekt_titel}
                  </a>
                  {members.length > 0 && (
                    <p className="text-sm text-ink-muted">
                      {members.map(({ vorname, nachname }) => `${vorname} ${nachname}`.trim()).join(" · ")}
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
