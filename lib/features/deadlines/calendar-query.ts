import { parseDeadlinesQuery, type DeadlinesQuery } from "./deadlines-query";
import { isCalendarDate } from "@/lib/model/fields/day";

/** The page of the calendar (contract §§7, 11). */
export const CALENDAR_PATH = "/calendar";

/** The views of the calendar: the agenda (`list`), and a month as a grid of weeks. */
export const CALENDAR_VIEWS = ["list", "month"] as const;
type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** The filters of the calendar's deadlines. */
export type CalendarFilter = Pick<DeadlinesQuery, "state" | "member" | "topics">;

/** The query of the calendar page. */
export type CalendarQuery = CalendarFilter & {
  view: CalendarView;
  /** The month of the grid, or the first month of the agenda, `YYYY-MM`. */
  month: string;
  /** True if the agenda begins today instead of with a month. */
  isUpcoming: boolean;
  /** The only day that the agenda shows, `YYYY-MM-DD`; all days if undefined. */
  day?: string;
  /** The page number from 0; only the agenda uses it. */
  pageNo: number;
};

const monthOf = (day: string) => day.slice(0, "YYYY-MM".length);

/**
 * Parses the query of the calendar page. Invalid parameters are ignored. A month without a view
 * opens the grid, a day the agenda of that day.
 * @param today `YYYY-MM-DD`; its month is the default for `month`
 */
export function parseCalendarQuery(parameters: URLSearchParams, today: string): CalendarQuery {
  const { pageNo, state, member, topics } = parseDeadlinesQuery(parameters).query;
  const filter = { state, member, topics };
  const [requestedDay, requestedMonth, requestedView] = ["day", "month", "view"].map(
    (name) => parameters.get(name) ?? "",
  );
  if (requestedDay && isCalendarDate(requestedDay)) {
    return { view: "list", month: monthOf(requestedDay), isUpcoming: false, day: requestedDay, pageNo, ...filter };
  }
  const hasMonth = isCalendarDate(`${requestedMonth}-01`);
  const month = hasMonth && requestedMonth ? requestedMonth : monthOf(today);
  const isGrid = requestedView === "month" || (hasMonth && requestedView !== "list");
  return { view: isGrid ? "month" : "list", month, isUpcoming: !isGrid && !hasMonth, pageNo, ...filter };
}

/**
 * Formats a filter as URL parameters for the page, the API and calendar feeds; returns an empty
 * text for an empty filter.
 */
export function calendarFilterText({ state, member, topics }: CalendarFilter): string {
  const parameters = Object.entries({ state, member, topics }).flatMap(([name, values]) =>
    values && values.length > 0 ? [`${name}=${values.join(",")}`] : [],
  );
  return parameters.join("&");
}

/** Returns the URL of the calendar page for a query. */
export function calendarHref({ view, month, isUpcoming, day, pageNo, ...filter }: CalendarQuery): string {
  const period = day ? [`day=${day}`] : isUpcoming ? [] : [...(view === "list" ? ["view=list"] : []), `month=${month}`];
  const parts = [...period, ...(pageNo > 0 ? [`pageNo=${pageNo}`] : []), calendarFilterText(filter)].filter(Boolean);
  return parts.length > 0 ? `${CALENDAR_PATH}?${parts.join("&")}` : CALENDAR_PATH;
}
