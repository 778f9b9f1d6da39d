import { describe, expect, it } from "vitest";
import { daysInText } from "./days-in-text";

const daysOf = (text: string) => daysInText(text).map(({ day }) => day);

describe("daysInText", () => {
  it.each([
    ["am 01.10.26 beginnt", "2026-10-01"],
    ["am 1.10.2026 beginnt", "2026-10-01"],
    ["am 11. 12. 2025.", "2025-12-11"],
    ["am 1. Okt. 2026", "2026-10-01"],
    ["am 1. Oktober 2026", "2026-10-01"],
    ["am 1. März 2026,", "2026-03-01"],
    ["on 2026-10-01", "2026-10-01"],
    ["on 1 October 2026", "2026-10-01"],
    ["on 1st October, 2026", "2026-10-01"],
    ["on the 1st of October 2026", "2026-10-01"],
    ["on the 1st day of October 2026", "2026-10-01"],
    ["on October 1, 2026,", "2026-10-01"],
    ["on Sept. 30th, 2029", "2029-09-30"],
    ["am ersten Oktober zweitausendsechsundzwanzig", "2026-10-01"],
    ["am einunddreißigsten Dezember 2027", "2027-12-31"],
    ["on the first of October two thousand and twenty-six", "2026-10-01"],
    ["the 30th day of September in the year two thousand and thirty", "2030-09-30"],
    ["am l. Oktober 2026", "2026-10-01"],
    ["bis Ende September 2029", "2029-09-30"],
    ["mit Ablauf des Jahres 2028", "2028-12-31"],
    ["bis Ende 2028", "2028-12-31"],
    ["für das Kalenderjahr 2027", "2027-12-31"],
    ["ab dem Wintersemester 2026/27", "2026-10-01"],
    ["from the summer semester 2027", "2027-04-01"],
    ["zum Wintersemester 2026/27, also am 5. Oktober 2026", "2026-10-05"],
    ["at the end of February 2028", "2028-02-29"],
  ])("daysInText reads %s", (text, day) => {
    expect(daysOf(text)).toEqual([day]);
  });

  it.each(["10/01/2026", "03-02-2026", "31.02.2026", "31 April 2026"])(
    "daysInText finds no certain day in %s",
    (text) => {
      expect(daysOf(text)).toEqual([null]);
    },
  );

  it.each([
    ["08/15/2026", "2026-08-15"],
    ["15/08/2026", "2026-08-15"],
    ["05/05/2026", "2026-05-05"],
  ])("daysInText reads %s, which can be read in one way only", (text, day) => {
    expect(daysOf(text)).toEqual([day]);
  });

  it.each([
    "Verordnung (EU) 2016/679",
    "§ 1.2.3",
    "Schuljahr 2026/27",
    "im Oktober 2026",
    "15. Mai",
    "0442 1.10.20266",
  ])("daysInText finds no day in %s", (text) => {
    expect(daysOf(text)).toEqual([]);
  });

  it("daysInText returns where the days are", () => {
    const text = "vom 1. Mai 2026 bis zum 30.04.2028.";
    expect(daysInText(text).map(({ start, end }) => text.slice(start, end))).toEqual(["1. Mai 2026", "30.04.2028"]);
  });
});
