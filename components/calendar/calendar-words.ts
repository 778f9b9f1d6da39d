import type { Locale } from "@/lib/i18n";

/** Groups rows by day, keeping their order. */
export function byDay<Row extends { day: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const days = new Map<string, Row[]>();
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  return days;
}

/** British English, for weeks that begin on Monday and day-month order, as in German. */
const LANGUAGES: Record<Locale, string> = { de: "de", en: "en-GB" };

const momentOf = (day: string) => new Date(`${day}T12:00:00Z`);

const told = (day: string, locale: Locale, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LANGUAGES[locale], { ...parts, timeZone: "UTC" }).format(momentOf(day));

/** `März 2027` */
export const monthName = (month: string, locale: Locale) =>
  told(`${month}-01`, locale, { month: "long", year: "numeric" });

/** `Montag, 15. März 2027` */
export const dayName = (day: string, locale: Locale) =>
  told(day, locale, { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** `Mo` and `Montag` */
export const weekdayName = (day: string, locale: Locale) => ({
  short: told(day, locale, { weekday: "short" }).replace(".", ""),
  long: told(day, locale, { weekday: "long" }),
});
