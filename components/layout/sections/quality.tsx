import { range } from "./geometry";
import type { Section } from "./section";

/** Heights of the columns, which stand for the problems remaining on each day. */
const LEFT = [92, 88, 90, 76, 70, 72, 58, 50, 52, 38, 30, 22, 16] as const;

/** Header artwork: columns of decreasing height, with a line along their tops. */
function Artwork() {
  return (
    <>
      {range(LEFT.length).map((index) => (
        <path
          key={index}
          d={`M${290 + index * 19} 120v-${LEFT[index]}`}
          stroke="var(--section)"
          strokeWidth="9"
          opacity={0.14 + index * 0.02}
        />
      ))}
      <path
        d={`M${LEFT.map((left, index) => `${290 + index * 19} ${112 - left}`).join("L")}`}
        stroke="var(--section)"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        opacity="0.65"
      />
    </>
  );
}

export const quality: Section = {
  icon: "icon-list-checks",
  Artwork,
  colour: { light: "oklch(0.44 0.09 150)", dark: "oklch(0.79 0.085 150)" },
};
