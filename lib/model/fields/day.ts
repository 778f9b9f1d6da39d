import type { Translate } from "../messages/i18n";

/**
 * Formats a stored day `YYYY-MM-DD` as DD.MM.YYYY, in both languages (contract §6). Returns an
 * empty text for any other value.
 */
export function displayDate(day: unknown): string {
  const [, year, month, dayOfMonth] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(day ?? "")) ?? [];
  return year ? `${dayOfMonth}.${month}.${year}` : "";
}

/** The words in which periods are put, and the day that separates past from future ones. */
export type PeriodLanguage = { words: Translate<"records">; today: string };

/**
 * Formats a period such as `01.03.2026 – 31.03.2026`. A period without an end or a start is put in
 * words: `since 01.03.2026`, or `from 01.03.2027` if it has not begun, and `until 31.03.2026`.
 */
export function displayPeriod(from: unknown, to: unknown, { words, today }: PeriodLanguage): string {
  const [start, end] = [displayDate(from), displayDate(to)];
  if (start && end) return `${start} – ${end}`;
  if (start) return words(String(from) > today ? "period.from" : "period.since", { day: start });
  return end ? words("period.until", { day: end }) : "";
}

/** Returns whether a text is a valid calendar day, `YYYY-MM-DD`. */
export const isCalendarDate = (value: string) => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (!match || match[1] === "0000") return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
};

const DAY_MS = 24 * 60 * 60_000;
const dayText = (moment: number) => new Date(moment).toISOString().slice(0, "YYYY-MM-DD".length);

/** Adds a number of days, which may be negative, to a day. */
export const daysLater = (day: string, days: number) => dayText(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);

/** Adds a number of months to a day. The result is clamped to the last day of its month. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayText(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, lastOfMonth)));
}
