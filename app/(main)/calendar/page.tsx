import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { Agenda } from "@/components/deadlines/calendar/agenda";
import { CalendarBar } from "@/components/deadlines/calendar/calendar-bar";
import { CalendarFilterBar } from "@/components/deadlines/calendar/calendar-filter";
import { periodName } from "@/components/deadlines/calendar/calendar-words";
import { EmptyCalendar } from "@/components/deadlines/calendar/empty-calendar";
import { MonthGrid } from "@/components/deadlines/calendar/month-grid";
import { Subscription } from "@/components/deadlines/calendar/subscription";
import { ButtonLink } from "@/components/navigation/links";
import { Card } from "@/components/ui/card";
import { monthGrid } from "@/lib/features/deadlines/month-grid";
import {
  calendarFilterText,
  calendarHref,
  parseCalendarQuery,
  type CalendarQuery,
} from "@/lib/features/deadlines/calendar-query";
import { calendarSpan, type DaySpan } from "@/lib/features/deadlines/calendar-span";
import { DEADLINE_STATES } from "@/lib/model/deadlines/deadline-states";
import { displayMoment, dayOf } from "@/lib/model/fields/moments";
import { localizedName } from "@/lib/model/reference-lists/reference-lists";
import { definitionOf } from "@/lib/model/kinds/registry";
import {
  findCalendarChoices,
  findDaysAround,
  findGridDays,
} from "@/lib/features/deadlines/server/calendar/find-calendar";
import type { Context } from "@/lib/store/database/transaction";
import { listDeadlines } from "@/lib/features/deadlines/server/find-deadlines";
import { universityNames } from "@/lib/base/config/env";
import { pageContext } from "@/lib/sessions/page-context";
import { readSearchParams, type SearchParams } from "../../search-params";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.calendar") };
}

/** Maximum number of deadlines that the grid shows per day; a link leads to the rest. */
const MAX_SHOWN_PER_DAY = 3;
const LIST_SIZE = 200;
/** Deadline states in which a project has a due day. */
const DATED_STATES: readonly string[] = ["over", "soon", "open"];
const HEADING = "calendar-heading";

/**
 * Returns the month's grid of whole weeks, and the number of deadlines in the month without the
 * days of other months that the grid includes.
 */
async function gridOf(context: Context, query: CalendarQuery) {
  const weeks = monthGrid(query.month);
  const days = weeks.flatMap((week) => week.days).flatMap((each) => each ?? []);
  const gridQuery = { ...query, from: days[0]?.day, to: days.at(-1)?.day };
  const entries = await findGridDays(context, gridQuery, MAX_SHOWN_PER_DAY);
  const counts = new Map(entries.map(({ day, total }) => [day, total]));
  const total = days.reduce((sum, { day, isOfMonth }) => sum + (isOfMonth ? (counts.get(day) ?? 0) : 0), 0);
  return { weeks, entries, total };
}

/** Returns the requested page of the agenda. */
async function agendaOf(context: Context, query: CalendarQuery, span: DaySpan) {
  const deadlines = await listDeadlines(context, { ...query, ...span, pageSize: LIST_SIZE });
  // The requested page is past the end, for instance because the link is old: redirects to the
  // first page.
  if (deadlines.rows.length === 0 && query.pageNo > 0) redirect(calendarHref({ ...query, pageNo: 0 }));
  return deadlines;
}

/**
 * The deadlines (contract §11): an agenda of twelve months, or a month as a grid of weeks. Its whole
 * state is in the URL.
 */
export default async function CalendarPage({ searchParams }: { searchParams: SearchParams }) {
  const context = await pageContext();
  const { locale } = context;
  const today = dayOf(new Date());
  const query = parseCalendarQuery(await readSearchParams(searchParams), today);
  const span = calendarSpan(query, today);
  const [grid, agenda, { topics, members }, t, records] = await Promise.all([
    query.view === "month" ? gridOf(context, query) : null,
    query.view === "list" ? agendaOf(context, query, span) : null,
    findCalendarChoices(context, query),
    getTranslations("calendar"),
    getTranslations("records"),
  ]);
  const total = grid?.total ?? agenda?.total ?? 0;
  const nearestDays = total === 0 ? await findDaysAround(context, query, span) : null;
  const states = DEADLINE_STATES.filter(({ state }) => DATED_STATES.includes(state)).map((entry) => ({
    id: entry.id,
    state: entry.state,
    label: localizedName(entry, "name", locale),
  }));
  const filterTexts = [
    [t("state"), states.filter(({ state }) => query.state?.includes(state)).map(({ label }) => label)],
    [t("member"), members.map(({ label }) => label)],
    [t("topics"), topics.filter(({ id }) => query.topics?.includes(id)).map(({ label }) => label)],
  ] as const;
  const period = periodName(span, locale);
  const projectPath = definitionOf("project").pages.detail;
  const pages = [
    { text: t("earlier_page"), pageNo: query.pageNo - 1 },
    { text: t("later_page"), pageNo: query.pageNo + 1 },
  ].filter(({ pageNo }) => pageNo >= 0 && pageNo * LIST_SIZE < (agenda?.total ?? 0));
  return (
    <>
      <div className="hidden print:block">
        <h1 className="text-2xl font-bold">{t("printed_title")}</h1>
        <p className="text-sm text-ink-muted">
          {universityNames(locale).university} · {records("overview.as_of", { day: displayMoment(new Date()) })}
        </p>
        {filterTexts.map(([name, labels]) => labels.length > 0 && <p key={name}>{`${name}: ${labels.join(", ")}`}</p>)}
      </div>
      <Card
        data-print={grid ? "landscape" : undefined}
        className="@container/calendar print:border-0"
        aria-labelledby={HEADING}
        role="region"
      >
        <CalendarFilterBar query={query} states={states} topics={topics} members={members} />
        <CalendarBar query={query} today={today} period={period} total={total} headingId={HEADING} />
        {nearestDays && <EmptyCalendar query={query} period={period} nearestDays={nearestDays} />}
        {grid && <MonthGrid {...grid} query={query} today={today} projectPath={projectPath} labelledBy={HEADING} />}
        {agenda && <Agenda rows={agenda.rows} today={today} projectPath={projectPath} />}
        {pages.length > 0 && (
          <nav
            aria-label={t("pages")}
            className="flex justify-between border-t border-line px-4 py-3 md:px-6 print:hidden"
          >
            {pages.map(({ text, pageNo }) => (
              <ButtonLink key={text} href={calendarHref({ ...query, pageNo })}>
                {text}
              </ButtonLink>
            ))}
          </nav>
        )}
      </Card>
      <Subscription filterText={calendarFilterText(query)} />
    </>
  );
}
