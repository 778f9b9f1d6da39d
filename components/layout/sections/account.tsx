import { arc, range } from "./geometry";
import type { Section } from "./section";

/** Header artwork: the lines of a fingerprint. */
function Artwork() {
  return (
    <>
      {range(9).map((index) => (
        <path
          key={index}
          d={arc(400, 78, 10 + index * 10, 200 - index * 9, 392 - ((index * 37) % 50))}
          stroke="var(--section)"
          strokeWidth="2"
          strokeLinecap="round"
          opacity={0.28 + (index % 3) * 0.14}
        />
      ))}
    </>
  );
}

export const account: Section = {
  icon: "icon-user-round",
  Artwork,
  colour: { light: "oklch(0.44 0.03 232)", dark: "oklch(0.77 0.02 232)" },
};

/** Section of the account administration. */
export const accounts: Section = { ...account, icon: "icon-user-cog" };

/** Section of the background jobs, for admins. */
export const jobs: Section = { ...account, icon: "icon-clock" };
