import { range } from "./geometry";
import type { Section } from "./section";

/** Each building's left edge, number of bays, width of a bay, and height. */
const BUILDINGS = [
  [60, 5, 16, 46],
  [152, 3, 26, 84],
  [242, 7, 13, 60],
  [345, 4, 22, 98],
  [445, 6, 14, 52],
] as const;

/** Header artwork: a street of arcades, each building with proportions of its own. */
function Artwork() {
  return (
    <>
      <path d="M20 112.5H540" stroke="var(--section)" opacity="0.4" />
      {BUILDINGS.map(([left, bays, width, height]) => (
        <g key={left} stroke="var(--section)">
          <path d={`M${left - 6} 112V${112 - height}H${left + bays * width + 6}V112`} opacity="0.5" strokeWidth="1.5" />
          <path d={`M${left - 6} ${112 - height + 9}H${left + bays * width + 6}`} opacity="0.3" />
          {range(bays).map((bay) => {
            const x = left + bay * width + 2.5;
            const radius = (width - 5) / 2;
            const top = 112 - height + 20 + radius;
            return (
              <path
                key={bay}
                d={`M${x} 112V${top}a${radius} ${radius} 0 0 1 ${radius * 2} 0V112`}
                opacity="0.5"
                fill={(bay * 3 + bays) % 5 === 0 ? "var(--section)" : "none"}
                fillOpacity="0.35"
              />
            );
          })}
        </g>
      ))}
    </>
  );
}

export const institution: Section = {
  icon: "icon-building-2",
  Artwork,
  colour: { light: "oklch(0.43 0.11 262)", dark: "oklch(0.77 0.085 262)" },
};
