import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { ListNarrowing } from "@/components/records/filters/list-narrowing";
import { LazyViewMenu } from "@/components/records/list/lazy-list-menus";
import { choicesOf } from "@/components/statistics/question-choices";
import { QuestionSentence } from "@/components/statistics/question-sentence";
import { StatisticsProblems } from "@/components/statistics/statistics-problems";
import { StatisticsReport } from "@/components/statistics/statistics-report";
import { StatisticsShare } from "@/components/statistics/statistics-share";
import { Card } from "@/components/ui/card";
import { isAllowed } from "@/lib/base/access/permissions";
import { questionText } from "@/lib/features/statistics/question-words";
import { hrkQuery } from "@/lib/features/statistics/shipped-questions";
import { answerAddress } from "@/lib/features/statistics/server/find-shown-statistics";
import { MAP_VIEWS, type MapView } from "@/lib/features/statistics/map-views";
import { STATISTICS_PATH } from "@/lib/features/statistics/statistics-query";
import { dayOf } from "@/lib/model/fields/moments";
import { definitionOf } from "@/lib/model/kinds/registry";
import { describeSearch } from "@/lib/model/lists/filter-names";
import { filterChoicesPath } from "@/lib/model/lists/filter-parameters";
import { resolvedQuery } from "@/lib/model/lists/kind-query";
import { withDays } from "@/lib/model/lists/relative-days";
import { pageContext } from "@/lib/sessions/page-context";
import { findFilterChoices } from "@/lib/store/search/filter-choices";
import { flaggedIds } from "@/lib/store/sql/reference-list-rows";
import { readSearchParams, type SearchParams } from "../../search-params";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.statistics") };
}

/**
 * Statistics (contract §17): a question as a sentence of choices, and its answer. The whole state of the page
 * is in its address.
 */
export default async function StatisticsPage({ searchParams }: { searchParams: SearchParams }) {
  const context = await pageContext();
  const parameters = await readSearchParams(searchParams);
  if (parameters.get("question") === "hrk") {
    const statuses = await flaggedIds(context.connection, "projekt_status", {});
    redirect(`${STATISTICS_PATH}?${hrkQuery(statuses)}`);
  }
  const { locale } = context;
  const today = dayOf(new Date());
  const project = definitionOf("project");
  const [{ question, mapView, dayTexts, query, isByStatus, errors, shown }, t] = await Promise.all([
    answerAddress(context, parameters),
    getTranslations("records"),
  ]);
  const namedChoices = await findFilterChoices(context, project, resolvedQuery(query), false);
  const { filter, topics, where } = query;
  const addressWith = (view: MapView) => {
    const changed = new URLSearchParams(parameters);
    changed.set("map", view);
    return `${STATISTICS_PATH}?${changed}`;
  };
  const viewHrefs = Object.fromEntries(MAP_VIEWS.map((view) => [view, addressWith(view)])) as Record<MapView, string>;
  return (
    <Card className="@container/statistics">
      <div className="border-b border-line">
        <QuestionSentence
          question={questionText(question, t, locale)}
          {...choicesOf({ question, dayTexts, today }, t, locale)}
        />
        <ListNarrowing
          kind="project"
          applied={{ filter, topics, where }}
          offersActiveOn={false}
          topicsList={project.topicsList}
          choicesPath={filterChoicesPath(project, where)}
          namedChoices={namedChoices}
          searched={describeSearch(project, locale, t)}
        >
          <div role="group" aria-label={t("tools")} className="flex gap-1">
            <LazyViewMenu
              kind="statistics"
              page={STATISTICS_PATH}
              columns={[]}
              maySave={isAllowed(context.actor, "write", "views")}
            />
            <StatisticsShare
              search={`${withDays(parameters, today)}`}
              print={`/print/statistics?${parameters}`}
              total={(shown?.statistics.rows.length ?? 0) + 1}
            />
          </div>
        </ListNarrowing>
        {isByStatus && <p className="px-4 pb-2 text-sm text-ink-muted">{t("statistics.as_of_today")}</p>}
      </div>
      {shown ? (
        <StatisticsReport question={question} shown={shown} view={mapView} viewHrefs={viewHrefs} />
      ) : (
        <StatisticsProblems errors={errors} />
      )}
    </Card>
  );
}
