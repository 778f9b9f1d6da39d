import { expect, it } from "vitest";
import { MAX_CANVAS_PIXELS, pagesInBudget } from "./pages-in-budget";

const sorted = (pages: ReadonlySet<number>) => [...pages].sort((a, b) => a - b);
const from1To = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

it("draws all pages near the view if they are small", () => {
  expect(sorted(pagesInBudget([4, 5, 6], 5, () => 1_000_000))).toEqual([4, 5, 6]);
});

it("draws the pages next to the current one if not all canvases fit", () => {
  expect(sorted(pagesInBudget(from1To(9), 5, () => MAX_CANVAS_PIXELS))).toEqual([3, 4, 5, 6, 7]);
});

it("counts a page that is too large for a canvas as a canvas, and draws at least one page", () => {
  expect(sorted(pagesInBudget([1, 2], 1, () => 1e12))).toEqual([1, 2]);
  expect(sorted(pagesInBudget([7], 7, () => 1e12))).toEqual([7]);
});

it("bounds the number of tiny pages", () => {
  expect(pagesInBudget(from1To(500), 250, () => 10).size).toBe(24);
});
