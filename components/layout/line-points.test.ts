import { describe, expect, it } from "vitest";
import { linePoints, type DayCount } from "./line-points";

const [WIDTH, HEIGHT] = [120, 32];
const points = (days: readonly DayCount[], max?: number) =>
  linePoints(days, { width: WIDTH, height: HEIGHT, edge: 3, max });

describe("linePoints", () => {
  it("places points in proportion to days and counts", () => {
    const drawn = points([
      { day: "2026-03-28", count: 10 },
      { day: "2026-03-29", count: 10 },
      { day: "2026-04-07", count: 0 },
    ]);
    expect(drawn.map(({ x }) => x)).toEqual([3, 14.4, WIDTH - 3]);
    expect(drawn.map(({ y }) => y)).toEqual([3, 3, HEIGHT - 3]);
  });

  it("keeps the points inside the drawing for any counts, zero included", () => {
    const drawn = points([
      { day: "2026-01-01", count: 0 },
      { day: "2026-01-02", count: 0 },
    ]);
    expect(drawn.map(({ y }) => y)).toEqual([HEIGHT - 3, HEIGHT - 3]);
  });

  it("returns one point at the right end on the first day, and none without data", () => {
    expect(points([{ day: "2026-01-01", count: 4 }])).toEqual([{ x: WIDTH - 3, y: 3 }]);
    expect(points([])).toEqual([]);
  });

  it("shares a maximum with other lines", () => {
    expect(points([{ day: "2026-01-01", count: 4 }], 8)).toEqual([{ x: WIDTH - 3, y: HEIGHT / 2 }]);
  });
});
