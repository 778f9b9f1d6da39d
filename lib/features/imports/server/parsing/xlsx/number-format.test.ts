import { describe, expect, it } from "vitest";
import { NumberFormat } from "./number-format";
import { cellText } from "../table-rows";

const format = (code: string, is1904 = false) => new NumberFormat(code, is1904);
const shown = (code: string, value: number) => cellText(format(code).numberCell(value));
const dayOf = (code: string, value: number, is1904 = false) => {
  const cell = format(code, is1904).numberCell(value);
  return typeof cell === "object" && "text" in cell ? cell.day : undefined;
};

const ACCOUNTING = '_-* #,##0.00\\ [$€-407]_-;\\-* #,##0.00\\ [$€-407]_-;_-* "-"??\\ [$€-407]_-;_-@_-';

describe("numbers", () => {
  it.each([
    ["General", 5, "5"],
    ["General", -1.5, "-1,5"],
    ["General", 99_999_999_999, "99999999999"],
    ["General", 100_000_000_000, "1E+11"],
    ["General", 492_215_000_000, "4,92215E+11"],
    ["General", 1_234_567.891, "1234567,891"],
    ["General", 123_456_789.123, "123456789,1"],
    ["General", 1_234_567_890.6, "1234567891"],
    ["General", 12_345_678_901.6, "12345678902"],
    ["General", 0.1 + 0.2, "0,3"],
    ["General", -1 / 3, "-0,333333333"],
    ["General", 0.000_123_456_789, "0,000123457"],
    ["General", 0.000_012_345_678_9, "1,23457E-05"],
    ["General", 9.999_999_999_9, "10"],
    ["", 1.5, "1,5"],
    ["@", 1.5, "1,5"],
    ["@", 492_215_000_000, "4,92215E+11"],
    ["0", 1.5, "2"],
    ["0.00", 1.005, "1,01"],
    ["#,##0", 1_234_567, "1.234.567"],
    ["00000", 1_067, "01067"],
    ["0000000000", 221_470_123, "0221470123"],
    ["0%", 0.25, "25 %"],
    ["0.0%;[Red]-0.0%", -0.256, "-25,6 %"],
    ["0 %", 0.25, "25 %"],
    ['0"%"', 25, "25%"],
    ["0\\%", 25, "25%"],
    ["%0", 0.25, "%25"],
    ['#,##0.00\\ "€"', 1_234_567.8, "1.234.567,80 €"],
    ["#,##0.00\u00a0€", 1_234_567.8, "1.234.567,80 €"],
    ["[$£-809]#,##0.00", 1_234.5, "£1.234,50"],
    ["[$-409]#,##0.00", 1_234.5, "1.234,50"],
    [ACCOUNTING, 1_234.5, "1.234,50 €"],
    [ACCOUNTING, -1_234.5, "-1.234,50 €"],
    ['0\\ "Monate"', 3, "3 Monate"],
    ['[=1]0" Monat";0" Monate"', 1, "1 Monat"],
    ['0.0,," Mio."', 2_500_000, "2,5 Mio."],
    ["# ?/?", 1.5, "1 1/2"],
    ["0.00E+00", 492_215_000_000, "4,92E+11"],
    ["0;;", 0, ""],
    [";;;", 5, ""],
    ["[h]:mm", 1.5, "36:00"],
    ["hh:mm", 0.75, "18:00"],
  ])("the number format %s shows %d as %s", (code, value, text) => {
    expect(shown(code, value)).toBe(text);
  });

  it.each([
    ["dd.mm.yyyy", "01.10.2021"],
    ["d. mmmm yyyy", "1. Oktober 2021"],
    ["mmm yy", "Okt 21"],
    ["[$-407]dddd\\, d. mmm", "Freitag, 1. Okt"],
    ["[$-de-DE]mmmm", "Oktober"],
    ["[$-409]mmmm d\\, yyyy", "October 1, 2021"],
    ["yyyy\\-mm\\-dd", "2021-10-01"],
    ["dd/mm/yyyy", "01.10.2021"],
    ["[$-407]dd/mm/yyyy", "01.10.2021"],
    ["[$-809]dd/mm/yyyy", "01/10/2021"],
    ["dd\\/mm\\/yyyy", "01/10/2021"],
    ["[$-F800]dddd\\, mmmm dd\\, yyyy", "Freitag, 1. Oktober 2021"],
    ["dd.mm.yyyy hh:mm", "01.10.2021 12:00"],
  ])("the date format %s shows a day as %s", (code, text) => {
    expect(format(code).numberCell(44_470.5)).toEqual({ text, day: "2021-10-01", number: "44470.5" });
  });

  it.each([
    ["bad[[", 1.5, "1,5"],
    ['"', 1.5, "1,5"],
    [`${"0".repeat(256)}`, 1.5, "1,5"],
    ["dd.mm.yyyy", -1.5, "-1,5"],
    ["dd.mm.yyyy", 2_958_466, "2958466"],
    ["[>5]0;[<3]0", 4, "4"],
  ])("a number that the format %s cannot show is shown with a decimal comma", (code, value, text) => {
    expect(shown(code, value)).toBe(text);
  });

  it("a number cell is a plain text if it is shown unchanged and cannot be a day", () => {
    expect(format("General").numberCell(123_456)).toBe("123456");
    expect(format("0").numberCell(-7)).toBe("-7");
    expect(format("bad[[").numberCell(7)).toBe("7");
  });

  it("a number cell includes its value if that is not its text", () => {
    expect(format("0%").numberCell(0.25)).toEqual({ text: "25 %", number: "0.25" });
  });

  it.each(["General", "0", "@"])("a number of five digits in the format %s may be a day", (code) => {
    expect(format(code).numberCell(44_470)).toEqual({ text: "44470", day: "2021-10-01" });
  });

  it.each([
    ["General", 44_470.25, "2021-10-01"],
    ["0.0", 44_470.25, "2021-10-01"],
    ["General", 4_447, undefined],
    ["General", 444_700, undefined],
    ["#,##0", 44_470, undefined],
    ["00000", 1_067, undefined],
    ['0" km"', 44_470, undefined],
    ["General", -44_470, undefined],
  ])("without a date format (%s), %d is the day %s", (code, value, day) => {
    expect(dayOf(code, value)).toBe(day);
  });

  it.each([
    ["dd.mm.yyyy", 1, "1900-01-01"],
    ["dd.mm.yyyy", 59.9, "1900-02-28"],
    ["dd.mm.yyyy", 60, undefined],
    ["dd.mm.yyyy", 61, "1900-03-01"],
    ["dd.mm.yyyy", 2_958_465, "9999-12-31"],
    ["dd.mm.yyyy", 2_958_466, undefined],
    ["dd.mm.yyyy hh:mm", 0.5, undefined],
    ["mm.yyyy", 44_470, "2021-10-01"],
    ["hh:mm", 44_470, undefined],
    ["[h]:mm", 44_470, undefined],
    ["mm:ss", 44_470, undefined],
    ["mm:ss.0", 44_470, undefined],
    ["mmmm", 44_470, "2021-10-01"],
  ])("in the date format %s, %d is the day %s", (code, value, day) => {
    expect(dayOf(code, value)).toBe(day);
  });

  it("counts days from 1904 if the workbook does", () => {
    expect(format("dd.mm.yyyy", true).numberCell(43_008)).toEqual({
      ...{ text: "01.10.2021", day: "2021-10-01", number: "43008" },
    });
    expect(dayOf("dd.mm.yyyy", 0, true)).toBe("1904-01-01");
    expect(dayOf("dd.mm.yyyy", -1, true)).toBeUndefined();
    expect(format("General", true).numberCell(43_008)).toEqual({ text: "43008", day: "2021-10-01" });
    expect(cellText(format("[h]:mm", true).numberCell(1.5))).toBe("36:00");
  });
});

describe("texts", () => {
  it.each([
    ["General", "x"],
    ["@", "x"],
    ["0%", "x"],
    [ACCOUNTING, "x"],
    ["bad[[", "x"],
    ['"Nr. "@', "Nr. x"],
    ['0;-0;0;@" (alt)"', "x (alt)"],
    [";;;", ""],
  ])("the format %s shows a text as %s", (code, text) => {
    expect(format(code).textCell("x")).toBe(text);
  });

  it("a text that is unreadable or a formula stays so, whatever the format adds", () => {
    expect(format('"Nr. "@').textCell({ unreadable: "\0" })).toEqual({ unreadable: "\0" });
    expect(format('"Nr. "@').textCell({ formula: "#N/A" })).toEqual({ formula: "#N/A" });
  });
});
