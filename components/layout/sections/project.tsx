import type { Section } from "./section";

/** Start, end and vertical position of each project's line. */
const LINES = [
  [70, 250, 22],
  [150, 400, 42],
  [30, 190, 62],
  [230, 470, 72],
  [110, 300, 92],
  [330, 510, 102],
] as const;

/** Connections between the lines: x, y of the start, y of the end. */
const LINKS = [
  [250, 22, 72],
  [190, 62, 42],
  [300, 92, 102],
  [150, 42, 92],
] as const;

/** Header artwork: projects as lines on a time axis, some of which grow out of others. */
function Artwork() {
  return (
    <>
      <path
        d="M40 0V120M120 0V120M200 0V120M280 0V120M360 0V120M440 0V120"
        stroke="var(--section)"
        opacity="0.16"
        strokeDasharray="2 4"
      />
      {LINKS.map(([x, from, to]) => (
        <path
          key={x}
          d={`M${x} ${from}C${x + 36} ${from} ${x} ${to} ${x + 42} ${to}`}
          stroke="var(--section)"
          opacity="0.45"
        />
      ))}
      {LINES.map(([start, end, y]) => (
        <g key={y}>
          <path
            d={`M${start} ${y}H${end}`}
            stroke="var(--section)"
            strokeWidth="2.5"
            opacity="0.5"
            strokeLinecap="round"
          />
          <circle cx={start} cy={y} r="3.5" fill="var(--section)" opacity="0.85" />
          <circle cx={end} cy={y} r="3.5" fill="var(--surface)" stroke="var(--section)" strokeWidth="1.75" />
        </g>
      ))}
    </>
  );
}

export const project: Section = {
  icon: "icon-milestone",
  Artwork,
  colour: { light: "oklch(0.48 0.115 42)", dark: "oklch(0.78 0.095 48)" },
};
