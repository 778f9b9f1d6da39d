import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventTransparency } from "ical-generator";
import { createTranslator } from "next-intl";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import type { Locale } from "@/lib/model/messages/i18n";
import { deadlineMemberName } from "../../deadline-member-name";
import type { DeadlineRow } from "../../deadline-answers";
import { definitionOf } from "@/lib/model/kinds/registry";
import { env, universityNames } from "@/lib/base/config/env";

const messages = { de, en };

/** Maximum number of events in a calendar: calendar programs fetch the whole feed again and again. */
export const FEED_MAX_EVENTS = 2_000;

const HOUR = 60 * 60;
/**
 * Seconds from the alarm to the start of an event, which is midnight for all-day events: the alarm
 * is at 9:00 a week before, not at midnight.
 */
const REMINDED_BEFORE = 7 * 24 * HOUR - 9 * HOUR;
/** Refresh interval suggested to calendar programs, in seconds. */
const FETCHED_EVERY = 6 * HOUR;

/**
 * Replaces runs of whitespace and control characters, which pasted titles may contain, by a space.
 */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

/** Escapes a text for a property, as ical-generator does for events, but not for the calendar's name. */
const escapeText = (text: string) => oneLine(text).replace(/[\\;,]/g, String.raw`\$&`);

const ALARM_IN_EVENT = /(?<=\r\n)(BEGIN:VALARM\r\n.*?\r\nEND:VALARM\r\n)(.*?)(?<=\r\n)(?=END:VEVENT\r\n)/gs;
/**
 * Moves the alarm of each event behind all its properties (RFC 5545 §3.6.1). ical-generator, also
 * version 11, writes some properties after alarms.
 */
const withAlarmsLast = (calendar: string) => calendar.replace(ALARM_IN_EVENT, "$2$1");

/**
 * Renders deadlines as a calendar (RFC 5545).
 * @param today time stamp of all events: a day, so that the same deadlines give the same output all
 * day
 */
export function writeFeed(rows: readonly DeadlineRow[], language: Locale, today: string): string {
  const { APP_URL } = env();
  const t = createTranslator({ locale: language, messages: messages[language], namespace: "calendar" });
  const kindName = createTranslator({ locale: language, messages: messages[language], namespace: "deadlines.what" });
  const { university } = universityNames(language);
  const calendar = ical({
    name: escapeText(t("feed.name", { university })),
    description: escapeText(t("feed.about")),
    prodId: { company: "cooperation-database", product: "deadlines", language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: FETCHED_EVERY,
  });
  for (const { projekt_id, projekt_titel, day, what, members } of rows) {
    const url = `${APP_URL}${definitionOf("project").pages.detail}/${projekt_id}`;
    const summary = `${kindName(what)}: ${oneLine(projekt_titel)}`;
    const names = members.map((row) => oneLine(deadlineMemberName(row, language))).join(", ");
    calendar.createEvent({
      id: `${projekt_id}-${what}@${new URL(APP_URL).host}`,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      stamp: new Date(`${today}T00:00:00Z`),
      summary,
      description: [...(names ? [t("feed.members", { names })] : []), url].join("\n"),
      url,
      categories: [{ name: kindName(what) }],
      transparency: ICalEventTransparency.TRANSPARENT,
      alarms: [{ type: ICalAlarmType.display, triggerBefore: REMINDED_BEFORE, description: summary }],
    });
  }
  // RFC 5545 ends every line with CRLF; ical-generator only puts it between lines.
  return `${withAlarmsLast(calendar.toString())}\r\n`;
}
