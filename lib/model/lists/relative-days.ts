import { daysLater, monthsLater } from "../fields/day";

/**
 * A relative day in a saved view: `today`, optionally plus or minus a number of days (`d`) or
 * months (`m`), such as `today+3m`. The space is for a `+` that was not escaped in the URL.
 */
const RELATIVE = /^today(?:([+ -]\d{1,4})([dm]))?$/;
const IS_DAY = /^where\[[^[\]]*\]\[(?:from|to|before)\]$/;

export const isRelativeDay = (text: string): boolean => RELATIVE.test(text);

function dayFor(text: string, today: string): string {
  const match = RELATIVE.exec(text);
  if (!match) return text;
  const [, amount = "0", unit] = match;
  return unit === "m" ? monthsLater(today, Number(amount)) : daysLater(today, Number(amount));
}

/**
 * Replaces the relative days in the URL parameters of a list with absolute ones. The API accepts
 * only absolute days, so code that saves or shows a view calls this function first.
 * @param today `YYYY-MM-DD`
 */
export function withDays(parameters: URLSearchParams, today: string): URLSearchParams {
  const pairs = [...parameters].map(([name, value]) => [name, IS_DAY.test(name) ? dayFor(value, today) : value]);
  return new URLSearchParams(pairs);
}

/** Days that are more months than this away from today are not replaced. */
const MAX_MONTHS = 120;

function relativeFor(day: string, today: string): string {
  if (day === today) return "today";
  for (let months = 1; months <= MAX_MONTHS; months += 1) {
    if (monthsLater(today, months) === day) return `today+${months}m`;
    if (monthsLater(today, -months) === day) return `today-${months}m`;
  }
  return day;
}

/**
 * Replaces absolute days in the URL parameters of a list with relative ones (the inverse of
 * `withDays`), if they are today or a whole number of months away from it. Other days stay
 * unchanged.
 * @param today `YYYY-MM-DD`
 */
export function withRelativeDays(parameters: URLSearchParams, today: string): URLSearchParams {
  const pairs = [...parameters].map(([name, value]) => [name, IS_DAY.test(name) ? relativeFor(value, today) : value]);
  return new URLSearchParams(pairs);
}
