import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { after } from "next/server";
import { PrintBar } from "@/components/layout/print-bar";
import { StatisticsProblems } from "@/components/statistics/statistics-problems";
import { StatisticsReport } from "@/components/statistics/statistics-report";
import { LANDSCAPE_COLUMNS } from "@/components/tables/printed-columns";
import { universityNames } from "@/lib/base/config/env";
import { statementText } from "@/lib/features/statistics/question-words";
import { answerAddress } from "@/lib/features/statistics/server/find-shown-statistics";
import { displayDate } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { definitionOf } from "@/lib/model/kinds/registry";
import { resolvedQuery } from "@/lib/model/lists/kind-query";
import { pageContext } from "@/lib/sessions/page-context";
import { takeSlot } from "@/lib/store/limits/concurrency";
import { describeQuery } from "@/lib/store/search/describe-query";
import { readSearchParams, type SearchParams } from "../../../search-params";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.statistics") };
}

/** Print version of the page of statistics: takes the same parameters. */
export default async function PrintedStatistics({ searchParams }: { searchParams: SearchParams }) {
  const context = await pageContext();
  const [parameters, t, tc] = await Promise.all([
    readSearchParams(searchParams),
    getTranslations("records"),
    getTranslations("common"),
  ]);
  after(await takeSlot("printing", context.actor.id));
  const { locale } = context;
  const today = dayOf(new Date());
  const { question, mapView, query, isByStatus, errors, shown } = await answerAddress(context, parameters);
  const filters = await describeQuery(context, definitionOf("project"), resolvedQuery(query));
  return (
    <main
      data-print={question.days.length >= LANDSCAPE_COLUMNS ? "landscape" : undefined}
      className="mx-auto max-w-[64rem] bg-surface p-6 text-ink print:max-w-none print:p-0 print:text-[9pt]"
    >
      <PrintBar text={tc("print")} />
      <p className="text-sm text-ink-muted">{universityNames(locale).university}</p>
      <h1 className="text-2xl font-bold">{statementText(question, t, locale)}</h1>
      <p className="mt-1 mb-3 text-sm">
        {[
          t("overview.as_of", { day: displayDate(today) }),
          ...(isByStatus ? [t("statistics.as_of_today")] : []),
          ...filters,
        ].join(" · ")}
      </p>
      {shown ? (
        <StatisticsReport question={question} shown={shown} view={mapView} />
      ) : (
        <StatisticsProblems errors={errors} />
      )}
    </main>
  );
}
