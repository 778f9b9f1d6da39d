import { describe, expect, it } from "vitest";
import { daysLater, displayDate, displayPeriod, monthsLater } from "./day";

describe("displayDate", () => {
  it("displayDate shows days as DD.MM.YYYY and nothing for none", () => {
    expect(displayDate("2026-03-01")).toBe("01.03.2026");
    expect([displayDate(null), displayDate(""), displayDate("soon")]).toEqual(["", "", ""]);
  });
});

describe("displayPeriod", () => {
  const words = (key: string, values?: Record<string, string | number>) => `${key} ${values?.day}`;

  it.each([
    ["2026-03-01", "2026-03-31", "01.03.2026 – 31.03.2026"],
    ["2026-03-01", null, "period.since 01.03.2026"],
    ["2026-06-15", null, "period.since 15.06.2026"],
    ["2026-06-16", "", "period.from 16.06.2026"],
    [null, "2026-03-31", "period.until 31.03.2026"],
    [null, "", ""],
  ])("displayPeriod shows %s and %s as %s", (from, to, text) => {
    expect(displayPeriod(from, to, { words, today: "2026-06-15" })).toBe(text);
  });
});

describe("date arithmetic", () => {
  it("daysLater and monthsLater add days and months, clamped to the end of a shorter month", () => {
    expect(daysLater("2024-03-01", -1)).toBe("2024-02-29");
    expect(daysLater("2026-12-31", 1)).toBe("2027-01-01");
    expect(monthsLater("2026-11-22", 12)).toBe("2027-11-22");
    expect(monthsLater("2024-02-29", 12)).toBe("2025-02-28");
    expect(monthsLater("2026-08-31", 6)).toBe("2027-02-28");
  });
});
