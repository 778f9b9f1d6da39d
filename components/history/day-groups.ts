import { displayDate, daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";

/** Groups adjacent rows of the same day, in their order. */
export function groupByDay<Row>(rows: readonly Row[], timeOf: (row: Row) => string): { day: string; rows: Row[] }[] {
  const groups: { day: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const day = dayOf(new Date(timeOf(row)));
    const last = groups.at(-1);
    if (last?.day === day) last.rows.push(row);
    else groups.push({ day, rows: [row] });
  }
  return groups;
}

/** Names a day: by `words` if it is today or yesterday, else as `Mittwoch, 25.11.2026`. */
export function dayHeading(
  day: string,
  today: string,
  locale: string,
  words: { today: string; yesterday: string },
): string {
  if (day === today) return words.today;
  if (day === daysLater(today, -1)) return words.yesterday;
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
  return `${weekday}, ${displayDate(day)}`;
}
