import type { QualityDay } from "@/lib/features/quality/quality-answers";
import { maxOf } from "@/lib/model/pure/long-lists";

/** Size of the drawing, in SVG units. */
export const [WIDTH, HEIGHT] = [120, 32];
/** Margin for the stroke width and the end point. */
const EDGE = 3;

const round = (value: number) => Math.round(value * 10) / 10;

/**
 * Returns the points of a trend line: x in proportion to days, y from zero up to the maximum. The
 * last point is at the right edge, even if it is the only one.
 */
export function trendPoints(days: readonly QualityDay[]): { x: number; y: number }[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const end = Date.parse(last.day);
  const length = Math.max(end - Date.parse(first.day), 1);
  const maxCount = maxOf(
    days.map(({ count }) => count),
    1,
  );
  return days.map(({ day, count }) => ({
    x: round(WIDTH - EDGE - ((end - Date.parse(day)) / length) * (WIDTH - 2 * EDGE)),
    y: round(HEIGHT - EDGE - (count / maxCount) * (HEIGHT - 2 * EDGE)),
  }));
}
