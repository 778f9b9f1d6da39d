import { LAST_DAY } from "../../deadlines/days";
import { daysOfMonth, monthAfter } from "../../deadlines/month-grid";
import { monthsLater } from "../fields/day";
import type { CalendarQuery } from "./calendar-query";

/* A module separate from the query, so that browsers do not load what calculates with days. */

/** Number of months in the agenda. */
const AGENDA_MONTHS = 12;

/** Returns the period of the upcoming deadlines: twelve months from today. */
export const upcomingSpan = (today: string) => ({ from: today, to: monthsLater(today, AGENDA_MONTHS) });

/** Returns the first and the last day that the page shows. */
export function calendarSpan(
  { view, month, day, isUpcoming }: CalendarQuery,
  today: string,
): Record<"from" | "to", string> {
  if (day) return { from: day, to: day };
  if (view === "month") return daysOfMonth(month);
  if (isUpcoming) return upcomingSpan(today);
  const last = monthAfter(month, AGENDA_MONTHS - 1);
  return { from: daysOfMonth(month).from, to: last === null ? LAST_DAY : daysOfMonth(last).to };
}

/**
 * Returns the query of the previous or next page of the calendar: another month of the grid, or the
 * agenda of other twelve months; null outside the years 0001 to 9999.
 */
export function calendarStep(query: CalendarQuery, step: -1 | 1): CalendarQuery | null {
  const { view, month, day, isUpcoming } = query;
  const isGrid = view === "month" || day !== undefined;
  // What precedes the upcoming months ends with the current month, so that no day is left out.
  const months = isGrid ? step : isUpcoming && step < 0 ? 1 - AGENDA_MONTHS : step * AGENDA_MONTHS;
  const other = monthAfter(month, months);
  const rest = { ...query, day: undefined, pageNo: 0, isUpcoming: false };
  return other === null ? null : { ...rest, view: isGrid ? "month" : "list", month: other };
}
