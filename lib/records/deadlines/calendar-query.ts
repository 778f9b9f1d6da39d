import { parseDeadlinesQuery, type DeadlinesQuery } from "./deadlines-query";
import { isCalendarDate } from "../fields/day";

/** The page of the calendar (contract §§7, 11). */
export const CALENDAR_PATH = "/calendar";

export const CALENDAR_VIEWS = ["month", "list"] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** The filters of the calendar's deadlines. */
export type CalendarFilter = Pick<DeadlinesQuery, "state" | "member" | "topics">;

/** The query of the calendar page. */
export type CalendarQuery = CalendarFilter & {
  view: CalendarView;
  /** `YYYY-MM`. */
  month: string;
  /** The only day that the list shows, `YYYY-MM-DD`; all days if undefined. */
  day?: string;
  /** The page number from 0; only the view `list` uses it. */
  pageNo: number;
};

const monthOf = (day: string) => day.slice(0, "YYYY-MM".length);

/**
 * Parses the query of the calendar page. Invalid parameters are ignored.
 * @param today `YYYY-MM-DD`; its month is the default for `month`
 */
export function parseCalendarQuery(parameters: URLSearchParams, today: string): CalendarQuery {
  const { pageNo, state, member, topics } = parseDeadlinesQuery(parameters).query;
  const isDay = isCalendarDate(parameters.get("day") ?? "");
  const day = isDay ? (parameters.get("day") ?? undefined) : undefined;
  const asked = parameters.get("month") ?? "";
  const month = isCalendarDate(`${asked}-01`) ? asked : monthOf(today);
  const isList = day !== undefined || parameters.get("view") === "list";
  return { view: isList ? "list" : "month", month: day ? monthOf(day) : month, day, pageNo, state, member, topics };
}

/**
 * Formats a filter as URL parameters for the page, the API and calendar feeds; returns an empty
 * text for an empty filter.
 */
export function calendarFilterText({ state, member, topics }: CalendarFilter): string {
  const said = Object.entries({ state, member, topics }).flatMap(([name, values]) =>
    values && values.length > 0 ? [`${name}=${values.join(",")}`] : [],
  );
  return said.join("&");
}

/** Returns the URL of the calendar page for a query. */
export function calendarHref({ view, month, day, pageNo, ...filter }: CalendarQuery): string {
  const parts = [
    ...(view === "list" && !day ? ["view=list"] : []),
    day ? `day=${day}` : `month=${month}`,
    ...(pageNo > 0 ? [`pageNo=${pageNo}`] : []),
    calendarFilterText(filter),
  ];
  return `${CALENDAR_PATH}?${parts.filter(Boolean).join("&")}`;
}
