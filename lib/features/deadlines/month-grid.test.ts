import { describe, expect, it } from "vitest";
import { daysOfMonth, isMonth, monthAfter, monthGrid } from "./month-grid";

/** Summarizes the grid of a month: its week numbers, its first and its last day. */
const summarize = (month: string) => {
  const weeks = monthGrid(month);
  const days = weeks.flatMap((week) => week.days);
  return { weeks: weeks.map(({ number }) => number), first: days[0]?.day, last: days.at(-1)?.day };
};

describe("monthGrid", () => {
  it.each([
    ["2027-03", { weeks: [9, 10, 11, 12, 13], first: "2027-03-01", last: "2027-04-04" }],
    // A month of exactly four weeks.
    ["2027-02", { weeks: [5, 6, 7, 8], first: "2027-02-01", last: "2027-02-28" }],
    // A grid of six weeks; the clocks change in this month.
    ["2026-03", { weeks: [9, 10, 11, 12, 13, 14], first: "2026-02-23", last: "2026-04-05" }],
    ["2027-10", { weeks: [39, 40, 41, 42, 43], first: "2027-09-27", last: "2027-10-31" }],
    // The first days of January belong to the last week of the previous year.
    ["2027-01", { weeks: [53, 1, 2, 3, 4], first: "2026-12-28", last: "2027-01-31" }],
    ["2028-02", { weeks: [5, 6, 7, 8, 9], first: "2028-01-31", last: "2028-03-05" }],
  ])("monthGrid returns the weeks of %s", (month, expected) => expect(summarize(month)).toEqual(expected));

  it("monthGrid returns weeks from Monday, each day once, and marks weekends and the month's own days", () => {
    const days = monthGrid("2026-03").flatMap((week) => week.days);
    expect(new Set(days.map((each) => each?.day)).size).toBe(42);
    expect(days.filter((each) => each?.isOfMonth)).toHaveLength(31);
    expect(days.slice(5, 8)).toEqual([
      { day: "2026-02-28", isOfMonth: false, isWeekend: true },
      { day: "2026-03-01", isOfMonth: true, isWeekend: true },
      { day: "2026-03-02", isOfMonth: true, isWeekend: false },
    ]);
  });

  it("monthGrid returns no days after the end of the calendar", () => {
    expect(summarize("9999-12").last).toBeUndefined();
    expect(
      monthGrid("9999-12")
        .flatMap((week) => week.days)
        .at(-3)?.day,
    ).toBe("9999-12-31");
    expect(summarize("0001-01").first).toBe("0001-01-01");
  });
});

it("isMonth, daysOfMonth and monthAfter handle months up to both ends of the calendar", () => {
  expect(["2027-03", "2027-13", "2027-3", "0000-12", "März", ""].map(isMonth)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(daysOfMonth("2028-02")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  expect([monthAfter("2027-12", 1), monthAfter("2027-01", -1)]).toEqual(["2028-01", "2026-12"]);
  expect([monthAfter("9999-12", 1), monthAfter("0001-01", -1)]).toEqual([null, null]);
});
