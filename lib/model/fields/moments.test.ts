import { describe, expect, it } from "vitest";
import { dayOf, displayMoment, endOfDay, parsePastMoment } from "./moments";

describe("displayMoment", () => {
  it.each([
    ["2026-11-21T17:03:11.123Z", "21.11.2026 18:03"],
    ["2026-07-31T22:30:00.000Z", "01.08.2026 00:30"],
    ["2026-12-31T23:00:00.000Z", "01.01.2027 00:00"],
  ])("displayMoment shows %s in the university's time zone", (iso, text) => {
    expect(displayMoment(new Date(iso))).toBe(text);
  });
});

describe("dayOf", () => {
  it("dayOf returns the day in the university's time zone, where it begins earlier than in UTC", () => {
    expect(dayOf(new Date("2026-07-31T22:00:00Z"))).toBe("2026-08-01");
    expect(dayOf(new Date("2026-07-31T21:59:59.999Z"))).toBe("2026-07-31");
  });
});

describe("endOfDay", () => {
  it.each([
    ["2026-01-15", "2026-01-15T22:59:59.999Z"],
    ["2026-07-15", "2026-07-15T21:59:59.999Z"],
    // The days around the changes to and from daylight saving time, 29 March and 25 October 2026.
    ["2026-03-28", "2026-03-28T22:59:59.999Z"],
    ["2026-03-29", "2026-03-29T21:59:59.999Z"],
    ["2026-10-24", "2026-10-24T21:59:59.999Z"],
    ["2026-10-25", "2026-10-25T22:59:59.999Z"],
    ["2024-02-29", "2024-02-29T22:59:59.999Z"],
  ])("endOfDay returns the last millisecond of %s", (day, iso) => {
    expect(endOfDay(day).toISOString()).toBe(iso);
    expect(dayOf(endOfDay(day))).toBe(day);
  });
});

describe("parsePastMoment", () => {
  it("parsePastMoment parses a day as its end, and a time as it is", () => {
    expect(parsePastMoment("2026-07-15")).toEqual({ moment: endOfDay("2026-07-15"), name: "15.07.2026" });
    const time = "2026-11-21T17:03:11.123Z";
    expect(parsePastMoment(time)).toEqual({ moment: new Date(time), name: "21.11.2026 18:03" });
  });

  it.each([null, undefined, "", "heute", "2026-02-30", "15.07.2026", "2026-11-21T25:00:00Z", "2026-11-21T17:03:11"])(
    "parsePastMoment returns null for %j",
    (text) => {
      expect(parsePastMoment(text)).toBeNull();
    },
  );
});
