import type { Metadata } from "next";
import { getFormatter, getTranslations } from "next-intl/server";
import { BarChart, ColumnChart, type Bar } from "@/components/layout/bar-chart";
import { CountCard } from "@/components/layout/count-card";
import { EndingList } from "@/components/layout/ending-list";
import { displayDate } from "@/lib/records/field-types/day";
import { projectLists } from "@/lib/records/project-lists";
import { localizedName } from "@/lib/records/reference-lists";
import { definitionOf } from "@/lib/records/registry";
import { pageContext } from "@/lib/server/page-context";
import { countRecords, findProjectStatistics } from "@/lib/server/find-records";

/** The browser tab's title. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.dashboard") };
}

/** The kinds whose count has a card, in order (spec §2). */
const CARDS = ["member", "institution", "person", "project"] as const;
const THEMATIC_FIELDS_SHOWN = 8;
/** Of the projects that have ended or soon will; their list shows the rest. */
const ENDING_SHOWN = 10;

/** The four counts, each leading to its list, and charts of the real projects (spec §2). */
export default async function DashboardPage() {
  const context = await pageContext();
  const { locale } = context;
  const [counts, projects, t, records, format] = await Promise.all([
    countRecords(context),
    findProjectStatistics(context, { topics: THEMATIC_FIELDS_SHOWN, ending: ENDING_SHOWN }),
    getTranslations("dashboard"),
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
  const endingOf = (rows: typeof projects.ending, href: string) => {
    const total = rows[0]?.total ?? 0;
    return {
      items: rows.map(({ id, projekt_titel, projektende }) => ({
        href: `${projectPage}/${id}`,
        label: projekt_titel,
        day: projektende,
        dayText: displayDate(projektende),
      })),
      total: format.number(total),
      all: { href, text: t("show_all", { count: total }) },
    };
  };
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
      <div className="mt-4 grid grid-cols-1 items-start gap-3 md:gap-4 xl:grid-cols-2">
        <EndingList
          title={t("over")}
          tone="danger"
          {...endingOf(projects.over, projectLists.over(projects.today))}
          emptyText={t("none_over")}
        />
        <EndingList
          title={t("ending")}
          tone="warning"
          {...endingOf(projects.ending, projectLists.endingWithinAYear(projects.today))}
          emptyText={t("none_ending")}
        />
      </div>
      <div className="mt-4 grid grid-cols-1 gap-3 md:gap-4 xl:grid-cols-2">
        <BarChart title={t("by_status")} bars={statuses} emptyText={emptyText} />
        <BarChart title={t("by_topic")} bars={topics} emptyText={emptyText} />
        <div className="xl:col-span-2">
          <ColumnChart title={t("by_year")} bars={years} emptyText={emptyText} />
        </div>
      </div>
    </>
  );
}
