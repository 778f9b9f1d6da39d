/**
 * Rounds to one decimal: the last digits of a sine may differ between server and browser, which
 * breaks hydration.
 */
const round = (value: number) => Math.round(value * 10) / 10;

/** Returns a point on a circle; angle in degrees, 0 at the right, counter-clockwise. */
export function polar(cx: number, cy: number, radius: number, degrees: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180;
  return { x: round(cx + radius * Math.cos(angle)), y: round(cy - radius * Math.sin(angle)) };
}

/** Returns the path of an arc between two angles, counter-clockwise. */
export function arc(cx: number, cy: number, radius: number, from: number, to: number): string {
  const start = polar(cx, cy, radius, from);
  const end = polar(cx, cy, radius, to);
  return `M${start.x} ${start.y}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 0 ${end.x} ${end.y}`;
}

/** Returns an SVG path that draws points when stroked with round caps, as wide as the stroke. */
export const dots = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }) => `M${x} ${y}h0`).join("");

/** Returns the numbers 0 … length - 1. */
export function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
