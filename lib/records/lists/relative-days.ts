import { daysLater, monthsLater } from "../fields/day";

/**
 * A relative day of a saved view: `today`, or a number of days (`d`) or months (`m`) from it. An
 * unescaped `+` arrives as a space.
 */
const RELATIVE = /^today(?:([+ -]\d{1,4})([dm]))?$/;
const IS_DAY = /^where\[[^[\]]*\]\[(?:from|to)\]$/;

function dayFor(text: string, today: string): string {
  const match = RELATIVE.exec(text);
  if (!match) return text;
  const [, amount = "0", unit] = match;
  return unit === "m" ? monthsLater(today, Number(amount)) : daysLater(today, Number(amount));
}

/**
 * Replaces relative days in a list's parameters. The API accepts absolute days only, so code that
 * saves or shows a view calls this first.
 * @param today `YYYY-MM-DD`
 */
export function withDays(parameters: URLSearchParams, today: string): URLSearchParams {
  const pairs = [...parameters].map(([name, value]) => [name, IS_DAY.test(name) ? dayFor(value, today) : value]);
  return new URLSearchParams(pairs);
}

/** Maximum number of months from today that become relative. */
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
 * Replaces today and the days whole months from it with relative days in a list's parameters: the
 * inverse of `withDays`. Other days stay unchanged.
 * @param today `YYYY-MM-DD`
 */
export function withRelativeDays(parameters: URLSearchParams, today: string): URLSearchParams {
  const pairs = [...parameters].map(([name, value]) => [name, IS_DAY.test(name) ? relativeFor(value, today) : value]);
  return new URLSearchParams(pairs);
}
