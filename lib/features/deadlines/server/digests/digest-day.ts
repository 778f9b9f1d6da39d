import type { Digest } from "@/lib/model/accounts/digest";
import { daysLater } from "@/lib/model/fields/day";

const SUNDAY = 0;
const SATURDAY = 6;
const MONDAY = 1;

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
const firstBefore = (day: string, isMatch: (weekday: number) => boolean): string =>
  isMatch(weekdayOf(day)) ? day : firstBefore(daysLater(day, -1), isMatch);

/**
 * Returns the day that a digest is for: the latest working day, Monday or first of the month, which
 * may be today. A digest is due until the mail for this day has been sent, even if sending fails
 * for days.
 * @param today the current day in the university's time zone
 */
export function digestDay(digest: Exclude<Digest, "none">, today: string): string {
  switch (digest) {
    case "daily":
      return firstBefore(today, (weekday) => weekday !== SATURDAY && weekday !== SUNDAY);
    case "weekly":
      return firstBefore(today, (weekday) => weekday === MONDAY);
    case "monthly":
      return `${today.slice(0, "YYYY-MM".length)}-01`;
  }
}
