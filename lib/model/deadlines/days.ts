import { addDays, addMonths, differenceInCalendarDays, formatISO } from "date-fns";
import type { Period } from "./periods";

/** The last day that the format `YYYY-MM-DD` can express. */
export const LAST_DAY = "9999-12-31";

/**
 * Returns noon of a day in local time. Clocks do not change around noon, so day arithmetic is
 * correct in every time zone.
 */
export function noonOf(day: string): Date {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split("-").map(Number);
  const noon = new Date(2000, 0, 1, 12);
  noon.setFullYear(year, month - 1, dayOfMonth);
  return noon;
}

export const dayText = (noon: Date) => formatISO(noon, { representation: "date" });

/** Returns whether a text is a valid calendar day, `YYYY-MM-DD`. */
export const isDay = (text: string) => /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && dayText(noonOf(text)) === text;

const addAmount = (day: string, amount: number, { unit }: Period) => {
  if (unit === "days" || unit === "weeks") return dayText(addDays(noonOf(day), unit === "weeks" ? amount * 7 : amount));
  return dayText(addMonths(noonOf(day), unit === "years" ? amount * 12 : amount));
};

/**
 * Adds a period `times` times to a day. The result is clamped to the last day of its month: 31
 * January plus 1 month is 28 or 29 February.
 */
export const after = (day: string, period: Period, times = 1) => addAmount(day, period.amount * times, period);

/** Subtracts a period from a day. The result is clamped to the last day of its month. */
export const before = (day: string, period: Period) => addAmount(day, -period.amount, period);

/**
 * Returns the number of days from the first day to the second; negative if the second is earlier.
 */
export const daysBetween = (from: string, to: string) => differenceInCalendarDays(noonOf(to), noonOf(from));

/** Messages give longer distances in years. */
const MAX_DAYS_IN_WORDS = 400;

/** Returns the arguments of messages about a distance: `years` is 0 if the message gives days. */
export const distanceCounts = (days: number) => ({
  days,
  years: days > MAX_DAYS_IN_WORDS ? Math.round(days / 365.25) : 0,
});

/** Returns a day of a month; the month's last day if `dayOfMonth` is later or omitted. */
export function dayInMonth(year: number, month: number, dayOfMonth = 31): string {
  const lastOfMonth = noonOf(`${year}-${month + 1}-0`).getDate();
  return dayText(noonOf(`${year}-${month}-${Math.min(dayOfMonth, lastOfMonth)}`));
}
