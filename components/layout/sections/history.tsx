import { range } from "./geometry";
import type { Section } from "./section";

/** Width of each annual ring. */
const YEARS = [9, 14, 7, 11, 16, 8, 12, 10, 15, 9, 13] as const;

/** Header artwork: annual rings of a tree, the newest outermost. */
function Artwork() {
  return (
    <>
      {YEARS.map((width, index) => {
        const radius = YEARS.slice(0, index + 1).reduce<number>((sum, part) => sum + part, 0);
        return (
          <ellipse
            key={radius}
            cx={410 - index * 2.5}
            cy={72 + index * 1.5}
            rx={radius * 1.12}
            ry={radius}
            stroke="var(--section)"
            strokeWidth={width > 11 ? 2.4 : 1.4}
            opacity={0.6 - index * 0.035}
          />
        );
      })}
      {range(3).map((index) => (
        <path
          key={index}
          d={`M${410 + index * 2} 72l${44 + index * 16} ${-62 + index * 44}`}
          stroke="var(--section)"
          opacity="0.25"
        />
      ))}
    </>
  );
}

export const history: Section = {
  icon: "icon-history",
  Artwork,
  colour: { light: "oklch(0.44 0.075 330)", dark: "oklch(0.79 0.07 330)" },
};

/** Duplicates share the artwork of the history. */
export const duplicates: Section = { ...history, icon: "icon-combine" };
