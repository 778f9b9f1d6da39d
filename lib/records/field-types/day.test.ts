import { describe, expect, it } from "vitest";
import { displayDate, parseTypedDate } from "./day";

describe("displayDate", () => {
  it("shows days as DD.MM.YYYY and nothing for none", () => {
    expect(displayDate("2026-03-01")).toBe("01.03.2026");
    expect([displayDate(null), displayDate(""), displayDate("soon")]).toEqual(["", "", ""]);
  });
});

describe("parseTypedDate", () => {
  it.each([
    ["01.03.2026", "2026-03-01"],
    ["1.3.2026", "2026-03-01"],
    ["1.3.26", "2026-03-01"],
    ["1/3/2026", "2026-03-01"],
    ["01032026", "2026-03-01"],
    ["010326", "2026-03-01"],
    ["2026-03-01", "2026-03-01"],
    ["  ", null],
    ["demnächst", "demnächst"],
  ])("reads %s as %s", (typed, day) => {
    expect(parseTypedDate(typed)).toBe(day);
  });
});
