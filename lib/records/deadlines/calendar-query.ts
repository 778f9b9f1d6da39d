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
  /** Restricts the list to this day. */
  day?: string;
  /** Only used by the list. */
  pageNo: number;
};

const monthOf = (day: string) => day.slice(0, "YYYY-MM".length);

/**
 * Parses the calendar's query; unreadable parameters count as missing.
 * @param today `YYYY-MM-DD`; its month is the default
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

/** Formats a filter as parameters of pages, API and calendar feeds; empty if there is none. */
export function calendarFilterText({ state, member, topics }: CalendarFilter): string {
  const said = Object.entries({ state, member, topics }).flatMap(([name, values]) =>
    values && values.length > 0 ? [`${name}=${values.join(",")}`] : [],
  );
  return said.join("&");
}

/** Returns the calendar's URL for a query. */
export function calendarHref({ view, month, day, pageNo, ...filter }: CalendarQuery): string {
  const parts = [
    ...(view === "list" && !day ? ["view=list"] : []),
    day ? `day=${day}` : `month=${month}`,
    ...(pageNo > 0 ? [`pageNo=${pageNo}`] : []),
    calendarFilterText(filter),
  ];
  return `${CALENDAR_PATH}?${parts.filter(Boolean).join("&")}`;
}
