import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { after } from "next/server";
import { PrintHead } from "@/components/layout/print-head";
import { StatisticsProblems } from "@/components/statistics/statistics-problems";
import { StatisticsReport } from "@/components/statistics/statistics-report";
import { LANDSCAPE_COLUMNS } from "@/components/tables/printed-columns";
import { universityNames } from "@/lib/base/config/env";
import { printTitleOf } from "@/lib/features/exports/print-title";
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

type Address = { searchParams: SearchParams };

/** Sets the title, which is also the suggested file name when the user prints to a file. */
export async function generateMetadata({ searchParams }: Address): Promise<Metadata> {
  const [parameters, t] = await Promise.all([readSearchParams(searchParams), getTranslations("frame")]);
  return { title: printTitleOf(parameters) || t("titles.statistics") };
}

/** Print version of the page of statistics: takes the same parameters, and a `title`. */
export default async function PrintedStatistics({ searchParams }: Address) {
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
  const statement = statementText(question, t, locale);
  return (
    <main
      data-print={question.days.length >= LANDSCAPE_COLUMNS ? "landscape" : undefined}
      className="mx-auto max-w-[64rem] bg-surface p-6 text-ink print:max-w-none print:p-0 print:text-[9pt]"
    >
      <PrintHead
        university={universityNames(locale).university}
        heading={statement}
        headingDetail={statement}
        title={printTitleOf(parameters)}
        about={[
          filters.length > 0 ? t("print_filters", { filters: filters.join("; ") }) : t("print_unfiltered"),
          t("overview.as_of", { day: displayDate(today) }),
          ...(isByStatus ? [t("statistics.as_of_today")] : []),
        ]}
        words={{ print: tc("print"), title: t("print_title") }}
      />
      {shown ? (
        <StatisticsReport question={question} shown={shown} view={mapView} />
      ) : (
        <StatisticsProblems errors={errors} />
      )}
    </main>
  );
}
