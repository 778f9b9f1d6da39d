import { expect, it } from "vitest";
import { calendarHref, parseCalendarQuery } from "./calendar-query";

const read = (text: string) => parseCalendarQuery(new URLSearchParams(text), "2027-03-10");

it.each([
  ["", "/calendar"],
  ["view=list", "/calendar"],
  ["view=list&month=2028-02&pageNo=2", "/calendar?view=list&month=2028-02&pageNo=2"],
  ["month=2027-03", "/calendar?month=2027-03"],
  ["view=month", "/calendar?month=2027-03"],
  ["view=month&month=2028-02", "/calendar?month=2028-02"],
  ["day=2027-12-31", "/calendar?day=2027-12-31"],
  ["state=over,soon&pageNo=1", "/calendar?pageNo=1&state=over,soon"],
  [
    "month=2027-05&state=over,soon&member=3&topics=1&topics=2",
    "/calendar?month=2027-05&state=over,soon&member=3&topics=1,2",
  ],
  // Invalid parameters are ignored.
  ["month=2027-13&view=grid&day=2027-02-30&state=bald&member=x", "/calendar"],
])("parses the calendar query %j and formats it as %s", (text, address) =>
  expect(calendarHref(read(text))).toBe(address),
);

it("parses a single day as a list in its month", () => {
  expect(read("day=2027-12-31&month=2027-01")).toMatchObject({ view: "list", month: "2027-12", day: "2027-12-31" });
});
