import type { Metadata } from "next";
import { getFormatter, getTranslations } from "next-intl/server";
import { BarChart, ColumnChart, type Bar } from "@/components/layout/bar-chart";
import { CountCard } from "@/components/dashboard/count-card";
import { WaitingCard, type WaitingGroup } from "@/components/deadlines/waiting-card";
import { QualityCard } from "@/components/quality/quality-card";
import { FINISH_MESSAGES } from "@/components/deadlines/finish-messages";
import { PageMessages } from "@/components/layout/client-messages";
import { EndingList } from "@/components/dashboard/ending-list";
import { distanceText } from "@/lib/records/deadlines/deadline-words";
import { displayDate } from "@/lib/records/fields/day";
import { projectLists } from "@/lib/records/kinds/project-lists";
import { localizedName } from "@/lib/records/reference-lists/reference-lists";
import { definitionOf } from "@/lib/records/kinds/registry";
import { pageContext } from "@/lib/server/server/page-context";
import { findProjectStatistics } from "@/lib/server/dashboard/project-statistics";
import { countRecords } from "@/lib/server/records/find-records";
import { findFinishedStatuses, findWaiting, WAITING_STATES } from "@/lib/server/deadlines/find-deadlines";
import { isAllowed } from "@/lib/server/access/permissions";
import { findStoredQuality } from "@/lib/server/quality/quality";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.dashboard") };
}

/** The kinds of record whose number is shown on a card, in display order (spec §2). */
const CARDS = ["member", "institution", "person", "project"] as const;
const THEMATIC_FIELDS_SHOWN = 8;
/**
 * Maximum number of projects shown: of those that end within a year, and of those that need
 * attention, per state. Links lead to list pages with all of them.
 */
const [ENDING_SHOWN, WAITING_SHOWN] = [10, 4];

/**
 * The dashboard (spec §2): four record counts, each linked to its list page, and charts of the
 * projects.
 */
export default async function DashboardPage() {
  const context = await pageContext();
  const { locale } = context;
  const [counts, projects, waiting, finished, quality, t, td, records, format] = await Promise.all([
    countRecords(context),
    findProjectStatistics(context, { topics: THEMATIC_FIELDS_SHOWN, ending: ENDING_SHOWN }),
    findWaiting(context, { most: WAITING_SHOWN, memberEmail: null }),
    findFinishedStatuses(context),
    findStoredQuality(context),
    getTranslations("dashboard"),
    getTranslations("deadlines"),
    getTranslations("records"),
    getFormatter(),
  ]);
  const cards = CARDS.map((kind) => {
    const { pages, countName } = definitionOf(kind);
    return { section: kind, href: pages.list, label: records(`${kind}.many`), count: counts[countName] };
  });
  const named = (rows: typeof projects.byStatus, stem: string): Bar[] =>
    rows.map((row) => ({
      key: String(row.id),
      label: localizedName(row, stem, locale),
      count: row.count,
      text: format.number(row.count),
    }));
  const statuses = named(projects.byStatus, "projektstatus").map((bar) => ({
    ...bar,
    href: projectLists.withStatus(Number(bar.key)),
  }));
  const { list: projectList, detail: projectPage } = definitionOf("project").pages;
  const endingTotal = projects.ending[0]?.total ?? 0;
  const ending = projects.ending.map(({ id, projekt_titel, projektende }) => ({
    href: `${projectPage}/${id}`,
    label: projekt_titel,
    day: projektende,
    dayText: displayDate(projektende),
  }));
  const groups = WAITING_STATES.flatMap((state): WaitingGroup[] => {
    const total = waiting.totals[state] ?? 0;
    const all = { href: projectLists.standing(state), text: td("waiting_all", { count: total }) };
    const items = waiting.projects
      .filter((project) => project.state === state)
      .map(({ projekt_id, projekt_titel, kuendigungsfrist, day, what, days_left }) => ({
        id: projekt_id,
        label: projekt_titel,
        href: `${projectPage}/${projekt_id}`,
        ...(state === "unread" && { notice: td("quoted", { text: kuendigungsfrist }) }),
        ...(day &&
          what && {
            deadline: {
              what: td(`what.${what}`),
              ...{ day, dayText: displayDate(day), distance: distanceText(days_left, td) },
            },
          }),
      }));
    return total > 0 ? [{ state, name: td(`waiting_states.${state}`), total, items, all }] : [];
  });
  const topics = named(projects.byThematicField, "themenfeld").map((bar) => ({
    ...bar,
    href: `${projectList}?topics=${bar.key}`,
  }));
  const years = projects.byYear.map(({ year, count }) => ({
    key: year,
    label: String(year),
    count,
    text: format.number(count),
    href: count > 0 ? projectLists.startedIn(year) : undefined,
  }));
  const emptyText = t("no_projects");
  return (
    <>
      <PageMessages paths={FINISH_MESSAGES}>
        <WaitingCard
          title={td("waiting")}
          emptyText={td("waiting_none")}
          groups={groups}
          finished={isAllowed(context.actor, "write", "project") ? finished.slice(0, 1) : []}
        />
      </PageMessages>
      <section aria-labelledby="counts">
        <h2 id="counts" className="sr-only">
          {t("counts")}
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2 md:gap-4 xl:grid-cols-4">
          {cards.map(({ count, ...card }) => (
            <li key={card.section} className="min-w-0">
              <CountCard {...card} count={format.number(count ?? 0)} hint={t("show_list")} />
            </li>
          ))}
        </ul>
      </section>
      <QualityCard quality={quality} />
      <div className="mt-4 grid grid-cols-1 items-start gap-3 md:gap-4 xl:grid-cols-2">
        <div className="grid min-w-0 gap-3 md:gap-4">
          <EndingList
            title={t("ending")}
            items={ending}
            total={format.number(endingTotal)}
            all={{ href: projectLists.endingWithinAYear(projects.today), text: t("show_all", { count: endingTotal }) }}
            emptyText={t("none_ending")}
          />
          <BarChart title={t("by_status")} bars={statuses} emptyText={emptyText} />
        </div>
        <BarChart title={t("by_topic")} bars={topics} emptyText={emptyText} />
        <div className="xl:col-span-2">
          <ColumnChart title={t("by_year")} bars={years} emptyText={emptyText} />
        </div>
      </div>
    </>
  );
}
