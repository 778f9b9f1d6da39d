import { describe, expect, it } from "vitest";
import { dayHeading, groupByDay } from "./day-groups";

describe("groupByDay", () => {
  it("groups rows by days of the university's time zone, in order", () => {
    const times = ["2026-11-25T08:00:00Z", "2026-11-24T23:30:00Z", "2026-11-24T22:30:00Z"];
    expect(groupByDay(times, (time) => time)).toEqual([
      { day: "2026-11-25", rows: times.slice(0, 2) },
      { day: "2026-11-24", rows: times.slice(2) },
    ]);
  });
});

describe("dayHeading", () => {
  const words = { today: "Heute", yesterday: "Gestern" };
  it.each([
    ["2026-03-01", "Heute"],
    ["2026-02-28", "Gestern"],
    ["2026-02-27", "Freitag, 27.02.2026"],
    ["2026-03-02", "Montag, 02.03.2026"],
  ])("names the day %s as %s", (day, heading) => expect(dayHeading(day, "2026-03-01", "de", words)).toBe(heading));

  it("a day heading names weekdays in the language of the page", () => {
    expect(dayHeading("2026-02-27", "2026-03-01", "en", words)).toBe("Friday, 27.02.2026");
  });
});
