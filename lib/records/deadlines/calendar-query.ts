import { parseDeadlinesQuery, type DeadlinesQuery } from "./deadlines-query";
import { isCalendarDate } from "../fields/day";

/** Where the calendar is (contract §§7, 11). */
export const CALENDAR_PATH = "/calendar";

export const CALENDAR_VIEWS = ["month", "list"] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** What of the deadlines the calendar shows. */
export type CalendarFilter = Pick<DeadlinesQuery, "state" | "member" | "topics">;

/** What the calendar's address says. */
export type CalendarQuery = CalendarFilter & {
  view: CalendarView;
  /** `YYYY-MM`. */
  month: string;
  /** Only this day of the month, as a list. */
  day?: string;
  /** Of a list. */
  pageNo: number;
};

const monthOf = (day: string) => day.slice(0, "YYYY-MM".length);

/**
 * Reads the calendar's address; what cannot be read counts as not said.
 * @param today whose month is shown where none is named
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

/** A filter as parameters, as pages, API and calendar feeds take it; empty for none. */
export function calendarFilterText({ state, member, topics }: CalendarFilter): string {
  const said = Object.entries({ state, member, topics }).flatMap(([name, values]) =>
    values && values.length > 0 ? [`${name}=${values.join(",")}`] : [],
  );
  return said.join("&");
}

/** The calendar's address for what is to be shown. */
export function calendarHref({ view, month, day, pageNo, ...filter }: CalendarQuery): string {
  const parts = [
    ...(view === "list" && !day ? ["view=list"] : []),
    day ? `day=${day}` : `month=${month}`,
    ...(pageNo > 0 ? [`pageNo=${pageNo}`] : []),
    calendarFilterText(filter),
  ];
  return `${CALENDAR_PATH}?${parts.filter(Boolean).join("&")}`;
}
