import { definitionOf } from "@/lib/model/kinds/registry";
import { kindParameters, queryParameter } from "@/lib/http/openapi/list-parameters";
import { COUNTED, STATISTIC_FIELDS } from "../statistic-fields";
import { isStatisticsFilter, MAPPED, MAX_DAYS } from "../statistics-query";
import { STEPS } from "../steps";

const day = { type: "string", format: "date" } as const;

const on = queryParameter("on", "The day; by default today.", day);

/** The filters of the projects that are counted. */
const filters = kindParameters(definitionOf("project")).filter(({ name }) => isStatisticsFilter(name));

/** The parameters of the question of a statistic. */
export const questionParameters = [
  on,
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

/** The parameters of the question of a map. */
export const mapParameters = [
  on,
  queryParameter("count", "What is counted.", { type: "string", enum: [...MAPPED], default: "institutions" }),
  ...filters,
];
