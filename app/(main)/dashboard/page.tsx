import type { Metadata } from "next";
import { getFormatter, getTranslations } from "next-intl/server";
import { CountCard } from "@/components/layout/count-card";
import { recordCounts } from "@/lib/server/counts";
import { requireUser } from "@/lib/server/session";

/** The browser tab's title. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.dashboard") };
}

/** The four counts, each leading to its list (spec §2). */
export default async function DashboardPage() {
  await requireUser();
  const [counts, t, format] = await Promise.all([recordCounts(), getTranslations("dashboard"), getFormatter()]);
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
  return (
    <section aria-labelledby="counts">
      <h2 id="counts" className="sr-only">
        {t("counts")}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 md:gap-4 xl:grid-cols-4">
        {cards.map(({ count, ...card }) => (
          <li key={card.section} className="min-w-0">
            <CountCard {...card} count={format.number(count)} hint={t("show_list")} />
          </li>
        ))}
      </ul>
    </section>
  );
}
