import { after, LAST_DAY } from "@/lib/model/deadlines/days";
import { daysOfMonth, monthAfter } from "./month-grid";

/** What the calendar shows: the agenda (`list`) or a month as a grid of weeks. */
export type CalendarPeriod = {
  view: "list" | "month";
  /** The month of the grid, or the first month of the agenda, `YYYY-MM`. */
  month: string;
  /** True if the agenda begins today instead of with a month. */
  isUpcoming: boolean;
  /** The only day that the agenda shows, `YYYY-MM-DD`; all days if undefined. */
  day?: string;
};

/** The first and the last day of a period, `YYYY-MM-DD`. */
export type DaySpan = { from: string; to: string };

/** Number of months in the agenda. */
const AGENDA_MONTHS = 12;

/** Returns the period of the upcoming deadlines: twelve months from today. */
export const upcomingSpan = (today: string): DaySpan => ({
  from: today,
  to: after(today, { amount: AGENDA_MONTHS, unit: "months" }),
});

/** Returns the first and the last day that the calendar shows. */
export function calendarSpan({ view, month, day, isUpcoming }: CalendarPeriod, today: string): DaySpan {
  if (day) return { from: day, to: day };
  if (view === "month") return daysOfMonth(month);
  if (isUpcoming) return upcomingSpan(today);
  const last = monthAfter(month, AGENDA_MONTHS - 1);
  return { from: daysOfMonth(month).from, to: last === null ? LAST_DAY : daysOfMonth(last).to };
}

/**
 * Returns the previous or next period of the calendar: another month of the grid, or the agenda of
 * other twelve months; null outside the years 0001 to 9999.
 */
export function calendarStep({ view, month, day, isUpcoming }: CalendarPeriod, step: -1 | 1): CalendarPeriod | null {
  const isGrid = view === "month" || day !== undefined;
  // What precedes the upcoming months ends with the current month, so that no day is left out.
  const months = isGrid ? step : isUpcoming && step < 0 ? 1 - AGENDA_MONTHS : step * AGENDA_MONTHS;
  const other = monthAfter(month, months);
  return other === null ? null : { view: isGrid ? "month" : "list", month: other, day: undefined, isUpcoming: false };
}
