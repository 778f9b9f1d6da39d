/** The calendar steps of a statistic, and their lengths in months. */
export const STEPS = { year: 12, half: 6, quarter: 3, month: 1 } as const;
export type CalendarStep = keyof typeof STEPS;

const MONTHS_OF_YEAR = 12;
/** A year of the Gregorian calendar's period, from which `Date` counts without exceptions. */
const PERIOD = { years: 400, from: 2000 };
const padded = (value: number, length: number) => String(value).padStart(length, "0");

/** Returns the last day of a month. @param index the number of the month from January of the year 0 */
function lastDayOf(index: number): string {
  const [year, month] = [Math.floor(index / MONTHS_OF_YEAR), index % MONTHS_OF_YEAR];
  const day = new Date(Date.UTC(PERIOD.from + (year % PERIOD.years), month + 1, 0)).getUTCDate();
  return `${padded(year, 4)}-${padded(month + 1, 2)}-${padded(day, 2)}`;
}

/**
 * Returns the last day of each calendar step that lies within two days, both included.
 * @param most maximum number of days; the result has one more if there are more
 */
export function lastDaysOfSteps(
  { from, to, step }: { from: string; to: string; step: CalendarStep },
  most: number,
): string[] {
  const [year = 0, month = 1] = from.split("-").map(Number);
  const length = STEPS[step];
  let index = year * MONTHS_OF_YEAR + month - 1;
  index += length - 1 - (index % length);
  const days: string[] = [];
  for (let day = lastDayOf(index); days.length <= most && day <= to && day.length === to.length; index += length) {
    days.push(day);
    day = lastDayOf(index + length);
  }
  return days;
}
