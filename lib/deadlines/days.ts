import { addDays, addMonths, differenceInCalendarDays, formatISO } from "date-fns";
import type { Period } from "./periods";

/** The last day that is written `YYYY-MM-DD`. */
export const LAST_DAY = "9999-12-31";

/** Days are reckoned with at noon, far from where clocks change, in whatever zone this runs. */
export function noonOf(day: string): Date {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split("-").map(Number);
  const noon = new Date(2000, 0, 1, 12);
  noon.setFullYear(year, month - 1, dayOfMonth);
  return noon;
}

export const dayText = (noon: Date) => formatISO(noon, { representation: "date" });

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export const isDay = (text: string) => /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && dayText(noonOf(text)) === text;

const movedBy = (day: string, amount: number, { unit }: Period) => {
  if (unit === "days" || unit === "weeks") return dayText(addDays(noonOf(day), unit === "weeks" ? amount * 7 : amount));
  return dayText(addMonths(noonOf(day), unit === "years" ? amount * 12 : amount));
};

/** The day so many periods after another; months end with their last day (31 January + 1 month is 28 or 29 February). */
export const after = (day: string, period: Period, times = 1) => movedBy(day, period.amount * times, period);

/** The day a period before another; months end with their last day. */
export const before = (day: string, period: Period) => movedBy(day, -period.amount, period);

/** How many days a day is after another; negative where it is before it. */
export const daysBetween = (from: string, to: string) => differenceInCalendarDays(noonOf(to), noonOf(from));

/** The last day of a month of a year, or its `dayOfMonth`th where it has that. */
export function dayIn(year: number, month: number, dayOfMonth = 31): string {
  const lastOfMonth = noonOf(`${year}-${month + 1}-0`).getDate();
  return dayText(noonOf(`${year}-${month}-${Math.min(dayOfMonth, lastOfMonth)}`));
}
