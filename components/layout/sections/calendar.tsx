import { range } from "./geometry";
import type { Section } from "./section";

/** Returns an SVG path with one rectangle per day, seven in a row. */
const weeks = (days: readonly number[]) =>
  days.map((day) => `M${300 + (day % 7) * 30} ${8 + Math.floor(day / 7) * 22}h24v16h-24z`).join("");

/** Header artwork: weeks of days, some of them with deadlines. */
function Artwork() {
  return (
    <>
      <path d={weeks(range(35))} stroke="var(--section)" opacity="0.22" />
      <path d={weeks([3, 9, 16, 18, 26, 31])} fill="var(--section)" opacity="0.6" />
    </>
  );
}

export const calendar: Section = {
  icon: "icon-calendar",
  Artwork,
  colour: { light: "oklch(0.45 0.11 295)", dark: "oklch(0.79 0.085 295)" },
};
