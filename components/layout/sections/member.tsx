import { arc, dots, polar, range } from "./geometry";
import type { Section } from "./section";

const TAKEN = new Set(["1-3", "2-7", "2-11", "3-5", "3-12", "4-9", "4-17", "5-4", "5-15", "6-11", "6-20"]);

const SEATS = range(7).flatMap((row) => {
  const last = 6 + row * 3;
  return range(last + 1).map((seat) => ({
    ...polar(385, 150, 38 + row * 19, 20 + (140 / last) * seat),
    isTaken: TAKEN.has(`${row}-${seat}`),
  }));
});

/** Header artwork: a lecture hall from above, with rows of seats, some of them taken. */
function Artwork() {
  return (
    <g stroke="var(--section)" strokeLinecap="round">
      <path
        d={range(7)
          .map((row) => arc(385, 150, 38 + row * 19, 14, 166))
          .join("")}
        opacity="0.2"
      />
      <path d={dots(SEATS.filter(({ isTaken }) => !isTaken))} strokeWidth="4.4" opacity="0.4" />
      <path d={dots(SEATS.filter(({ isTaken }) => isTaken))} strokeWidth="8" opacity="0.85" />
    </g>
  );
}

export const member: Section = {
  icon: "icon-users-round",
  Artwork,
  colour: { light: "oklch(0.43 0.086 224)", dark: "oklch(0.775 0.088 218)" },
};
