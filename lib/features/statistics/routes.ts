import { partnerMap, statisticsOfProjects } from "./statistics-answers";
import { parseMapQuestion } from "./statistics-query";
import { dayOf } from "@/lib/model/fields/moments";
import { routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { mapParameters, questionParameters } from "./server/question-parameters";
import { projectStatistics, readFilters, readStatistics } from "./server/statistics";
import { statisticsMap } from "./server/statistics-map";

/** Contract §17. */
export const projectStatisticsRoutes = routes({
  GET: route({
    path: "/statistics/projects",
    id: "countProjects",
    tag: "statistics",
    summary: "Count what was active on a day",
    description:
      "Counts the projects that are active on each day, with their present fields and status. A project with several values counts under each of them, and once in the total. The most rows are 5,000.",
    access: ["read", "project"],
    parameters: questionParameters,
    answers: {
      success: { description: "The numbers, and the lists behind them", schema: statisticsOfProjects },
      refusals: ["validation_failed", "too_many_requests"],
    },
  }).handle(async ({ url, context }) => projectStatistics(context, await readStatistics(context, url.searchParams))),
});

/** Contract §17. */
export const statisticsMapRoutes = routes({
  GET: route({
    path: "/statistics/map",
    id: "mapPartners",
    tag: "statistics",
    summary: "Count partners by country and place",
    description:
      "Counts the institutions that are linked to active projects on a day, or these projects, by country and by the coordinates of their place in the gazetteer.",
    access: ["read", "project"],
    parameters: mapParameters,
    answers: {
      success: { description: "The countries and places, largest first", schema: partnerMap },
      refusals: ["validation_failed", "too_many_requests"],
    },
  }).handle(async ({ url: { searchParams }, context }) => {
    const { question: map, errors } = parseMapQuestion(searchParams, dayOf(new Date()));
    return statisticsMap(context, { ...map, query: await readFilters(context, searchParams, errors) });
  }),
});
