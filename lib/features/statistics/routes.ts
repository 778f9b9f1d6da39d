import { create as contentDisposition } from "content-disposition";
import { NextResponse } from "next/server";
import { partnerMap, statisticsOfProjects } from "./statistics-answers";
import { COUNTED, STATISTIC_FIELDS } from "./statistic-fields";
import { MAPPED, MAX_DAYS, parseMapQuestion } from "./statistics-query";
import { STEPS } from "./steps";
import { anyText } from "@/lib/model/answers/shapes";
import { dayOf } from "@/lib/model/fields/moments";
import { definitionOf } from "@/lib/model/kinds/registry";
import { FORMATS, formatOf } from "@/lib/features/exports/server/formats";
import { plainName } from "@/lib/features/exports/server/file-name";
import { kindParameters, queryParameter } from "@/lib/http/openapi/list-parameters";
import { routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { projectStatistics, readFilters, readStatistics } from "./server/statistics";
import { statisticsMap } from "./server/statistics-map";
import { statisticsSheet } from "./server/statistics-sheet";

const day = { type: "string", format: "date" } as const;

/** The filters of the projects that are counted. */
const filters = kindParameters(definitionOf("project")).filter(
  ({ name }) => name === "filter" || name.startsWith("topics") || name.startsWith("where["),
);

const question = [
  queryParameter("on", "The day; by default today.", day),
  queryParameter("from", "Counts on the last day of each calendar step from this day.", day),
  queryParameter("to", "The end of the steps; by default today.", day),
  queryParameter("step", `The length of the steps; there may be ${MAX_DAYS}.`, {
    type: "string",
    enum: Object.keys(STEPS),
    default: "year",
  }),
  queryParameter(
    "by",
    "Up to two fields: of the projects, or of the members or institutions that are linked on that day.",
    { type: "array", items: { type: "string", enum: [...STATISTIC_FIELDS] } },
  ),
  queryParameter("count", "What is counted: projects, or what is linked to one of them on that day, each once.", {
    type: "string",
    enum: [...COUNTED],
    default: "projects",
  }),
  ...filters,
];

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
    parameters: question,
    answers: {
      success: { description: "The numbers, and the lists behind them", schema: statisticsOfProjects },
      refusals: ["validation_failed", "too_many_requests"],
    },
  }).handle(async ({ url, context }) => projectStatistics(context, await readStatistics(context, url.searchParams))),
});

/** Contract §17. */
export const statisticsExport = routes({
  GET: route({
    path: "/statistics/projects/export",
    id: "exportStatistics",
    tag: "statistics",
    summary: "Export what was active on a day",
    description: "The same table with names, total and unknown in the language of the request.",
    access: ["read", "project"],
    parameters: [
      queryParameter("format", "As in the exports of lists.", { type: "string", enum: Object.keys(FORMATS) }),
      ...question,
    ],
    answers: {
      success: {
        description: "The file",
        mediaType: Object.values(FORMATS).map(({ mediaType }) => mediaType),
        schema: anyText,
        headers: { "Content-Disposition": { description: "The file name.", schema: { type: "string" } } },
      },
      refusals: ["validation_failed", "too_many_requests"],
    },
  }).handle(async ({ request, url, context }) => {
    const format = formatOf(url.searchParams);
    const content = await statisticsSheet(context, await readStatistics(context, url.searchParams));
    const headers = {
      "content-type": format.mediaType + (format.charset ?? ""),
      "content-disposition": contentDisposition(`${plainName(content.name)}-${dayOf(new Date())}.${format.name}`),
    };
    return new NextResponse(request.method === "HEAD" ? null : await format.stream(content), { headers });
  }),
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
    parameters: [
      queryParameter("on", "The day; by default today.", day),
      queryParameter("count", "What is counted.", { type: "string", enum: [...MAPPED], default: "institutions" }),
      ...filters,
    ],
    answers: {
      success: { description: "The countries and places, largest first", schema: partnerMap },
      refusals: ["validation_failed", "too_many_requests"],
    },
  }).handle(async ({ url: { searchParams }, context }) => {
    const { question: map, errors } = parseMapQuestion(searchParams, dayOf(new Date()));
    return (await statisticsMap(context, { ...map, query: await readFilters(context, searchParams, errors) })).map;
  }),
});
