import { daysLater, monthsLater } from "../fields/day";

/**
 * A relative day in a saved view: `today`, optionally plus or minus a number of days (`d`) or
 * months (`m`), such as `today+3m`. The space is for a `+` that was not escaped in the URL.
 */
const RELATIVE = /^today(?:([+ -]\d{1,4})([dm]))?$/;
const IS_FILTER = /^where\[[^[\]]*\]\[(?:from|to|before)\]$/;
/** The parameters with the days of lists and statistics, which may also be `LAST_YEAR_END` (contract §17). */
const DAY_PARAMETERS: ReadonlySet<string> = new Set(["active_on", "on", "from", "to"]);
/** The current day, as a relative day. */
export const TODAY = "today";
/** 31 December of last year, as a relative day. */
export const LAST_YEAR_END = "last_year_end";

export const isRelativeDay = (text: string): boolean => RELATIVE.test(text);

const isDayParameter = (name: string) => IS_FILTER.test(name) || DAY_PARAMETERS.has(name);
/** Returns 31 December of last year. */
export const lastYearEnd = (today: string): string => `${String(Number(today.slice(0, 4)) - 1).padStart(4, "0")}-12-31`;

function dayFor(name: string, text: string, today: string): string {
  if (text === LAST_YEAR_END && DAY_PARAMETERS.has(name)) return lastYearEnd(today);
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
  const pairs = [...parameters].map(([name, value]) => [
    name,
    isDayParameter(name) ? dayFor(name, value, today) : value,
  ]);
  return new URLSearchParams(pairs);
}

/** Days that are more months than this away from today are not replaced. */
const MAX_MONTHS = 120;

function relativeFor(name: string, day: string, today: string): string {
  if (day === today) return TODAY;
  if (day === lastYearEnd(today) && DAY_PARAMETERS.has(name)) return LAST_YEAR_END;
  for (let months = 1; months <= MAX_MONTHS; months += 1) {
    if (monthsLater(today, months) === day) return `today+${months}m`;
    if (monthsLater(today, -months) === day) return `today-${months}m`;
  }
  return day;
}

/**
 * Replaces absolute days in the URL parameters of a list with relative ones (the inverse of
 * `withDays`), if they are today, 31 December of last year, or a whole number of months away from today. Other days
 * stay unchanged.
 * @param today `YYYY-MM-DD`
 */
export function withRelativeDays(parameters: URLSearchParams, today: string): URLSearchParams {
  const pairs = [...parameters].map(([name, value]) => [
    name,
    isDayParameter(name) ? relativeFor(name, value, today) : value,
  ]);
  return new URLSearchParams(pairs);
}
