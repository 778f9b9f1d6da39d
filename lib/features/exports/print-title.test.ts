import { describe, expect, it } from "vitest";
import { PRINT_TITLE_MAX_LENGTH, printTitleOf } from "./print-title";

const titleOf = (title: string) => printTitleOf(new URLSearchParams({ title }));

describe("printTitleOf", () => {
  it("is empty without a title in the address", () => {
    expect(printTitleOf(new URLSearchParams("sortBy=name"))).toBe("");
  });

  it.each([
    ["  Bericht 2027  ", "Bericht 2027"],
    ["Zwei\r\n Zeilen\u0000", "Zwei Zeilen"],
    ["\u202eumgedreht\u200b", "umgedreht"],
    [" \n ", ""],
  ])("reads %j as the line %j", (title, expected) => {
    expect(titleOf(title)).toBe(expected);
  });

  it("cuts longer titles to the maximum length", () => {
    expect(titleOf("x".repeat(100_000))).toBe("x".repeat(PRINT_TITLE_MAX_LENGTH));
  });

  it("does not split a character when it cuts", () => {
    expect(titleOf(`${"x".repeat(PRINT_TITLE_MAX_LENGTH - 1)}😀`)).toBe("x".repeat(PRINT_TITLE_MAX_LENGTH - 1));
  });
});
