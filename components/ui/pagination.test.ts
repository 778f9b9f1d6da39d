import { describe, expect, it } from "vitest";
import { pageHref, pageWindow } from "./pagination";

describe("pageWindow", () => {
  it.each([
    [0, 20, [0, 1, 2, 3, 4]],
    [2, 20, [0, 1, 2, 3, 4]],
    [3, 20, [1, 2, 3, 4, 5]],
    [19, 20, [15, 16, 17, 18, 19]],
    [1, 3, [0, 1, 2]],
    [0, 1, [0]],
    [0, 0, []],
    [50, 20, [15, 16, 17, 18, 19]],
  ])("shows the window of page links around page %i of %i", (page, pageCount, expected) => {
    expect(pageWindow(page, pageCount, 5)).toEqual(expected);
  });
});

describe("pageHref", () => {
  it("adds a page's index to the URL of the first page, which has none", () => {
    expect(pageHref("/members", 0)).toBe("/members");
    expect(pageHref("/members", 3)).toBe("/members?pageNo=3");
    expect(pageHref("/members?filter=a", 3)).toBe("/members?filter=a&pageNo=3");
  });
});
