import { isCalendarDate } from "./day";

/**
 * Formats times in the university's time zone. This time zone determines when days begin and end
 * (contract §8), regardless of those of the server and the user.
 */
const CLOCK = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Berlin",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

const DAY_MS = 24 * 60 * 60_000;

/** Returns the date and time in the university's time zone. */
function clockAt(moment: Date) {
  const parts = Object.fromEntries(CLOCK.formatToParts(moment).map(({ type, value }) => [type, value]));
  const { year = "", month = "", day = "", hour = "", minute = "", second = "" } = parts;
  return { year: year.padStart(4, "0"), month, day, hour, minute, second };
}

/**
 * Formats a timestamp as `DD.MM.YYYY HH:MM` in the university's time zone. The format is the same
 * in both languages (contract §6).
 */
export function displayMoment(moment: Date): string {
  const { year, month, day, hour, minute } = clockAt(moment);
  return `${day}.${month}.${year} ${hour}:${minute}`;
}

/** Formats a timestamp as `HH:MM` in the university's time zone. */
export const displayClock = (moment: Date): string => displayMoment(moment).slice("DD.MM.YYYY ".length);

/** Returns the day of a timestamp in the university's time zone, as `YYYY-MM-DD`. */
export function dayOf(moment: Date): string {
  const { year, month, day } = clockAt(moment);
  return `${year}-${month}-${day}`;
}

/** Returns the offset of the university's time zone from UTC in milliseconds. */
function offsetAt(moment: Date): number {
  const { year, month, day, hour, minute, second } = clockAt(moment);
  const asIfUtc = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return asIfUtc - Math.floor(moment.getTime() / 1000) * 1000;
}

/** Returns the last millisecond of a day `YYYY-MM-DD` in the university's time zone. */
export function endOfDay(day: string): Date {
  const midnightInUtc = Date.parse(`${day}T00:00:00Z`) + DAY_MS;
  // This offset is measured at midnight UTC, one or two hours after the end of the day. It is still
  // the right one, because clocks change at 01:00 UTC, later than that.
  return new Date(midnightInUtc - offsetAt(new Date(midnightInUtc)) - 1);
}

/** The time of a past state that a user requests, and the text that displays it. */
export type PastMoment = { moment: Date; name: string };

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;

/** Returns whether a text is a valid timestamp in UTC, such as `2026-11-12T09:05:00.000Z`. */
export const isMoment = (text: string): boolean => ISO_TIME.test(text) && !Number.isNaN(new Date(text).getTime());

/**
 * Parses the `at` parameter of a page, which is either a day, meaning its last millisecond, or an
 * exact time in UTC.
 * @returns null for anything else
 */
export function parsePastMoment(text: string | null | undefined): PastMoment | null {
  if (!text) return null;
  if (isCalendarDate(text)) {
    const moment = endOfDay(text);
    return { moment, name: displayMoment(moment).slice(0, "DD.MM.YYYY".length) };
  }
  if (!isMoment(text)) return null;
  const moment = new Date(text);
  return { moment, name: displayMoment(moment) };
}
