import { daysLater, monthsLater } from "../fields/day";

/** `today`, or so many days (`d`) or months (`m`) from it: what a view keeps where a day would be out of date tomorrow. */
/** A `+` that nobody has escaped has become a blank. */
const RELATIVE = /^today(?:([+ -]\d{1,4})([dm]))?$/;
const IS_DAY = /^where\[[^[\]]*\]\[(?:from|to)\]$/;

function dayFor(text: string, today: string): string {
  const match = RELATIVE.exec(text);
  if (!match) return text;
  const [, amount = "0", unit] = match;
  return unit === "m" ? monthsLater(today, Number(amount)) : daysLater(today, Number(amount));
}

/**
 * The parameters of a list with days in place of relative ones. The API's lists know days only: what keeps or shows a
 * view asks this first.
 * @param today `YYYY-MM-DD`
 */
export function withDays(parameters: URLSearchParams, today: string): URLSearchParams {
  const pairs = [...parameters].map(([name, value]) => [name, IS_DAY.test(name) ? dayFor(value, today) : value]);
  return new URLSearchParams(pairs);
}

/** As many months before and after today are told as months. */
const MOST_MONTHS = 120;

function relativeFor(day: string, today: string): string {
  if (day === today) return "today";
  for (let months = 1; months <= MOST_MONTHS; months += 1) {
    if (monthsLater(today, months) === day) return `today+${months}m`;
    if (monthsLater(today, -months) === day) return `today-${months}m`;
  }
  return day;
}

/**
 * The parameters of a list with relative days in place of today and of the days whole months from it: the way back of
 * `withDays`. Any other day stays itself.
 * @param today `YYYY-MM-DD`
 */
export function withRelativeDays(parameters: URLSearchParams, today: string): URLSearchParams {
  const pairs = [...parameters].map(([name, value]) => [name, IS_DAY.test(name) ? relativeFor(value, today) : value]);
  return new URLSearchParams(pairs);
}
