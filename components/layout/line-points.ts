import { maxOf } from "@/lib/model/pure/long-lists";

/** A number on a day, `YYYY-MM-DD`. */
export type DayCount = { day: string; count: number };

type Frame = { width: number; height: number; edge: number; max?: number };

const round = (value: number) => Math.round(value * 10) / 10;

/**
 * Returns the points of a line: x in proportion to days, y from zero up to the maximum. The last point is
 * at the right edge, even if it is the only one.
 * @param frame size and margin in SVG units; `max` is the value at the upper edge, by default the largest
 */
export function linePoints(days: readonly DayCount[], { width, height, edge, max }: Frame): { x: number; y: number }[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const end = Date.parse(last.day);
  const length = Math.max(end - Date.parse(first.day), 1);
  const top =
    max ??
    maxOf(
      days.map(({ count }) => count),
      1,
    );
  return days.map(({ day, count }) => ({
    x: round(width - edge - ((end - Date.parse(day)) / length) * (width - 2 * edge)),
    y: round(height - edge - (count / top) * (height - 2 * edge)),
  }));
}

/** Returns the path through points. */
export const linePath = (points: readonly { x: number; y: number }[]): string =>
  `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;
