import type { DaySpan } from "@/lib/features/deadlines/calendar-span";
import type { Locale } from "@/lib/model/messages/i18n";

/**
 * Formatting locales. British English begins weeks on Monday and writes the day first, as German
 * does.
 */
const LANGUAGES: Record<Locale, string> = { de: "de", en: "en-GB" };

const momentOf = (day: string) => new Date(`${day}T12:00:00Z`);

const formatDay = (day: string, locale: Locale, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LANGUAGES[locale], { ...parts, timeZone: "UTC" }).format(momentOf(day));

/** Formats a month, such as `März 2027`. */
export const monthName = (month: string, locale: Locale) =>
  formatDay(`${month}-01`, locale, { month: "long", year: "numeric" });

/**
 * Formats the period that the calendar shows: a day, a month, or the months of the agenda, such as
 * `März 2027 – Februar 2028`.
 */
export function periodName({ from, to }: DaySpan, locale: Locale): string {
  if (from === to) return dayName(from, locale);
  const [first, last] = [from, to].map((day) => monthName(day.slice(0, "YYYY-MM".length), locale));
  return first === last ? String(first) : `${first} – ${last}`;
}

/** Formats a day, such as `Montag, 15. März 2027`. */
export const dayName = (day: string, locale: Locale) =>
  formatDay(day, locale, { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** Returns the short and the long name of a day's weekday, such as `Mo` and `Montag`. */
export const weekdayName = (day: string, locale: Locale) => ({
  short: formatDay(day, locale, { weekday: "short" }).replace(".", ""),
  long: formatDay(day, locale, { weekday: "long" }),
});
