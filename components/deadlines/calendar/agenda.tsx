import { useLocale, useTranslations } from "next-intl";
import { stateName } from "../deadline-badge";
import { shownDeadlines } from "../deadline-days";
import { DeadlineRows } from "../deadline-rows";
import type { DeadlineRow } from "@/lib/features/deadlines/deadline-answers";
import { displayDate } from "@/lib/model/fields/day";
import { monthName, weekdayName } from "./calendar-words";

type AgendaProps = { rows: readonly DeadlineRow[]; today: string; projectPath: string };

/** Maximum number of members named per project. */
const MEMBERS_SHOWN = 3;
const DAY_AND_MONTH = "DD.MM.".length;

const monthOf = (day: string) => day.slice(0, "YYYY-MM".length);

/** List of deadlines by month and day, each with the members of its project. */
export function Agenda({ rows, today, projectPath }: AgendaProps) {
  const t = useTranslations("deadlines");
  const locale = useLocale();
  const days = shownDeadlines(rows, {
    ...{ today, projectPath, t, locale },
    maxMembers: MEMBERS_SHOWN,
    overText: stateName("over", locale),
    dayText: (day) => `${weekdayName(day, locale).short} ${displayDate(day).slice(0, DAY_AND_MONTH)}`,
  });
  const months = [...new Set(days.map(({ day }) => monthOf(day)))];
  return months.map((month) => (
    <section key={month} aria-labelledby={`month-${month}`} className="border-b border-line last:border-b-0">
      <h3
        id={`month-${month}`}
        data-pinned
        className="border-b border-line bg-sunken px-4 py-1.5 text-base font-semibold md:px-6 print:static print:break-after-avoid print:bg-transparent print:px-0 tall:sticky tall:top-0 tall:z-10"
      >
        {monthName(month, locale)}
      </h3>
      <DeadlineRows
        days={days.filter(({ day }) => monthOf(day) === month)}
        responsible={t("responsible")}
        className="px-4 md:px-6 print:px-0"
      />
    </section>
  ));
}
