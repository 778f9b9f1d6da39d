import { expect, it } from "vitest";
import { calendarHref, parseCalendarQuery } from "./calendar-query";
import { calendarSpan, calendarStep } from "./calendar-span";

const TODAY = "2027-03-10";
const read = (text: string) => parseCalendarQuery(new URLSearchParams(text), TODAY);

it.each([
  ["", "2027-03-10", "2028-03-10"],
  ["view=list&month=2027-03", "2027-03-01", "2028-02-29"],
  ["view=list&month=9999-06", "9999-06-01", "9999-12-31"],
  ["month=2027-02", "2027-02-01", "2027-02-28"],
  ["day=2027-12-31", "2027-12-31", "2027-12-31"],
])("calendarSpan of %j is the days %s to %s", (text, from, to) =>
  expect(calendarSpan(read(text), TODAY)).toEqual({ from, to }),
);

it.each([
  ["", "/calendar?view=list&month=2026-04", "/calendar?view=list&month=2028-03"],
  ["view=list&month=2026-04&pageNo=1", "/calendar?view=list&month=2025-04", "/calendar?view=list&month=2027-04"],
  ["month=2027-03&topics=2", "/calendar?month=2027-02&topics=2", "/calendar?month=2027-04&topics=2"],
  ["day=2027-12-31", "/calendar?month=2027-11", "/calendar?month=2028-01"],
])("calendarStep from %j goes back to %s and on to %s", (text, previous, next) => {
  const hrefs = ([-1, 1] as const).map((step) => {
    const query = read(text);
    const period = calendarStep(query, step);
    return period && calendarHref({ ...query, pageNo: 0, ...period });
  });
  expect(hrefs).toEqual([previous, next]);
});

it("calendarStep does not leave the years that a date can express", () => {
  expect(calendarStep(read("view=list&month=9999-06"), 1)).toBeNull();
  expect(calendarStep(read("month=0001-01"), -1)).toBeNull();
});
