import type { Metadata } from "next";
import { getFormatter, getTranslations } from "next-intl/server";
import { BarChart, ColumnChart, type Bar } from "@/components/layout/bar-chart";
import { CountCard } from "@/components/layout/count-card";
import { localizedName } from "@/lib/records/reference-lists";
import { pageContext } from "@/lib/server/page-context";
import { countRecords } from "@/lib/server/records";
import {
  projectsByStatus,
  projectsByThematicField,
  projectStartsByYear,
  type NamedCount,
} from "@/lib/server/store/statistics";

/** The browser tab's title. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.dashboard") };
}

const THEMATIC_FIELDS_SHOWN = 8;

/** The four counts, each leading to its list, and charts of the real projects (spec §2). */
export default async function DashboardPage() {
  const context = await pageContext();
  const { connection, locale } = context;
  const [counts, byStatus, byTopic, byYear, t, format] = await Promise.all([
    countRecords(context),
    projectsByStatus(connection),
    projectsByThematicField(connection, THEMATIC_FIELDS_SHOWN),
    projectStartsByYear(connection),
    getTranslations("dashboard"),
    getFormatter(),
  ]);
  const cards = [
    { section: "members", href: "/members", label: t("members"), count: counts.university_members_count },
    {
      section: "institutions",
      href: "/institutions",
      label: t("institutions"),
      count: counts.partner_institution_count,
    },
    { section: "persons", href: "/persons", label: t("persons"), count: counts.kooperationspartner_personen_count },
    { section: "projects", href: "/projects", label: t("projects"), count: counts.cooperation_projects_count },
  ] as const;
  const named = (rows: NamedCount[], stem: string): Bar[] =>
    rows.map((row) => ({
      key: String(row.id),
      label: localizedName(row, stem, locale),
      count: row.count,
      text: format.number(row.count),
    }));
  const years = byYear.map(({ year, count }) => ({
    key: year,
    label: String(year),
    count,
    text: format.number(count),
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
      <div className="mt-4 grid gap-3 md:gap-4 xl:grid-cols-2">
        <BarChart title={t("by_status")} bars={named(byStatus, "projektstatus")} emptyText={emptyText} />
        <BarChart title={t("by_topic")} bars={named(byTopic, "themenfeld")} emptyText={emptyText} />
        <div className="xl:col-span-2">
          <ColumnChart title={t("by_year")} bars={years} emptyText={emptyText} />
        </div>
      </div>
    </>
  );
}
