import type { Locale } from "@/lib/i18n";

/** Groups rows by day, keeping their order. */
export function byDay<Row extends { day: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const days = new Map<string, Row[]>();
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  return days;
}

/**
 * Formatting locales. British English begins weeks on Monday and writes the day first, as German
 * does.
 */
const LANGUAGES: Record<Locale, string> = { de: "de", en: "en-GB" };

const momentOf = (day: string) => new Date(`${day}T12:00:00Z`);

const told = (day: string, locale: Locale, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LANGUAGES[locale], { ...parts, timeZone: "UTC" }).format(momentOf(day));

/** Formats a month, such as `März 2027`. */
export const monthName = (month: string, locale: Locale) =>
  told(`${month}-01`, locale, { month: "long", year: "numeric" });

/** Formats a day, such as `Montag, 15. März 2027`. */
export const dayName = (day: string, locale: Locale) =>
  told(day, locale, { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** Returns the short and the long name of a day's weekday, such as `Mo` and `Montag`. */
export const weekdayName = (day: string, locale: Locale) => ({
  short: told(day, locale, { weekday: "short" }).replace(".", ""),
  long: told(day, locale, { weekday: "long" }),
});
