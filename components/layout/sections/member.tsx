import { UsersRound } from "lucide-react";
import { arc, polar, range } from "./geometry";
import type { Section } from "./section";

const TAKEN = new Set(["1-3", "2-7", "2-11", "3-5", "3-12", "4-9", "4-17", "5-4", "5-15", "6-11", "6-20"]);

/** A lecture hall from above: rows of seats around the lectern, some of them taken. */
function Artwork() {
  return (
    <>
      {range(7).map((row) => {
        const radius = 38 + row * 19;
        const seats = 7 + row * 3;
        return (
          <g key={row}>
            <path d={arc(385, 150, radius, 14, 166)} stroke="var(--section)" opacity="0.2" />
            {range(seats).map((seat) => {
              const { x, y } = polar(385, 150, radius, 20 + (140 / (seats - 1)) * seat);
              const taken = TAKEN.has(`${row}-${seat}`);
              return (
                <circle
                  key={seat}
                  cx={x}
                  cy={y}
                  r={taken ? 4 : 2.2}
                  fill="var(--section)"
                  opacity={taken ? 0.85 : 0.4}
                />
              );
            })}
          </g>
        );
      })}
    </>
  );
}

export const member: Section = {
  icon: UsersRound,
  Artwork,
  colour: { light: "oklch(0.43 0.086 224)", dark: "oklch(0.775 0.088 218)" },
};
