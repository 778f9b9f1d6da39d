import ICAL from "ical.js";
import { describe, expect, it, vi } from "vitest";
import type { DeadlineRow } from "../../deadline-answers";
import { DEADLINE_KINDS } from "../../deadlines-query";
import { LOCALES } from "@/lib/model/messages/i18n";
import { configure } from "@/tests/support/configure";
import { writeFeed } from "./feed";

vi.stubEnv("DATABASE_URL", "postgresql://127.0.0.1/nothing");

const TODAY = "2027-03-10";
const TITLES = [
  "Austausch",
  `Übergänge; Größe, Maß\\Ziel – ${"ein langer Titel mit Umlauten äöüß ".repeat(8)}Ende`,
  "👩‍👩‍👧‍👦".repeat(40),
  "BEGIN:VALARM\r\nEND:VALARM\r\nEND:VEVENT\u2028BEGIN:VEVENT",
  // Long enough that lines are folded before each of the names of components.
  "BEGIN:VALARM END:VALARM END:VEVENT ".repeat(20),
];

const members = [{ ph_id: 1, vorname: "Jörg", nachname: "Müßig", email: "", rollen: [] }];
/** A deadline of every kind for each title. */
const rows = TITLES.flatMap((projekt_titel, index) =>
  DEADLINE_KINDS.map((what): DeadlineRow => ({
    ...{ projekt_id: index + 1, projekt_titel, what, day: "2027-12-31", state: "open" },
    members: index === 0 ? [] : members,
  })),
);

/** The names of the properties of each event, and the lines that begin and end its components. */
function namesByEvent(feed: string): string[] {
  const lines = feed.replaceAll("\r\n ", "").split("\r\n");
  const names = lines.map((line) => (/^(?:BEGIN|END):/.test(line) ? line : line.replace(/[;:].*/, "")));
  const events = names.join(" ").matchAll(/BEGIN:VEVENT (.*?) END:VEVENT/g);
  return [...events].map(([, found = ""]) => found);
}

const eventsOf = (feed: string) => new ICAL.Component(ICAL.parse(feed) as object[]).getAllSubcomponents("vevent");

describe.each(LOCALES)("calendar feed in %s", (language) => {
  const feed = () => writeFeed(rows, language, TODAY);

  it("writes all properties of an event before its alarm", () => {
    const names =
      "UID SEQUENCE DTSTAMP DTSTART X-MICROSOFT-CDO-ALLDAYEVENT X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT SUMMARY TRANSP " +
      "DESCRIPTION CATEGORIES URL BEGIN:VALARM ACTION TRIGGER DESCRIPTION END:VALARM";
    expect(namesByEvent(feed())).toEqual(rows.map(() => names));
  });

  it("writes a feed from which ical.js reads all values of each event", () => {
    const events = eventsOf(feed());
    expect(events).toHaveLength(rows.length);
    events.forEach((event, index) => {
      const { projekt_id, what } = rows[index] as DeadlineRow;
      const text = (name: string) => String(event.getFirstPropertyValue(name));
      expect(text("uid")).toBe(`${projekt_id}-${what}@localhost:3000`);
      expect(text("url")).toBe(`http://localhost:3000/projects/${projekt_id}`);
      expect(text("summary").startsWith(`${text("categories")}: `)).toBe(true);
      const alarms = event.getAllSubcomponents("valarm");
      expect(alarms.map((alarm) => alarm.getFirstPropertyValue("description"))).toEqual([text("summary")]);
    });
  });

  it("ends all lines of the feed with CRLF, after 75 octets at most", () => {
    expect(feed()).toMatch(/^(?:[^\r\n]+\r\n)+$/);
    const lengths = feed()
      .split("\r\n")
      .map((line) => Buffer.byteLength(line));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
  });
});

it("escapes the university's name in the feed", () => {
  configure({ UNIVERSITY_NAME: "Hochschule für Technik, Wirtschaft;\nKultur" });
  const feed = writeFeed([], "de", TODAY).replaceAll("\r\n ", "");
  const name = "Fristen – Hochschule für Technik\\, Wirtschaft\\; Kultur";
  expect(feed).toContain(`\r\nNAME:${name}\r\nX-WR-CALNAME:${name}\r\n`);
});
