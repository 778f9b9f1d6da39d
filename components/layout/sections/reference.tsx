import { range } from "./geometry";
import type { Section } from "./section";

/** Lengths of the lines, which stand for the names of entries. */
const LENGTHS = [118, 74, 142, 96, 60, 128, 88] as const;

/** Header artwork: two lists of lines, each line with a box in front. */
function Artwork() {
  return (
    <>
      {range(2).map((list) =>
        LENGTHS.map((length, index) => (
          <g key={`${list}-${index}`} stroke="var(--section)" opacity={0.24 + ((index * 3 + list * 2) % 4) * 0.1}>
            <rect x={282 + list * 150 - index * 5} y={6 + index * 17} width="9" height="9" rx="2" strokeWidth="1.6" />
            <path
              d={`M${302 + list * 150 - index * 5} ${10.5 + index * 17}h${length - list * 34}`}
              strokeWidth="2.4"
              strokeLinecap="round"
            />
          </g>
        )),
      )}
    </>
  );
}

export const reference: Section = {
  icon: "icon-list-ordered",
  Artwork,
  colour: { light: "oklch(0.44 0.075 185)", dark: "oklch(0.79 0.075 185)" },
};
