import { arc, polar, range } from "./geometry";
import { kindSections } from "./kinds";
import { colourOf, type Section } from "./section";

/** Start and end angle in degrees of each kind's arc; further kinds get a full arc. */
const SPANS = [
  [18, 150],
  [40, 172],
  [12, 118],
  [58, 165],
  [28, 140],
] as const;

/** Tick marks of the scale, every fifth one longer. */
const MARKS = range(31)
  .map((index) => {
    const inner = polar(390, 132, index % 5 === 0 ? 116 : 121, index * 6);
    const outer = polar(390, 132, 126, index * 6);
    return `M${inner.x} ${inner.y}L${outer.x} ${outer.y}`;
  })
  .join("");

/** Header artwork: a measuring instrument with one arc for each record kind. */
function Artwork() {
  return (
    <>
      <path d={MARKS} stroke="var(--section)" opacity="0.35" />
      {Object.entries(kindSections).map(([kind, section], index) => {
        const radius = 104 - index * 14;
        const [from, to] = SPANS[index] ?? [0, 180];
        const end = polar(390, 132, radius, from);
        return (
          <g key={kind}>
            <path d={arc(390, 132, radius, 0, 180)} stroke="var(--section)" opacity="0.18" />
            <g {...colourOf(section)}>
              <path d={arc(390, 132, radius, from, to)} stroke="var(--section)" strokeWidth="2.5" opacity="0.7" />
              <circle cx={end.x} cy={end.y} r="3.5" fill="var(--section)" />
            </g>
          </g>
        );
      })}
    </>
  );
}

export const dashboard: Section = {
  icon: "icon-layout-dashboard",
  Artwork,
  colour: { light: "oklch(0.43 0.05 240)", dark: "oklch(0.77 0.045 240)" },
};
