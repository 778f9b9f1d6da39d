import { describe, expect, it } from "vitest";
import { HEIGHT, trendPoints, WIDTH } from "./trend";

describe("trendPoints", () => {
  it("places the points of a trend in proportion to days and counts", () => {
    const points = trendPoints([
      { day: "2026-03-28", count: 10 },
      { day: "2026-03-29", count: 10 },
      { day: "2026-04-07", count: 0 },
    ]);
    expect(points.map(({ x }) => x)).toEqual([3, 14.4, WIDTH - 3]);
    expect(points.map(({ y }) => y)).toEqual([3, 3, HEIGHT - 3]);
  });

  it("keeps the points of a trend inside the drawing for any counts, zero included", () => {
    const points = trendPoints([
      { day: "2026-01-01", count: 0 },
      { day: "2026-01-02", count: 0 },
    ]);
    expect(points.map(({ y }) => y)).toEqual([HEIGHT - 3, HEIGHT - 3]);
  });

  it("returns one trend point at the right end on the first day, and none without data", () => {
    expect(trendPoints([{ day: "2026-01-01", count: 4 }])).toEqual([{ x: WIDTH - 3, y: 3 }]);
    expect(trendPoints([])).toEqual([]);
  });
});
