import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daysLater, displayDate, isCalendarDate } from "./day";
import { dayOrderOf, parseDay, parseTypedDate, type DayOrder } from "./parse-day";

const TODAY = "2026-11-27";
const dayIn = (text: string, order?: DayOrder) => {
  const parsed = parseDay(text, order, TODAY);
  return "day" in parsed ? parsed.day : parsed.error;
};

/** A day of the accepted range, `YYYY-MM-DD`. */
const acceptedDay = fc
  .integer({ min: 0, max: (Date.parse("2199-12-31") - Date.parse("1900-01-01")) / 86_400_000 })
  .map((days) => daysLater("1900-01-01", days));

describe("parseDay", () => {
  it.each([
    ["2026-03-01", "2026-03-01"],
    ["2026-3-1", "2026-03-01"],
    ["2026/03/01", "2026-03-01"],
    ["2026.03.01", "2026-03-01"],
    ["01.03.2026", "2026-03-01"],
    ["1.3.2026", "2026-03-01"],
    ["1. 3. 2026", "2026-03-01"],
    ["1 . 3 . 2026", "2026-03-01"],
    ["\u00a01.3.2026\t", "2026-03-01"],
    ["\u200e1.\u200e3.\u200e2026", "2026-03-01"],
    ["1/3/2026", "2026-03-01"],
    ["1-3-2026", "2026-03-01"],
    ["1 / 3 / 26", "2026-03-01"],
    ["29.02.2024", "2024-02-29"],
  ])("parseDay reads numbers with separators: %j is %s", (text, day) => {
    expect(dayIn(text)).toBe(day);
  });

  it.each([
    ["20101005", "2010-10-05"],
    ["01032026", "2026-03-01"],
    ["31122099", "2099-12-31"],
    ["20102010", "2010-10-20"],
    ["99991231", "9999-12-31"],
    ["32132026", "date"],
  ])("parseDay reads eight digits as YYYYMMDD, otherwise as DDMMYYYY: %s is %s", (text, day) => {
    expect(dayIn(text)).toBe(day);
  });

  it.each([
    ["1. Oktober 2021", "2021-10-01"],
    ["1.Oktober 2021", "2021-10-01"],
    ["1. Okt. 98", "1998-10-01"],
    ["1 October 2021", "2021-10-01"],
    ["Oct 1, 2021", "2021-10-01"],
    ["Oct. 1 2021", "2021-10-01"],
    ["October 1st, 2021", "2021-10-01"],
    ["October 22nd 2021", "2021-10-22"],
    ["3rd of October 2021", "2021-10-03"],
    ["Oktober 1. 2021", "2021-10-01"],
    ["01-Okt-2021", "2021-10-01"],
    ["01-OCT-21", "2021-10-01"],
    ["01/Oct/2021", "2021-10-01"],
    ["01.Okt.2021", "2021-10-01"],
    ["01OCT2021", "2021-10-01"],
    ["1. März 2021", "2021-03-01"],
    ["1. ma\u0308rz 2021", "2021-03-01"],
    ["1. Maerz 2021", "2021-03-01"],
    ["1. MÄRZ 2021", "2021-03-01"],
    ["1. Mrz. 2021", "2021-03-01"],
    ["1. Mär 2021", "2021-03-01"],
    ["6. Jänner 2021", "2021-01-06"],
    ["6. Jaenner 2021", "2021-01-06"],
    ["1. Sept. 2021", "2021-09-01"],
    ["1. Mai 2021", "2021-05-01"],
    ["31. Juni 2021", "date"],
    ["1. Brumaire 2021", "date"],
    ["Oktober 2021", "date"],
    ["Oct 12021", "date"],
  ])("parseDay reads names of months: %s is %s", (text, day) => {
    expect(dayIn(text)).toBe(day);
  });

  it.each([
    ["2026-09-30T22:00:00.000Z", "2026-10-01"],
    ["2026-09-30T21:59:59.999Z", "2026-09-30"],
    ["2026-01-31T22:59Z", "2026-01-31"],
    ["2026-01-31T23:00Z", "2026-02-01"],
    ["2026-09-30 22:00:00+00", "2026-10-01"],
    ["2026-09-30 22:00:00 UTC", "2026-10-01"],
    ["2026-09-30T22:00:00+02:00", "2026-09-30"],
    ["2026-10-01T01:00:00.123456+0530", "2026-09-30"],
    ["2026-09-30T18:00:00-05:00", "2026-10-01"],
    ["2026-02-31T22:00:00Z", "date"],
    ["2026-02-28T25:00:00Z", "date"],
    ["1899-12-31T23:30:00Z", "1900-01-01"],
    ["2199-12-31T23:30:00Z", "date"],
    ["9999-12-31T23:30:00Z", "date"],
  ])("parseDay reads an instant with an offset as the day in Berlin: %s is %s", (text, day) => {
    expect(dayIn(text)).toBe(day);
  });

  it.each([
    ["2020-03-01 00:00:00", "2020-03-01"],
    ["2026-09-30T22:00:00", "2026-09-30"],
    ["2026-09-30T23:59:59.999", "2026-09-30"],
    ["01.02.2025 14:30", "2025-02-01"],
    ["01.02.2025, 14:30:00", "2025-02-01"],
    ["1.2.2025 0:00 Uhr", "2025-02-01"],
    ["1/2/2025 3:15 PM", "2025-02-01"],
    ["1/2/2025, 3:15:00\u202fp.m.", "2025-02-01"],
    ["1. Februar 2025 14:30 Uhr", "2025-02-01"],
    ["01.02.2025 25:00", "date"],
    ["01.02.2025 14:60", "date"],
    ["01.02.2025 14:30-15:30", "date"],
    ["14:30", "date"],
  ])("parseDay reads an instant without an offset as its own day: %j is %s", (text, day) => {
    expect(dayIn(text)).toBe(day);
  });

  it.each([
    ["01.10.98", "1998-10-01"],
    ["1.1.46", "2046-01-01"],
    ["1.1.47", "1947-01-01"],
    ["1.1.00", "2000-01-01"],
    ["29.2.24", "2024-02-29"],
    ["29.2.23", "date"],
  ])("parseDay reads a year of two digits as at most 20 years ahead: %s is %s", (text, day) => {
    expect(dayIn(text)).toBe(day);
  });

  it("parseDay counts the 20 years from the given day, otherwise from now", () => {
    expect(parseDay("1.1.47", "day_first", "2027-01-01")).toEqual({ day: "2047-01-01" });
    expect(parseDay("1.1.46", "day_first", "2025-12-31")).toEqual({ day: "1946-01-01" });
    const year = new Date().getFullYear();
    expect(parseDay(`1.7.${String(year).slice(2)}`)).toEqual({ day: `${year}-07-01` });
  });

  it.each([
    ["01.01.1900", "1900-01-01"],
    ["31.12.1899", "date"],
    ["31.12.2199", "2199-12-31"],
    ["01.01.2200", "date"],
    ["1850-01-01", "date"],
    ["01.10.0021", "date"],
    ["31.12.9999", "9999-12-31"],
    ["9999-12-31", "9999-12-31"],
    ["9999-12-30", "date"],
    ["30.12.9999", "date"],
  ])("parseDay refuses years before 1900 and after 2199 except 9999-12-31: %s is %s", (text, day) => {
    expect(dayIn(text)).toBe(day);
  });

  it.each([
    ["2021"],
    ["10125"],
    ["46023"],
    ["201012"],
    ["010326"],
    ["0103202"],
    ["010320261"],
    ["46023.5"],
    ["31.02.2025"],
    ["00.01.2025"],
    ["01.13.2025"],
    ["01.01.20255"],
    ["01.03."],
    ["03.2026"],
    ["1 3 2026"],
    ["1.3-2026"],
    ["1..3.2026"],
    ["-1.3.2026"],
    ["1.3.2026 - 31.5.2026"],
    ["demnächst"],
    ["-"],
    [`1.3.${" ".repeat(40)}2026`],
  ])("parseDay refuses %j", (text) => {
    expect(dayIn(text)).toBe("date");
  });

  it("parseDay reads an empty text as no day", () => {
    expect(["", " \t\u00a0", " ".repeat(100), "\u200b"].map((text) => dayIn(text))).toEqual([null, null, null, null]);
  });

  it.each<[string, string, string, string]>([
    // Text, and its day where the order is day-first, month-first or mixed.
    ["05/06/2021", "2021-06-05", "2021-05-06", "ambiguous_date"],
    ["5-6-21", "2021-06-05", "2021-05-06", "ambiguous_date"],
    ["5/6/2021 3:15 PM", "2021-06-05", "2021-05-06", "ambiguous_date"],
    ["05/16/2021", "2021-05-16", "2021-05-16", "2021-05-16"],
    ["16/05/2021", "2021-05-16", "2021-05-16", "2021-05-16"],
    ["12/31/2021", "2021-12-31", "2021-12-31", "2021-12-31"],
    ["05/05/2021", "2021-05-05", "2021-05-05", "2021-05-05"],
    ["02/30/2021", "date", "date", "date"],
    ["05/06/1850", "date", "date", "date"],
    ["05.06.2021", "2021-06-05", "2021-06-05", "2021-06-05"],
    ["05.16.2021", "date", "date", "date"],
    ["2021-05-06", "2021-05-06", "2021-05-06", "2021-05-06"],
    ["2021/05/06", "2021-05-06", "2021-05-06", "2021-05-06"],
    ["06-May-2021", "2021-05-06", "2021-05-06", "2021-05-06"],
    ["20210506", "2021-05-06", "2021-05-06", "2021-05-06"],
  ])("parseDay reads %s in the order of its column: %s, %s, %s", (text, dayFirst, monthFirst, mixed) => {
    expect([dayIn(text, "day_first"), dayIn(text, "month_first"), dayIn(text, "mixed")]).toEqual([
      dayFirst,
      monthFirst,
      mixed,
    ]);
  });

  it("parseDay reads all usual formats of every accepted day", () => {
    const formats = (["de", "en-US", "en-GB"] as const).flatMap((locale) =>
      (["long", "short"] as const).map(
        (month) => new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", month, year: "numeric" }),
      ),
    );
    fc.assert(
      fc.property(acceptedDay, (day) => {
        const [year, month, dayOfMonth] = day.split("-").map(Number);
        const texts = [
          day,
          displayDate(day),
          `${dayOfMonth}.${month}.${year}`,
          `${dayOfMonth}/${month}/${year}`,
          day.replaceAll("-", ""),
          displayDate(day).replaceAll(".", ""),
          `${day}T12:00:00Z`,
          ...formats.map((format) => format.format(new Date(day))),
        ];
        expect(texts.map((text) => dayIn(text))).toEqual(texts.map(() => day));
      }),
      { numRuns: 2000 },
    );
  });

  it("parseDay returns only calendar days of the accepted range for any text, and never throws", () => {
    const part = fc.oneof(
      fc.constantFrom(".", "/", "-", " ", ":", "T", "Z", "+02:00", "12:30", "Okt", "May", "st", ",", "PM"),
      fc.integer({ min: 0, max: 99_999_999 }).map(String),
      fc.integer({ min: 0, max: 31 }).map(String),
    );
    const text = fc.oneof(
      fc.string({ unit: "binary-ascii", maxLength: 45 }),
      fc.string({ unit: "grapheme", maxLength: 45 }),
      fc.array(part, { maxLength: 9 }).map((parts) => parts.join("")),
    );
    const order = fc.constantFrom<DayOrder>("day_first", "month_first", "mixed");
    fc.assert(
      fc.property(text, order, (written, columnOrder) => {
        const parsed = parseDay(written, columnOrder, TODAY);
        if ("error" in parsed || parsed.day === null) return;
        expect(isCalendarDate(parsed.day)).toBe(true);
        expect(parsed.day === "9999-12-31" || /^(?:19|20|21)/.test(parsed.day)).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });
});

describe("dayOrderOf", () => {
  it.each<[DayOrder, string[]]>([
    ["month_first", ["05/06/2021", "05/16/2021", "12/31/2021"]],
    ["month_first", ["05/06/2021", "5-16-21"]],
    ["month_first", ["1/2/2025 3:15 PM", "1/22/2025 3:15 PM"]],
    ["month_first", ["05/06/2021", "02/30/2021"]],
    ["month_first", ["05/16/2021", "31.12.2021", "2021-12-31", "16. Mai 2021"]],
    ["mixed", ["05/06/2021", "05/16/2021", "16/05/2021"]],
    ["day_first", ["05/06/2021", "16/05/2021"]],
    ["day_first", ["05/06/2021", "06-05-2021"]],
    ["day_first", ["05.16.2021", "2021-05-16", "16/16/2021", "", "demnächst"]],
    ["day_first", []],
  ])("dayOrderOf is %s for %j", (order, texts) => {
    expect(dayOrderOf(texts)).toBe(order);
  });
});

describe("parseTypedDate", () => {
  it.each([
    ["1.3.2026", "2026-03-01"],
    ["05/16/2021", "2021-05-16"],
    ["  ", null],
    ["demnächst", "demnächst"],
    [" 31.2.2027 ", "31.2.2027"],
    ["010326", "010326"],
  ])("parseTypedDate reads %s as %s", (typed, day) => {
    expect(parseTypedDate(typed)).toBe(day);
  });

  it("parseTypedDate returns an ISO day that is out of range in a form that validation rejects", () => {
    expect(parseTypedDate("1850-01-01")).toBe("01.01.1850");
  });
});
