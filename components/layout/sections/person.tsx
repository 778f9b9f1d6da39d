import type { Section } from "./section";

/** Centre and radius of each circle. */
const CIRCLES = [
  [90, 74, 38],
  [150, 50, 30],
  [214, 78, 46],
  [290, 42, 34],
  [344, 84, 40],
  [412, 52, 48],
  [486, 82, 34],
] as const;

/** Header artwork: circles of acquaintance, with lines between their centres. */
function Artwork() {
  const way = CIRCLES.map(([x, y]) => `${x} ${y}`).join("L");
  return (
    <>
      {CIRCLES.map(([x, y, radius], index) => (
        <circle
          key={x}
          cx={x}
          cy={y}
          r={radius}
          stroke="var(--section)"
          strokeWidth="1.5"
          opacity="0.5"
          fill={index % 3 === 2 ? "var(--section)" : "none"}
          fillOpacity="0.12"
        />
      ))}
      <path
        d={`M${way}`}
        stroke="var(--section)"
        opacity="0.4"
        strokeDasharray="1 4"
        strokeLinecap="round"
        strokeWidth="1.5"
      />
      {CIRCLES.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="3.2" fill="var(--section)" opacity="0.85" />
      ))}
    </>
  );
}

export const person: Section = {
  icon: "icon-contact",
  Artwork,
  colour: { light: "oklch(0.45 0.085 145)", dark: "oklch(0.79 0.09 148)" },
};
