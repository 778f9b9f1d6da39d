import type { QualityDay } from "@/lib/records/quality-checks";

/** How wide and high a line is drawn, in units of its own. */
export const [WIDTH, HEIGHT] = [120, 32];
/** Room for the line's own thickness, and for the point at its end. */
const EDGE = 3;

const round = (value: number) => Math.round(value * 10) / 10;

/**
 * The points of a line from the first day to the last: days in their distance, numbers from nothing up to the most.
 * The last one stands at the right, also while it is the only one.
 */
export function trendPoints(days: readonly QualityDay[]): { x: number; y: number }[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const end = Date.parse(last.day);
  const length = Math.max(end - Date.parse(first.day), 1);
  const most = Math.max(...days.map(({ count }) => count), 1);
  return days.map(({ day, count }) => ({
    x: round(WIDTH - EDGE - ((end - Date.parse(day)) / length) * (WIDTH - 2 * EDGE)),
    y: round(HEIGHT - EDGE - (count / most) * (HEIGHT - 2 * EDGE)),
  }));
}
