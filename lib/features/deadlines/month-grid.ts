import { addDays, addMonths, getISODay, getISOWeek, lastDayOfMonth } from "date-fns";
import { dayText, isDay, noonOf } from "@/lib/model/deadlines/days";

/**
 * A day in a month's calendar grid. The grid consists of whole weeks, so it includes days of the
 * neighbouring months.
 */
export type GridDay = { day: string; isOfMonth: boolean; isWeekend: boolean };

/** A week from Monday to Sunday with its ISO week number. Days after 9999-12-31 are null. */
export type GridWeek = { number: number; days: (GridDay | null)[] };

const firstOf = (month: string) => noonOf(`${month}-01`);

/** Returns whether a text is a valid month, `YYYY-MM`. */
export const isMonth = (text: string) => /^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`);

/** Returns the first and the last day of a month. */
export const daysOfMonth = (month: string) => ({ from: `${month}-01`, to: dayText(lastDayOfMonth(firstOf(month))) });

/** Adds a number of months to a month; returns null outside the years 0001 to 9999. */
export function monthAfter(month: string, months: number): string | null {
  const [text = ""] = /^\d+-\d{2}/.exec(dayText(addMonths(firstOf(month), months))) ?? [];
  return isMonth(text) ? text : null;
}

/** Returns all weeks that contain days of a month. */
export function monthGrid(month: string): GridWeek[] {
  const first = firstOf(month);
  const daysBefore = getISODay(first) - 1;
  const weeks = Math.ceil((daysBefore + lastDayOfMonth(first).getDate()) / 7);
  return Array.from({ length: weeks }, (_, week) => {
    const dates = Array.from({ length: 7 }, (__, index) => addDays(first, week * 7 + index - daysBefore));
    const days = dates.map((date, index) => {
      const day = dayText(date);
      return isDay(day) ? { day, isOfMonth: day.startsWith(`${month}-`), isWeekend: index > 4 } : null;
    });
    return { number: dates[0] ? getISOWeek(dates[0]) : 0, days };
  });
}
