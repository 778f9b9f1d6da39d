import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { filterParameter } from "@/lib/model/lists/filter-parameters";
import { LAST_YEAR_END } from "@/lib/model/lists/relative-days";
import { STATISTICS_PATH } from "./statistics-query";

/**
 * The ids of the statuses that the report to the HRK leaves out, `in Planung` and `ruhend`. Only ids
 * identify them: users can rename entries.
 */
const HRK_EXCLUDED_STATUSES: readonly number[] = [PROJECT_STATUS.planned, PROJECT_STATUS.onHold];

/**
 * Returns the parameters of the report to the HRK.
 * @param statusIds the ids of all present entries of `projekt_status`
 */
export const hrkQuery = (statusIds: readonly number[]): URLSearchParams =>
  new URLSearchParams([
    ["on", LAST_YEAR_END],
    ["by", "land,organisationsform"],
    [filterParameter("status", "in"), statusIds.filter((id) => !HRK_EXCLUDED_STATUSES.includes(id)).join(",")],
  ]);

/** The questions that the page of statistics offers to everybody (contract §17), in their order. */
export const SHIPPED_QUESTIONS = [
  // The page redirects to the present statuses.
  { name: "hrk", query: "question=hrk", leadsTo: hrkQuery([]).toString() },
  // Ends last year: on 31 December, 120 months up to today have eleven last days of years.
  { name: "annual_report", query: `from=today-120m&to=${LAST_YEAR_END}&step=year&by=fakultaet` },
  { name: "partners_worldwide", query: "count=institutions&by=land&map=world" },
] as const;
export type ShippedQuestion = (typeof SHIPPED_QUESTIONS)[number];

/** Returns the URL of a shipped question. */
export const shippedQuestionHref = ({ query }: ShippedQuestion): string => `${STATISTICS_PATH}?${query}`;
