import { isCalendarDate } from "./day";

/** Where the university is: its days begin and end there (contract §8), wherever the server or the reader stands. */
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

/** What the university's clocks and calendars show at a moment. */
function clockAt(moment: Date) {
  const parts = Object.fromEntries(CLOCK.formatToParts(moment).map(({ type, value }) => [type, value]));
  const { year = "", month = "", day = "", hour = "", minute = "", second = "" } = parts;
  return { year: year.padStart(4, "0"), month, day, hour, minute, second };
}

/** A moment as screens show it, `DD.MM.YYYY HH:MM` in the university's time, the same in both languages (contract §6). */
export function displayMoment(moment: Date): string {
  const { year, month, day, hour, minute } = clockAt(moment);
  return `${day}.${month}.${year} ${hour}:${minute}`;
}

/** The university's day at a moment, `YYYY-MM-DD`. */
export function dayOf(moment: Date): string {
  const { year, month, day } = clockAt(moment);
  return `${year}-${month}-${day}`;
}

/** How far the university's clocks are ahead of UTC at a moment. */
function offsetAt(moment: Date): number {
  const { year, month, day, hour, minute, second } = clockAt(moment);
  const asIfUtc = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return asIfUtc - Math.floor(moment.getTime() / 1000) * 1000;
}

/** The last moment of the university's day `YYYY-MM-DD`. */
export function endOfDay(day: string): Date {
  const midnightInUtc = Date.parse(`${day}T00:00:00Z`) + DAY_MS;
  // The clocks change at night, but never at midnight: the offset an hour or two away is the right one.
  return new Date(midnightInUtc - offsetAt(new Date(midnightInUtc)) - 1);
}

/** A state of the past that somebody asks for: up to which moment, and how it is called. */
export type PastMoment = { moment: Date; name: string };

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;

/**
 * Reads the `at` of a page's address: a day, which stands for its end, or a change's exact time.
 * @returns null for what is neither
 */
export function parsePastMoment(text: string | null | undefined): PastMoment | null {
  if (!text) return null;
  if (isCalendarDate(text)) {
    const moment = endOfDay(text);
    return { moment, name: displayMoment(moment).slice(0, "DD.MM.YYYY".length) };
  }
  const moment = new Date(text);
  if (!ISO_TIME.test(text) || Number.isNaN(moment.getTime())) return null;
  return { moment, name: displayMoment(moment) };
}
